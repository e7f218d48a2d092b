import { calculationWords, typeNames } from '#forms/words/calculation-words.ts';
import type { StoredCalculation } from '#web/forms/definition/edited-form.ts';
import { NameButton } from '#web/ui/name-button.tsx';
import css from './calculations.module.css';
import type { CalculatedForm } from './draft.ts';

type CalculationRowProps = {
  calculation: StoredCalculation;
  form: CalculatedForm;
  onOpen?: (() => void) | undefined;
};

/** A calculation in a list: its name, which opens it, and what it works out. */
export const CalculationRow = ({ calculation, form, onOpen }: CalculationRowProps) => (
  <div className={css.calculation}>
    <NameButton onOpen={onOpen}>{calculation.name}</NameButton>
    <span className={css.words}>
      {typeNames[calculation.calculation_type]}: {calculationWords(calculation, form)}
    </span>
  </div>
);
