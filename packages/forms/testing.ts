import type { FormDefinition, FormField } from './definition/form-definition.ts';
import type { Field, FieldTypeName } from './field-types/field-type.ts';
import { fieldType } from './field-types/index.ts';
import type { EvaluationContext } from './logic/context.ts';

/** A field for tests, named as its type is titled, with three options where the type has any. */
export const exampleField = (name: FieldTypeName, changes: Partial<Field> = {}): Field => {
  const type = fieldType(name);
  return {
    name: type.title,
    description: null,
    field_type: name,
    data_type: type.data_types[0],
    metadata: {},
    field_options: type.hasOptions
      ? [
          { label: 'Red', value: 'r', position: 0 },
          { label: 'Green', value: 'g', position: 1 },
          { label: 'Blue', value: 'b', position: 2, hidden: true },
        ]
      : [],
    internal_option: name === 'ref-picker' ? { internal_form_id: 1, internal_field_id: null } : null,
    ...changes,
  };
};

/** An optional place on a form for a field, numbered `id`. */
export const examplePlace = (id: number, field: Field, changes: Partial<FormField> = {}): FormField => ({
  field_id: id,
  is_required: false,
  is_quick_view: false,
  is_locked: false,
  position: id,
  settings: {},
  parameters_mapping: {},
  field,
  ...changes,
});

export const exampleForm = (...form_fields: FormField[]): FormDefinition => ({
  id: 1,
  name: 'Intake',
  form_fields,
  logic: [],
  calculations: [],
});

export const exampleContext: EvaluationContext = {
  today: '2026-03-14',
  weekStartsOn: 'sunday',
  fiscalYearStartMonth: 1,
  now: '2026-03-14T15:00:00.000Z',
  timeZone: 'America/New_York',
  // However busy the machine is that runs the tests.
  timeLimit: { clock: () => 0, milliseconds: 40 },
};
