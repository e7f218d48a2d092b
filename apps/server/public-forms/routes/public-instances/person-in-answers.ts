import { type Gender, genders } from '#contract/resources/clients.ts';
import type { Answers } from '#forms/definition/answer.ts';
import { clientFields } from '#forms/definition/field-settings.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { byColumn, type NameKey, nameColumns, splitName } from '#forms/person-columns.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';

type ClientField = (typeof clientFields)[number];
export type Mapping = Partial<Record<ClientField, number>>;

/** Which field of a form stands for what of a person: the first, where several do. */
export const mappingOf = ({ form_fields }: FormDefinition): Mapping =>
  Object.fromEntries(
    clientFields.flatMap((name) => {
      const entry = form_fields.find(({ settings }) => settings.client_field === name);
      return entry ? [[name, entry.field_id]] : [];
    }),
  );

/** The one answer that holds a whole name, to be taken apart; null without one. It is that of a form that asks no other, or where the other was left blank. */
const wholeIn = (mapping: Mapping, first: string, last: string): string | null => {
  const asksOne = (mapping.first_name === undefined) !== (mapping.last_name === undefined);
  const [only, ...others] = [first, last].filter(Boolean);
  return only && others.length === 0 && (asksOne || /\s/.test(only)) ? only : null;
};

const genderOf = (text: string): Gender | null => {
  const low = text.toLowerCase();
  const known = Object.entries(genders).find(([key, label]) => low === key || low === label.toLowerCase());
  return known ? (known[0] as Gender) : null;
};

/**
 * The person that answers tell of, by the fields that stand for something of them. A whole name in one answer is taken
 * apart: its first word, its last one, and those between. What cannot be read is null.
 */
export const personIn = (form: FormDefinition, answers: Answers) => {
  const mapping = mappingOf(form);
  const text = (name: ClientField): string => {
    const entry = form.form_fields.find(({ field_id }) => field_id === mapping[name]);
    const value = entry ? (answers[entry.field_id] ?? null) : null;
    return entry && value !== null ? fieldType(entry.field_type).text(value, entry.field).trim() : '';
  };
  const answered = byColumn(nameColumns, ({ key }) => text(key) || null);
  const whole = wholeIn(mapping, answered.first_name ?? '', answered.last_name ?? '');
  const split = splitName(whole ?? '');
  const partOf = (key: NameKey) => {
    const isInWhole = whole !== null && (key === 'first_name' || key === 'last_name');
    return (isInWhole ? null : answered[key]) ?? split[key];
  };
  const born = mapping.dob === undefined ? null : answers[mapping.dob];
  return {
    ...byColumn(nameColumns, ({ key }) => partOf(key)),
    dob: typeof born === 'string' && /^\d{4}-\d{2}-\d{2}/.test(born) ? born.slice(0, 10) : null,
    gender: genderOf(text('gender')),
    ssn_suffix: /\d{4}$/.exec(text('ssn_suffix'))?.[0] ?? null,
  };
};
export type PersonInAnswers = ReturnType<typeof personIn>;
