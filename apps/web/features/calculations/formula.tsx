import { Fragment } from 'react';
import type { Calculation } from '#forms/definition/calculation.ts';
import { calculationWords, operandName, signWords } from '#forms/words/calculation-words.ts';
import css from './calculations.module.css';
import { type CalculatedForm, type CalculationValues, draftOf } from './draft.ts';

/** The letters, digits and signs of an equation. */
const tokensOf = (equation: string) => equation.match(/([a-z])\1*|[\d.]+|[-+*/%()]/g) ?? [];

/** What a calculation works out, as it stands: fields are tokens with their letters. */
export const Formula = ({ values, form }: { values: CalculationValues; form: CalculatedForm }) => {
  const { type, equation, variables } = values;
  if (type !== 'numeric') return calculationWords(draftOf(values) as Calculation, form);
  const tokens = tokensOf(equation);
  if (tokens.length === 0) return 'Choose a field below, or type a number';
  return tokens.map((token, index) => {
    const variable = variables.find(({ name }) => name === token);
    return (
      <Fragment key={index}>
        {index > 0 && ' '}
        {variable ? (
          <span className={css.token}>
            <b>{token}</b> {operandName(form, variable)}
          </span>
        ) : (
          signWords(token)
        )}
      </Fragment>
    );
  });
};
