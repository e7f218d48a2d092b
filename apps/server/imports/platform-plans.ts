import { personColumns } from '#forms/person-columns.ts';
import { answerColumns } from '#forms/transfer/response-file.ts';
import { type FormDefinition, type FormFieldRow, formDefinitions } from '#server/forms/definitions.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { peopleImporting } from './import-people.ts';
import { responsesImporting } from './import-responses.ts';
import type { PersonColumn } from './person-cells.ts';
import { zoneAt } from './response-plan.ts';
import type { ImportRow, Plan } from './stored.ts';

/** Where the columns of a file may go. */
export type Destination = { id: string; name: string; data_type: string; is_required: boolean; position: number };

/** When a response was recorded, among the fields of its form. */
const recordedAt = 'completed_at';

/** What the kinds of columns of people are called where fields of forms have data types. */
const dataTypes = { text: 'string', choice: 'string', date: 'date', boolean: 'boolean' } as const;

const personDestinations: Destination[] = personColumns.map((column, position) => ({
  id: column.key,
  name: column.label,
  data_type: dataTypes[column.kind],
  is_required: !('optional' in column),
  position,
}));

/** Where the columns of an import may go: the columns of people, or the fields of the form and when it was answered. */
export const destinationsOf = (form: FormDefinition | null): Destination[] => {
  if (!form) return personDestinations;
  const required = new Map(form.form_fields.map(({ field_id, is_required }) => [field_id, is_required]));
  return [
    ...answerColumns(form.form_fields).map(({ field_id, field }, position) => ({
      id: String(field_id),
      name: field.name,
      data_type: field.data_type,
      is_required: required.get(field_id) ?? false,
      position,
    })),
    {
      id: recordedAt,
      name: 'Time Recorded',
      data_type: 'timestamp',
      is_required: false,
      position: form.form_fields.length,
    },
  ];
};

const placed = (column: number | null) => (column === null ? null : column - 1);

const responsesPlan = (row: ImportRow, form: FormDefinition): Plan => {
  const { header } = row;
  const mapped = row.mappings.flatMap(({ origin_id, ...rest }) =>
    origin_id === null ? [] : [{ ...rest, place: origin_id - 1 }],
  );
  const entries = new Map(form.form_fields.map((entry) => [String(entry.field_id), entry]));
  const completed_at = mapped.find(({ destination_id }) => destination_id === recordedAt)?.place ?? null;
  const plan = {
    form,
    kind: 'client' as const,
    header,
    zone: zoneAt(header, completed_at),
    places: { client: placed(row.client_id_column), response: placed(row.response_id_column), completed_at },
    // What has left the form since it was mapped is left alone.
    fields: mapped.flatMap(({ destination_id, place, force }) => {
      const entry: FormFieldRow | undefined = entries.get(destination_id);
      return entry ? [{ place, entry, force }] : [];
    }),
  };
  return { header, importing: () => responsesImporting(plan) };
};

const peoplePlan = (row: ImportRow): Plan => {
  const { header } = row;
  const plan = {
    header,
    place: placed(row.client_id_column) as number,
    duplicates: row.duplicates as 'skip' | 'update' | 'add',
    columns: row.mappings.flatMap(({ destination_id, origin_id, force }) =>
      origin_id === null ? [] : [{ place: origin_id - 1, column: destination_id as PersonColumn, force }],
    ),
  };
  return { header, importing: () => peopleImporting(plan) };
};

/** What an import of the platform team does. Throws not_found when its form is gone. */
export const platformPlan = async ({ tx, caller }: { tx: Tx; caller: Member }, row: ImportRow): Promise<Plan> => {
  if (row.form_id === null) return peoplePlan(row);
  const form = (await formDefinitions(tx, caller.organization.id, [row.form_id])).get(row.form_id);
  if (!form) throw new Problem('not_found');
  return responsesPlan(row, form);
};
