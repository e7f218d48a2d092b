import { sql } from 'kysely';
import type { Answers } from '#forms/definition/answer.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import { joined } from '#forms/transfer/cell.ts';
import { type DictionaryRow, dictionaryLabels, dictionaryOf } from '#forms/transfer/dictionary.ts';
import { zonedLabel } from '#forms/transfer/read-moment.ts';
import {
  type AnswerColumn,
  answerColumns,
  answerWriter,
  exportedNames,
  holdsFiles,
  idColumns,
  momentLabel,
  type ResponseFileKind,
} from '#forms/transfer/response-file.ts';
import {
  visibleClients,
  visibleInternalRecords,
  visiblePublicInstances,
  visibleResponses,
} from '#server/access/scopes.ts';
import { fetchedAhead } from '#server/kit/cursor.ts';
import { once } from '#server/kit/db.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { type Cell, type Sheet, type SheetRow, smallSheet } from '#server/kit/sheets/sheet.ts';
import type { FormDefinition } from './definitions.ts';
import { namesInRules } from './names-in-rules.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;

/** Which responses a file holds: of a form, of one publish setting of it where that is said, between two days. */
export type ResponseSelection = {
  kind: ResponseFileKind;
  form: FormDefinition;
  public_form_id?: number | undefined;
  /** Days in the time zone of the organization, both included. */
  start_date?: string | undefined;
  end_date?: string | undefined;
  /** Times are written as clocks there show them, and their column says so; without it in UTC. */
  time_zone?: string | undefined;
};

/** When a response counts as recorded. */
const timeOf = ({ kind }: Pick<ResponseSelection, 'kind'>) => (kind === 'internal' ? 'created_at' : 'completed_at');

const scopes = { client: visibleResponses, internal: visibleInternalRecords, public: visiblePublicInstances };

/** The responses that are wanted and that the caller may read. */
export const responsesWanted = ({ tx, caller }: CallerContext, wanted: ResponseSelection) => {
  const { kind, form, public_form_id, start_date, end_date } = wanted;
  const at = sql.ref(`responses.${timeOf(wanted)}`);
  const midnight = (day: string, days: number) =>
    sql`((${day}::date + ${sql.lit(days)})::timestamp at time zone ${caller.organization.time_zone}::text)`;
  let query = ofOrganization(tx, 'responses', caller)
    .where('responses.form_id', '=', form.id)
    .where(scopes[kind](caller, 'read'));
  if (public_form_id !== undefined) query = query.where('responses.public_form_id', '=', public_form_id);
  if (start_date) query = query.where(sql<boolean>`${at} >= ${midnight(start_date, 0)}`);
  if (end_date) query = query.where(sql<boolean>`${at} < ${midnight(end_date, 1)}`);
  return query;
};

/** Whose public responses are, as far as the caller may read the people. */
const linked = ({ tx, caller }: CallerContext) =>
  ofOrganization(tx, 'public_form_links', caller)
    .innerJoin('responses as made', (join) =>
      join
        .onRef('made.organization_id', '=', 'public_form_links.organization_id')
        .onRef('made.id', '=', 'public_form_links.response_id'),
    )
    .innerJoin('clients', (join) =>
      join.onRef('clients.organization_id', '=', 'made.organization_id').onRef('clients.id', '=', 'made.client_id'),
    )
    .where(visibleClients(caller, 'read'))
    .select(['public_form_links.instance_id', 'clients.id as client_id']);

/** The answers are as the database sent them: rows that wait for their turn take little memory so. */
type Response = { id: number; client_id: number | null; at: string; answers: string };

const statementOf = (context: CallerContext, wanted: ResponseSelection) => {
  const at = sql.ref<string>(`responses.${timeOf(wanted)}`);
  // Written by the database, which has less to do here than who reads the rows.
  const written = wanted.time_zone
    ? sql<string>`to_char(${at} at time zone ${wanted.time_zone}::text, 'YYYY-MM-DD"T"HH24:MI:SS.MS')`
    : sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const rows = responsesWanted(context, wanted)
    .select(['responses.id', written.as('at'), sql<string>`responses.answers::text`.as('answers')])
    .orderBy(at)
    .orderBy('responses.id');
  return wanted.kind === 'public'
    ? sql`${rows
        .leftJoin(linked(context).as('linked'), (join) => join.onRef('linked.instance_id', '=', 'responses.id'))
        .select('linked.client_id')}`
    : sql`${rows.select('responses.client_id')}`;
};

const beforeAnswers: Record<ResponseFileKind, (row: Response) => Cell[]> = {
  client: ({ client_id, id, at }) => [client_id, id, at],
  internal: ({ id, at }) => [id, at],
  public: ({ id, client_id, at }) => [id, client_id, at],
};

type Write = (value: unknown, id: number) => Cell;

const writerOf = ({ field_id, field }: AnswerColumn, withFiles: boolean): Write => {
  if (withFiles && holdsFiles(field.field_type))
    return (value, id) => (value == null ? null : joined(exportedNames(id, field_id, filesOf(value))));
  return answerWriter(field);
};

const idKinds = {
  'Time Recorded': 'timestamp',
  'Client ID': 'number',
  'Form Response ID': 'number',
  'Record ID': 'number',
} as const;

/** The columns before the answers. */
const ownColumns = ({ kind, time_zone }: ResponseSelection): Sheet['columns'] =>
  idColumns[kind].map((label) => ({
    label: label === momentLabel && time_zone ? zonedLabel(label, time_zone) : label,
    kind: idKinds[label],
  }));

/** Each row that is written, with its answers. */
export type SeenRow = (id: number, answers: Answers) => void;

/**
 * Responses as a table, in the order in which they were recorded. The transaction must last as long as they are read.
 * @param seen is told of each row: then the cells of files hold the names that those have in the export
 */
export const responseSheet = (context: CallerContext, wanted: ResponseSelection, seen?: SeenRow): Sheet => {
  const answered = answerColumns(wanted.form.form_fields);
  const before = beforeAnswers[wanted.kind];
  const writers = answered.map((column) => [String(column.field_id), writerOf(column, seen !== undefined)] as const);
  const write = (row: Response): SheetRow => {
    const answers = JSON.parse(row.answers) as Answers;
    seen?.(row.id, answers);
    const cells = before(row);
    for (const [key, writer] of writers) cells.push(writer(answers[key], row.id));
    return cells;
  };
  return {
    name: 'Responses',
    columns: [...ownColumns(wanted), ...answered],
    rows: (async function* () {
      const ask = async (statement: ReturnType<typeof sql>) =>
        (await sql<Response>`${sql.raw(once)}${statement}`.execute(context.tx)).rows;
      for await (const rows of fetchedAhead<Response>(ask, statementOf(context, wanted)))
        yield rows.values().map(write);
    })(),
  };
};

/** The same table without rows. */
export const emptyResponseSheet = (wanted: ResponseSelection): Sheet => {
  const columns = [...ownColumns(wanted), ...answerColumns(wanted.form.form_fields)];
  return smallSheet('Responses', { columns, rows: [] });
};

const asText = dictionaryLabels.map((label) => ({ label, kind: 'text' as const }));

/** What the columns of the table mean, and what the form says of them: users and groups by name as far as the caller may see them. */
export const dictionarySheet = async (
  context: CallerContext,
  { kind, form, time_zone }: Pick<ResponseSelection, 'kind' | 'form' | 'time_zone'>,
): Promise<Sheet> => {
  const rows: DictionaryRow[] = dictionaryOf({ kind, time_zone }, form, await namesInRules(context, form));
  return smallSheet('Dictionary', { columns: asText, rows });
};
