import { isDeepStrictEqual } from 'node:util';
import { evaluation } from '#forms/answers/evaluate.ts';
import type { Answers } from '#forms/definition/answer.ts';
import { errorIn } from '#forms/error-cell.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import type { Issue } from '#forms/issue.ts';
import { compiledForm } from '#forms/logic/compile.ts';
import { joined } from '#forms/transfer/cell.ts';
import { readCell } from '#forms/transfer/read-cell.ts';
import { readMoment, saysMoment } from '#forms/transfer/read-moment.ts';
import { answerWriter, exportedNames } from '#forms/transfer/response-file.ts';
import { saysStored } from '#forms/transfer/stored-cell.ts';
import { visibleClients, visibleInternalRecords, visibleResponses } from '#server/access/scopes.ts';
import { inTurns } from '#server/forms/answers.ts';
import { evaluationContext } from '#server/forms/context.ts';
import type { FormFieldRow } from '#server/forms/definitions.ts';
import { keeping } from '#server/forms/kept-results.ts';
import { type PickableRecords, pickableRecords } from '#server/forms/records.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import { noEffects, type ResponseWrite, writeResponses } from '#server/responses/store.ts';
import type { TableRow } from '#server/schema/json-columns.ts';
import {
  type CheckedRow,
  cellError,
  columnAt,
  type Difference,
  type ImportContext,
  type Importer,
  idIn,
  type RowError,
  raggedness,
  twice,
} from './importing.ts';
import type { ResponsePlan } from './response-plan.ts';

type Response = Row<'responses'>;
type Client = Row<'clients'>;
type IdentifiedRow = { row: TableRow; client_id: number | null; response_id: number | null };
/** What rows may speak of, as far as the importer may see it. */
type RowContext = { known: KnownRecords; seen: Map<number, number> };
type KnownRecords = {
  clients: ReadonlyMap<number, Client>;
  responses: ReadonlyMap<number, Response>;
  records: PickableRecords;
};

/** Of a long answer. */
const maxShown = 500;
const noPerson = 'There is no person with this ID that you can see';
const noResponse = {
  client: 'There is no response with this ID for this person and form that you can change',
  internal: 'There is no record with this ID in this form that you can change',
};
const fileTypes: readonly FieldTypeName[] = ['attachment', 'signature'];

const isNumber = (id: number | null): id is number => id !== null && !Number.isNaN(id);

/** Whether a cell says what is stored. */
const isStored = (cell: string, entry: FormFieldRow, { response, today }: { response: Response; today: string }) => {
  const { field, field_id } = entry;
  const stored = response.answers[field_id];
  if (saysStored(cell, entry, { stored, today })) return true;
  // The table of an export with files names them as they lie in it.
  return fileTypes.includes(field.field_type) && cell === joined(exportedNames(response.id, field_id, filesOf(stored)));
};

type Cells = { given: Answers; errors: RowError[]; misread: Set<number> };

/** The answers that the cells of a row stand for. What stays as it is, is not among them. */
const cellsOf = (
  { fields, header }: ResponsePlan,
  { row }: IdentifiedRow,
  { response, today }: { response: Response | null; today: string },
): Cells => {
  const read: Cells = { given: {}, errors: [], misread: new Set() };
  const answers = response?.answers ?? {};
  for (const { place, entry, force } of fields) {
    const { field, field_id } = entry;
    const text = row.cells[place] ?? '';
    const before = answers[field_id] ?? null;
    if (before !== null && (!force || (response && isStored(text, entry, { response, today })))) continue;
    const error = errorIn(text);
    const cell = error === null ? readCell(text, field) : { message: error };
    if (cell.message !== undefined) {
      read.errors.push({ column: columnAt(header, place), message: cell.message });
      read.misread.add(field_id);
      read.given[field_id] = text;
    } else if (!(cell.value === null && before === null)) read.given[field_id] = cell.value;
  }
  return read;
};

