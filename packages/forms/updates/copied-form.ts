import type { Calculation } from '../definition/calculation.ts';
import type { FormField } from '../definition/form-definition.ts';
import { inEntry, inMetadata, inRule, inTranslations, inVariables, renumberedBy } from '../definition/references.ts';
import type { Rule } from '../definition/rule.ts';
import type { Translations } from '../translation/translations.ts';

/** A question of a form: its place there, and the field itself. */
export type CopiedQuestion = Omit<FormField, 'position'>;

/** A form as far as a copy of it follows: all that it asks and does, in the ids of one organization. */
export type CopiedForm = {
  name: string;
  description: string | null;
  redirect_url: string | null;
  form_fields: CopiedQuestion[];
  logic: Omit<Rule, 'position'>[];
  calculations: Omit<Calculation, 'position'>[];
  translations: { language: string; texts: Translations }[];
};

/** What fields and calculations of a form are called in a copy of it. */
export type CopyNumbers = { fields: ReadonlyMap<number, number>; calculations: ReadonlyMap<number, number> };

/** A form in the ids of a copy. What is not there yet is named by negative numbers. */
export const inIdsOf = (form: CopiedForm, numbers: CopyNumbers): CopiedForm => {
  const known = {
    fields: new Map(form.form_fields.map(({ field_id }) => [field_id, numbers.fields.get(field_id) ?? -field_id])),
    calculations: new Map(form.calculations.map(({ id }) => [id, numbers.calculations.get(id) ?? -id])),
  };
  return withIds(form, known);
};

/** A form whose fields and calculations got other ids; those that are not named keep theirs. */
export const withIds = (form: CopiedForm, numbers: CopyNumbers): CopiedForm => {
  const renumber = renumberedBy({ field: numbers.fields, calculation: numbers.calculations });
  return {
    ...form,
    form_fields: form.form_fields.map(({ field, ...entry }) => ({
      ...inEntry(entry, renumber),
      field: { ...field, metadata: inMetadata(field.metadata, renumber) },
    })),
    logic: form.logic.map((rule) => inRule(rule, renumber)),
    calculations: form.calculations.map(({ variables, ...calculation }) => ({
      ...calculation,
      id: numbers.calculations.get(calculation.id) ?? calculation.id,
      variables: inVariables(variables, renumber),
    })),
    translations: form.translations.map(({ language, texts }) => ({
      language,
      texts: inTranslations(texts, renumber),
    })),
  };
};

const inKeyOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A value as text: the same for the same value, in whatever order its keys were written. */
export const asText = (value: unknown): string => JSON.stringify(value ?? null, inKeyOrder);

export const isSame = (one: unknown, other: unknown): boolean => asText(one) === asText(other);
