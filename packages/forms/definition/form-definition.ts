import type { Field } from '../field-types/field-type.ts';
import type { Calculation } from './calculation.ts';
import type { FieldSettings } from './field-settings.ts';
import type { Rule } from './rule.ts';

/** A field's place on a form, with the field itself. */
export type FormField = {
  field_id: number;
  is_required: boolean;
  /** Since when it is required: responses recorded before need no answer (R90a). An ISO timestamp. */
  required_since?: string;
  is_quick_view: boolean;
  is_locked: boolean;
  position: number;
  settings: FieldSettings;
  /** The field of this form that gives each parameter of the field's endpoint, by parameter name. */
  parameters_mapping: Record<string, number>;
  field: Field;
};

/** What filling in a form needs to know of it. */
export type FormDefinition = {
  id: number;
  name: string;
  form_fields: FormField[];
  logic: Rule[];
  calculations: Calculation[];
};

/** The fields of a form in the order in which they are asked. */
export const inOrder = (form: FormDefinition) => form.form_fields.toSorted((a, b) => a.position - b.position);