/** Records that cells pick, under the words that name them. */
const withRecords = (
  { fields, header }: ResponsePlan,
  { given, errors, misread }: Cells,
  records: PickableRecords,
): void => {
  for (const { place, entry } of fields) {
    const { field, field_id } = entry;
    const { record_id } = (given[field_id] ?? {}) as { record_id?: number };
    if (!field.internal_option || misread.has(field_id) || record_id === undefined) continue;
    const picked = records(field, record_id);
    if (picked) given[field_id] = picked;
    else {
      errors.push({ column: columnAt(header, place), message: 'There is no record with this ID that you can see' });
      misread.add(field_id);
    }
  }
};

/** Brings what is wrong with answers to the columns that they came in. */
const errorOf = ({ fields, header }: ResponsePlan, { path, message }: Issue): RowError => {
  const id = Number(path.split('.')[1]);
  const found = fields.find(({ entry }) => entry.field_id === id);
  if (found) return { column: columnAt(header, found.place), message };
  return { column: '', message };
};

const idErrors = (plan: ResponsePlan, { client_id, response_id, row }: IdentifiedRow, { known, seen }: RowContext) => {
  const { header, kind, places, form } = plan;
  const errors: RowError[] = [];
  const at = (place: number | null, message: string) =>
    errors.push(cellError({ header, cells: row.cells }, place, message));
  const response = isNumber(response_id) ? known.responses.get(response_id) : undefined;
  if (kind === 'client' && client_id === null)
    at(places.client, 'The person is missing. Fill in their ID, or remove the row.');
  else if (kind === 'client' && !known.clients.has(client_id as number)) at(places.client, noPerson);
  else if (response_id !== null && (!response || (kind === 'client' && response.client_id !== client_id)))
    at(places.response, noResponse[kind]);
  if (errors.length === 0 && isNumber(response_id)) {
    const again = twice(seen, response_id, row);
    if (again) at(places.response, again);
  }
  if (response_id === null && !form.active) at(null, 'This form is inactive: it doesn’t accept new responses');
  return errors;
};

/** Reads when a row was recorded: undefined where that stays, or is now. */
type Time = { errors: RowError[]; completed_at?: string };
const timeOf = (
  { places, header }: ResponsePlan,
  { row }: IdentifiedRow,
  { response, zone }: { response: Response | null; zone: string },
): Time => {
  const text = places.completed_at === null ? '' : (row.cells[places.completed_at] ?? '').trim();
  if (text === '' || (response && saysMoment(text, zone, response.completed_at))) return { errors: [] };
  const read = readMoment(text, zone);
  if (read.message !== undefined)
    return { errors: [cellError({ header, cells: row.cells }, places.completed_at, read.message)] };
  const completed_at = String(read.value);
  if (Date.parse(completed_at) > Date.now())
    return {
      errors: [{ column: columnAt(header, places.completed_at), message: 'Time Recorded must not be in the future' }],
    };
  return { errors: [], completed_at };
};

const known = async (
  context: ImportContext,
  plan: ResponsePlan,
  { readings, locks }: { readings: IdentifiedRow[]; locks: boolean },
): Promise<KnownRecords> => {
  const { tx, caller } = context;
  const isOfPeople = plan.kind === 'client';
  const clients = isOfPeople
    ? await ofOrganization(tx, 'clients', caller)
        .selectAll()
        .where('id', '=', among([...new Set(readings.map(({ client_id }) => client_id).filter(isNumber))]))
        .where(visibleClients(caller, 'read'))
        .execute()
    : [];
  const response_ids = readings.map(({ response_id }) => response_id).filter(isNumber);
  const responses =
    response_ids.length === 0
      ? []
      : await ofOrganization(tx, 'responses', caller)
          .selectAll()
          .where('form_id', '=', plan.form.id)
          .where('id', '=', among(response_ids))
          .where((isOfPeople ? visibleResponses : visibleInternalRecords)(caller, 'write'))
          .$if(locks, (query) => query.forUpdate())
          .execute();
  const picked = plan.fields.flatMap(({ entry: { field }, place }) =>
    field.internal_option ? readings.map(({ row }) => ({ field, record_id: idIn(row.cells[place]) })) : [],
  );
  return {
    clients: new Map(clients.map((one) => [one.id, one])),
    responses: new Map(responses.map((one) => [one.id, one])),
    records: await pickableRecords(
      context,
      picked.filter((one): one is typeof one & { record_id: number } => isNumber(one.record_id)),
    ),
  };
};

