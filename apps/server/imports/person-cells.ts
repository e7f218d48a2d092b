import { type clients, genders, notAnswered } from '#contract/resources/clients.ts';
import { castBoolean } from '#forms/field-types/checkbox.ts';
import { readDate } from '#forms/transfer/read-dates.ts';

export type PersonColumn = keyof typeof clients.fields.shape;

const words = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
/** Labels by what a cell may call them: the value or the label, in any case. */
const named = (labels: Record<string, string>) =>
  new Map(
    Object.entries(labels).flatMap(([value, label]) => [
      [words(value), value],
      [words(label), value],
    ]),
  );
const genderNamed = named(genders);
const notAnsweredNamed = named(notAnswered);

/** A cell as the column takes it; what cannot be read is left to the column's own check. */
const read: Partial<Record<PersonColumn, (cell: string) => unknown>> = {
  dob: (cell) => readDate(cell),
  dod: (cell) => readDate(cell),
  gender: (cell) => ({ value: genderNamed.get(words(cell)) ?? cell }),
  active: (cell) => ({ value: castBoolean(cell.trim().toLowerCase()) }),
  // Other systems have the whole number, of which no more than its end is kept here.
  ssn_suffix: (cell) => ({
    value: /^[\dx]{3}-?[\dx]{2}-?(\d{4})$/i.exec(cell.trim())?.[1] ?? notAnsweredNamed.get(words(cell)) ?? cell.trim(),
  }),
};
/** Returns what a cell says of a person in a column, or what is wrong with it. */
export const readPersonCell = (column: PersonColumn, cell: string) =>
  (read[column]?.(cell) ?? { value: cell.trim() }) as { value: unknown; message?: undefined } | { message: string };
