import type { Calculation } from '../definition/calculation.ts';
import type { FieldSettings } from '../definition/field-settings.ts';
import type { Rule } from '../definition/rule.ts';
import type { Field } from '../field-types/field-type.ts';
import type { Translations } from '../translation/translations.ts';

/** A field and its place on the form. */
export type DraftEntry = { field_id: number; field: Field; is_required: boolean; settings: FieldSettings };

/**
 * A form that is not stored yet. Its ids are those by which rules and calculations speak of fields and calculations:
 * both are counted from 1. A calculation stands after those that it uses.
 */
export type XlsformDraft = {
  name: string;
  description: string | null;
  form_fields: DraftEntry[];
  logic: Rule[];
  calculations: Omit<Calculation, 'position'>[];
  translations: { language: string; texts: Translations }[];
};

/** What a name in an expression stands for. */
export type Subject =
  | { scope: 'form'; id: number; field: Pick<Field, 'field_type' | 'data_type' | 'metadata'> }
  | { scope: 'calculator'; id: number };
