import { splitLabel } from '#forms/transfer/read-moment.ts';
import { answerColumns, idColumns, momentLabel } from '#forms/transfer/response-file.ts';
import type { FormDefinition, FormFieldRow } from '#server/forms/definitions.ts';

/** What the columns of a file are for the responses to a form. Places are counted from 0. */
export type ResponsePlan = {
  form: FormDefinition;
  /** Whether they are of people, or records of an internal form. */
  kind: 'client' | 'internal';
  header: readonly string[];
  /** The zone of the times in the file, where it names one; else they are the organization's. */
  zone: string | null;
  places: { client: number | null; response: number | null; completed_at: number | null };
  /** `force`: what is stored is replaced, also by nothing; else only what is blank is filled in. */
  fields: { place: number; entry: FormFieldRow; force: boolean }[];
};

/** The first row that a download of a form has today. */
export const downloadHeader = (form: FormDefinition, kind: ResponsePlan['kind']): string[] => [
  ...idColumns[kind],
  ...answerColumns(form.form_fields).map(({ label }) => label),
];

/** The zone that the column at a place names for its times. */
export const zoneAt = (header: readonly string[], place: number | null): string | null =>
  place === null ? null : splitLabel(header[place] ?? '').zone;

/** The columns of a file whose first row is that of a download. */
export const planOfDownload = (
  form: FormDefinition,
  { kind, header }: { kind: ResponsePlan['kind']; header: readonly string[] },
): ResponsePlan => {
  const ids: readonly string[] = idColumns[kind];
  const entries = new Map(form.form_fields.map((entry) => [entry.field_id, entry]));
  const placeOf = (label: string) => (ids.includes(label) ? ids.indexOf(label) : null);
  return {
    form,
    kind,
    header: downloadHeader(form, kind),
    zone: zoneAt(header, placeOf(momentLabel)),
    places: {
      client: placeOf('Client ID'),
      response: placeOf(kind === 'client' ? 'Form Response ID' : 'Record ID'),
      completed_at: placeOf(momentLabel),
    },
    fields: answerColumns(form.form_fields).map(({ field_id }, index) => ({
      place: ids.length + index,
      entry: entries.get(field_id) as FormFieldRow,
      force: true,
    })),
  };
};
