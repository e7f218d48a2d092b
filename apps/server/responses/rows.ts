import { sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';
import { among, type Row } from '#server/kit/rows.ts';
import { asTable, type Writing } from './slots.ts';

type Response = Row<'responses'>;

/** The columns that many responses are written with, and their types. */
const columnTypes = {
  id: 'bigint',
  client_id: 'bigint',
  administrator_id: 'bigint',
  updated_by_id: 'bigint',
  completed_at: 'timestamptz',
  created_at: 'timestamptz',
  answers: 'jsonb',
  calculation_results: 'jsonb',
  result_versions: 'jsonb',
  title: 'text',
  public_form_id: 'bigint',
  reference: 'text',
  language: 'text',
  copied_from_id: 'bigint',
} as const satisfies Partial<Record<keyof Response, string>>;

type Column = keyof typeof columnTypes;
const namesOf = (columns: readonly Column[]) => columns.map((name) => sql.ref(name));
const typed = (columns: readonly Column[]) =>
  columns.map((name) => sql`${sql.ref(name)} ${sql.raw(columnTypes[name])}`);

type NewRow = Partial<Record<Column, unknown>> & { client_id: number | null };

/**
 * Adds responses as they are given, all with the same columns, and without what is derived from their answers.
 * @returns the rows in the order in which they were given; `stored_at` is their `completed_at` to the microsecond
 */
export const insertRows = async (
  { tx, organization_id }: Writing,
  form_id: number,
  rows: readonly NewRow[],
): Promise<(Response & { stored_at: string })[]> => {
  const [first] = rows;
  if (!first) return [];
  const names = (Object.keys(columnTypes) as Column[]).filter((name) => name in first);
  const selected = names.map((name) =>
    name === 'completed_at' ? sql`coalesce(completed_at, now())` : sql`${sql.ref(name)}`,
  );
  const given = rows.map((row, place) => ({ ...row, place }));
  const { rows: stored } = await sql<Response & { stored_at: string }>`
    insert into responses (organization_id, form_id, ${sql.join(namesOf(names))})
    ${'id' in first ? sql`overriding system value` : sql``}
    select ${organization_id}::bigint, ${form_id}::bigint, ${sql.join(selected)}
      from ${asTable(given, [sql`place integer`, ...typed(names)])}
     order by place
    returning *, completed_at::text as stored_at`.execute(tx);
  // Ids are given in the order of the rows, whatever the order in which they are returned.
  const inOrder = stored.toSorted((a, b) => a.id - b.id);
  const byId = new Map(stored.map((row) => [row.id, row]));
  return rows.map(({ id, client_id }, place) => {
    const row = id === undefined ? inOrder[place] : byId.get(id as number);
    if (row?.client_id !== client_id) throw new Error('The new responses do not come in the order of their rows');
    return row;
  });
};

const changedColumns = ['id', 'answers', 'calculation_results', 'result_versions', 'completed_at', 'title'] as const;

/**
 * Changes responses that the transaction holds, and their versions. Where `completed_at` is null, the stored one stays, to
 * the microsecond.
 * @returns the rows in the order in which they were given
 */
export const updateRows = async (
  { tx, organization_id }: Writing,
  { person_id, rows }: { person_id: number | null; rows: readonly Record<(typeof changedColumns)[number], unknown>[] },
): Promise<Response[]> => {
  const { rows: stored } = await sql<Response>`
    update responses
       set answers = given.answers, calculation_results = given.calculation_results,
           result_versions = given.result_versions, replaced_results = null,
           completed_at = coalesce(given.completed_at, responses.completed_at),
           title = given.title, updated_by_id = ${person_id}::bigint, updated_at = now(),
           lock_version = responses.lock_version + 1
      from ${asTable(rows, typed(changedColumns))}
     where responses.organization_id = ${organization_id} and responses.id = given.id
    returning responses.*`.execute(tx);
  const byId = new Map(stored.map((row) => [row.id, row]));
  return rows.map(({ id }) => byId.get(id as number) as Response);
};

// What is written from here on is no change of a response: its version and its time of change stay.

/** Writes the titles of records again, where they are others. */
export const storeTitles = async (
  { tx, organization_id }: Writing,
  titles: readonly { id: number; title: string | null }[],
): Promise<void> => {
  const ids = titles.map(({ id }) => id);
  await sql`
    update responses set title = built.title
      from unnest(${ids}::bigint[], ${titles.map(({ title }) => title)}::text[]) as built (id, title)
     where organization_id = ${organization_id} and responses.id = built.id
       and responses.title is distinct from built.title`.execute(tx);
};

/** Writes answers again that stand in another order, or are written in another way. */
export const storeAnswers = async (
  { tx }: Pick<Writing, 'tx'>,
  rows: readonly { id: number; answers: Record<string, unknown> }[],
): Promise<void> => {
  const given = sql<{ id: number; answers: unknown }>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`;
  await tx
    .updateTable('responses')
    .from(given.as<'given'>(sql`given (id bigint, answers jsonb)`))
    .set((eb) => ({ answers: eb.ref('given.answers') }))
    .whereRef('responses.id', '=', 'given.id')
    .execute();
};

/** Results of a response with their versions. What they replace is written where it is given: null for nothing. */
type ResultsToStore = Pick<Response, 'id' | 'calculation_results' | 'result_versions'> &
  Partial<Pick<Response, 'replaced_results'>>;

/** Writes the results of responses again, where they are others; all of them with what they replace, or none. */
export const storeResults = async (
  { tx, organization_id }: Writing,
  rows: readonly ResultsToStore[],
): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  const columns = ['calculation_results', 'result_versions', 'replaced_results'].filter((name) => name in first);
  const differ = columns.map((name) => sql`responses.${sql.ref(name)} is distinct from given.${sql.ref(name)}`);
  await sql`
    update responses set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))}
      from ${asTable(rows, [sql`id bigint`, ...columns.map((name) => sql`${sql.ref(name)} jsonb`)])}
     where organization_id = ${organization_id} and responses.id = given.id and (${sql.join(differ, sql` or `)})`.execute(
    tx,
  );
};

/** Gives responses of some people to another person, with their typed columns; those that are no longer theirs stay. */
export const moveResponses = async (
  tx: Tx,
  { ids, from, to }: { ids: readonly number[]; from: readonly number[]; to: number },
): Promise<void> => {
  for (const table of ['responses', 'response_slots'] as const)
    await tx
      .updateTable(table)
      .set({ client_id: to })
      .where('client_id', '=', among(from))
      .where('id', '=', among(ids))
      .execute();
};
