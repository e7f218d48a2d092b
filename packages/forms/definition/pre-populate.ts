import type { FieldSettings } from './field-settings.ts';
import type { FormField } from './form-definition.ts';

/** A form, and the field of it whose latest answer is taken over. */
export type EarlierAnswer = Pick<NonNullable<FieldSettings['pre_populate']>, 'form_id' | 'field_id'>;

/**
 * Whose earlier answer fills in a field of a form: what the form says of it, else what the field says of itself; null
 * for none, and for files, which stay with their response.
 */
export const earlierAnswerOf = (
  form_id: number,
  {
    field_id,
    settings,
    field,
  }: Pick<FormField, 'field_id' | 'settings'> & { field: Pick<FormField['field'], 'field_type' | 'metadata'> },
): EarlierAnswer | null => {
  if (field.field_type === 'attachment' || field.field_type === 'signature') return null;
  const own = field.metadata.pre_populate as EarlierAnswer | boolean | undefined;
  if (settings.pre_populate) return settings.pre_populate;
  if (own === true) return { form_id, field_id };
  return own || null;
};