const checkRow = async (
  context: ImportContext,
  plan: ResponsePlan,
  { reading, known, seen }: RowContext & { reading: IdentifiedRow },
): Promise<CheckedRow<ResponseWrite>> => {
  const { row, client_id, response_id } = reading;
  const ragged = raggedness(row, plan.header);
  if (ragged.length > 0) return { row, errors: ragged };
  const ids = idErrors(plan, reading, { known, seen });
  const found = isNumber(response_id) ? (known.responses.get(response_id) ?? null) : null;
  const response = ids.length === 0 ? found : null;
  const { time_zone } = context.caller.organization;
  const today = todayIn(time_zone);
  const time = timeOf(plan, reading, { response, zone: plan.zone ?? time_zone });
  const cells = cellsOf(plan, reading, { response, today });
  withRecords(plan, cells, known.records);
  const errors = [...ids, ...time.errors, ...cells.errors];
  if (ids.length > 0) return { row, errors };
  if (response && errors.length === 0 && Object.keys(cells.given).length === 0 && time.completed_at === undefined)
    return { row, effect: 'unchanged' };
  const client = plan.kind === 'client' ? (known.clients.get(client_id as number) as Client) : null;
  const isAsked = compiledForm(plan.form).scopes.has('client');
  const { answers, issues, calculations } = await inTurns(
    evaluation(plan.form, {
      given: cells.given,
      saved: response ? response.answers : null,
      context: keeping(evaluationContext(context, isAsked ? client : null, response), plan.form, response),
      standing: new Set(Object.keys(cells.given).map(Number)),
    }),
  );
  const told = issues.filter(({ path }) => !cells.misread.has(Number(path.split('.')[1])));
  errors.push(...told.map((issue) => errorOf(plan, issue)));
  if (errors.length > 0) return { row, errors };
  // A locked or hidden question stays as it is, whatever its cell says.
  if (response && time.completed_at === undefined && isDeepStrictEqual(answers, response.answers))
    return { row, effect: 'unchanged' };
  const write = { before: response, client_id, answers, calculations, completed_at: time.completed_at };
  return { row, effect: response ? 'updated' : 'created', write };
};

/** What a row changes of a response, also by rules: each answer as a download writes it. */
const differenceOf = ({ form }: ResponsePlan, { before, answers, completed_at }: ResponseWrite): Difference | null => {
  if (!before) return null;
  const written = (field: FormFieldRow['field'], value: unknown) => {
    const text = String(answerWriter(field)(value) ?? '');
    return text === '' ? null : text.slice(0, maxShown);
  };
  const values = form.form_fields.map(({ field, field_id }) => ({
    field: field.name,
    now: written(field, before.answers[field_id]),
    planned: written(field, answers[field_id]),
  }));
  const time =
    completed_at === undefined ? [] : [{ field: 'Time Recorded', now: before.completed_at, planned: completed_at }];
  return { item_id: before.id, values: [...time, ...values.filter(({ now, planned }) => now !== planned)] };
};

/** Rows that are responses to a form: those with an id change one, the others make one. */
export const responsesImporting = (plan: ResponsePlan): Importer<ResponseWrite> => {
  const seen = new Map<number, number>();
  return {
    check: async (context, rows, locks) => {
      const { places } = plan;
      const cell = ({ cells }: TableRow, place: number | null) => (place === null ? null : idIn(cells[place]));
      const readings = rows.map((row) => ({
        row,
        client_id: cell(row, places.client),
        response_id: cell(row, places.response),
      }));
      const all = await known(context, plan, { readings, locks });
      const checked: CheckedRow<ResponseWrite>[] = [];
      for (const reading of readings) checked.push(await checkRow(context, plan, { reading, known: all, seen }));
      return checked;
    },
    difference: (write) => differenceOf(plan, write),
    write: async (context, writes) => {
      await writeResponses(context, { form: plan.form, writes }, { effects: noEffects });
    },
  };
};
