import { useState } from 'react';
import { runCalculations } from '#forms/calculations/run.ts';
import { displayCalculation } from '#forms/calculations/show.ts';
import type { Calculation } from '#forms/definition/calculation.ts';
import { calculationWords, operandName } from '#forms/words/calculation-words.ts';
import { TimeField } from '#web/fields/time-field.tsx';
import { useClock } from '#web/forms/use-clock.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import css from './calculations.module.css';
import { type CalculatedForm, type CalculationValues, draftOf } from './draft.ts';

type Tried = number | string | null;

/** The result for values that are typed here, as a response would show it. */
export const Trial = ({ values, form }: { values: CalculationValues; form: CalculatedForm }) => {
  const [given, setGiven] = useState<Record<string, Tried>>({});
  const clock = useClock();
  const draft = draftOf(values);
  const variables = (draft.variables ?? []) as Calculation['variables'];
  const operands = variables.filter(({ record_id }) => record_id !== null);
  if (operands.length === 0) return null;

  // Each variable becomes a field of its own, which is answered here.
  const calculation = {
    ...draft,
    id: 0,
    position: 0,
    variables: variables.map((variable, index) =>
      variable.record_id === null ? variable : { ...variable, record_type: 'Field', record_id: index + 1 },
    ),
  } as Calculation;
  const nameAt = (id: number) => variables[id - 1]?.name ?? '';
  const keyFor = (name: string) => `${kindFor(values, name)} ${name}`;
  const result = runCalculations([calculation], (id) => given[keyFor(nameAt(id))] ?? null, clock).get(0) ?? null;
  return (
    <section className={css.trial} aria-label="Try it">
      <h3>Try it</h3>
      <p>{calculationWords(draft as Calculation, form)}</p>
      <div className={css.formats}>
        {operands.map(({ name, ...operand }) => (
          <TrialInput
            key={keyFor(name)}
            kind={kindFor(values, name)}
            label={operandName(form, operand)}
            value={given[keyFor(name)] ?? null}
            onChange={(value) => setGiven((before) => ({ ...before, [keyFor(name)]: value }))}
          />
        ))}
      </div>
      <p role="status">
        Result: <b>{displayCalculation(calculation, result) || 'blank'}</b>
      </p>
    </section>
  );
};

/** What the answer behind a variable is: what is added to a date is a number. */
const kindFor = ({ type, date, time }: CalculationValues, name: string) => {
  if (type === 'numeric') return type;
  const { subtype } = type === 'date' ? date : time;
  return subtype === 'time_from' && name === 'b' ? 'numeric' : type;
};

const TrialInput = ({
  kind,
  value,
  ...field
}: {
  kind: CalculationValues['type'];
  label: string;
  value: Tried;
  onChange: (value: Tried) => void;
}) => {
  if (kind === 'numeric') return <NumberField {...field} value={typeof value === 'number' ? value : null} />;
  const text = typeof value === 'string' ? value : null;
  return kind === 'date' ? <DateField {...field} value={text} /> : <TimeField {...field} value={text} />;
};
