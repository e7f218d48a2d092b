import type { Calculation } from '#forms/definition/calculation.ts';
import type { FormField } from '#forms/definition/form-definition.ts';
import type { Rule } from '#forms/definition/rule.ts';

/** A calculation with the version that was read of it. One that is not saved yet has a number of its own as its id. */
export type StoredCalculation = Calculation & { lock_version: number };

/** A form whose rules and calculations are edited: a stored one, or one that stands in the editor and is not saved yet. */
export type EditedForm = {
  /** Absent before the form is saved for the first time. */
  id?: number;
  form_fields: FormField[];
  logic: Rule[];
  calculations: StoredCalculation[];
};
