import type { StoredCalculation } from '#web/forms/definition/edited-form.ts';
import css from './calculations.module.css';
import type { CalculatedForm } from './draft.ts';
import { calculationWords, typeNames } from './words.ts';

/** A calculation in a list: its name, and what it works out. */
export const CalculationRow = ({ calculation, form }: { calculation: StoredCalculation; form: CalculatedForm }) => (
  <div className={css.calculation}>
    <span className={css.name}>{calculation.name}</span>
    <span className={css.words}>
      {typeNames[calculation.calculation_type]}: {calculationWords(calculation, form)}
    </span>
  </div>
);
