import { answerColumns, idColumns } from '#forms/transfer/response-file.ts';
import type { FormDefinition, FormFieldRow } from '#server/forms/definitions.ts';

/** What the columns of a file are for the responses to a form. Places are counted from 0. */
export type ResponsePlan = {
  form: FormDefinition;
  /** Whether they are of people, or records of an internal form. */
  kind: 'client' | 'internal';
  header: readonly string[];
  places: { client: number | null; response: number | null; completed_at: number | null };
  /** `force`: what is stored is replaced, also by nothing; else only what is blank is filled in. */
  fields: { place: number; entry: FormFieldRow; force: boolean }[];
};

/** The first row that a download of a form has today. */
export const downloadHeader = (form: FormDefinition, kind: ResponsePlan['kind']): string[] => [
  ...idColumns[kind],
  ...answerColumns(form.form_fields).map(({ label }) => label),
];

/** The columns of a file whose first row is that of a download. */
export const planOfDownload = (form: FormDefinition, kind: ResponsePlan['kind']): ResponsePlan => {
  const ids: readonly string[] = idColumns[kind];
  const entries = new Map(form.form_fields.map((entry) => [entry.field_id, entry]));
  const placeOf = (label: string) => (ids.includes(label) ? ids.indexOf(label) : null);
  return {
    form,
    kind,
    header: downloadHeader(form, kind),
    places: {
      client: placeOf('Client ID'),
      response: placeOf(kind === 'client' ? 'Form Response ID' : 'Record ID'),
      completed_at: placeOf('Time Recorded'),
    },
    fields: answerColumns(form.form_fields).map(({ field_id }, index) => ({
      place: ids.length + index,
      entry: entries.get(field_id) as FormFieldRow,
      force: true,
    })),
  };
};
