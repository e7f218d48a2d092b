import type { FieldSettings } from './field-settings.ts';
import type { FormField } from './form-definition.ts';

/** A form, the field of it whose latest answer is taken over, and the date by which that is the latest. */
export type EarlierAnswer = Pick<NonNullable<FieldSettings['pre_populate']>, 'form_id' | 'field_id' | 'date_field_id'>;

const occasion =
  'visit|service|session|encounter|appointment|contact|meeting|interview|assessment|screening|intake|exam';
const visitDates = [
  new RegExp(`\\b(${occasion})s?\\b.*\\bdate\\b`, 'i'),
  new RegExp(`\\bdate\\b.*\\b(${occasion})s?\\b`, 'i'),
  new RegExp(`^(date|${occasion})$`, 'i'),
];
/** A date of the next visit, or of an earlier one, isn't that of this one. */
const otherOccasion = /\b(next|last|previous|prior|first|follow.?up|scheduled|planned|due|end|birth)\b/i;

type DatedField = Pick<FormField, 'field_id' | 'position' | 'settings'> & {
  field: Pick<FormField['field'], 'name' | 'field_type'>;
};

/**
 * The question of a form that asks for the day of the visit itself, by its name: "Visit date", "Date of service", "Date".
 * The first one where there are several; undefined where there is none. Due dates and dates of the person are others.
 */
export const visitDateOf = <F extends DatedField>(form_fields: readonly F[]): F | undefined =>
  form_fields
    .filter(({ field, settings }) => field.field_type === 'date' && !settings.due_date && !settings.client_field)
    .filter(({ field }) => !otherOccasion.test(field.name))
    .toSorted((a, b) => a.position - b.position)
    .find(({ field }) => visitDates.some((pattern) => pattern.test(field.name.trim())));

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
