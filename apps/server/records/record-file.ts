import { type RawBuilder, sql } from 'kysely';
import type { Action } from '#contract/kit/privileges.ts';
import type { RecordFileQuery } from '#contract/resources/record-files.ts';
import { type ConsentExclusion, leftOutLine } from '#server/access/consent-exclusion.ts';
import { seeingLeftOut } from '#server/access/consents.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { smallNumbersBelow } from '#server/access/small-numbers.ts';
import { findFor } from '#server/kit/crud.ts';
import { fetchedAhead } from '#server/kit/cursor.ts';
import { once } from '#server/kit/db.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { always, conditionOn, ofOrganization, type Where } from '#server/kit/rows.ts';
import type { ColumnDescription } from '#server/kit/sheets/described.ts';
import type { Sheet } from '#server/kit/sheets/sheet.ts';
import { wholePeopleList } from '#server/people/listing.ts';

export type CallerContext = Pick<MemberContext, 'tx' | 'caller' | 'keys'>;

/** A file of records: what it is called, what its columns mean, and its rows as the caller may see them. */
export type RecordFile = {
  name: string;
  columns: readonly ColumnDescription[];
  /** Refuses who may not have it before a row is read. The transaction must last as long as they are read. */
  sheet: (context: CallerContext, query: RecordFileQuery) => Promise<Sheet>;
};

/**
 * The conditions of the people whom a file is about: those of a list whom the caller may read and do this with, or one
 * of them. They stand in a query of people and nothing else. Throws not_found for one whom the caller may not see.
 */
export const peopleOf = async (
  context: CallerContext,
  { client_id, ...listed }: RecordFileQuery,
  action: Action,
): Promise<Where<'clients'>[]> => {
  const allowed = visibleClients(context.caller, action);
  if (client_id === undefined) return [...(await wholePeopleList(listed, context)), allowed];
  await findFor({ table: 'clients', scope: visibleClients }, client_id, { ...context, action });
  return [visibleClients(context.caller, 'read'), allowed, conditionOn('clients')('id', '=', client_id)];
};

/** How many of the people whom a file is about are left out, because they have not agreed to it. */
export const peopleLeftOut = async (
  context: CallerContext,
  query: RecordFileQuery,
): Promise<ConsentExclusion | null> => {
  const caller = seeingLeftOut(context.caller);
  if (!caller) return null;
  const { client_id, ...listed } = query;
  const only = client_id === undefined ? always : conditionOn('clients')('id', '=', client_id);
  const conditions = await wholePeopleList(listed, { ...context, caller });
  const { people } = await ofOrganization(context.tx, 'clients', caller)
    .where(conditionOn('clients').and([...conditions, only]))
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .executeTakeFirstOrThrow();
  return leftOutLine(people, caller, await smallNumbersBelow(context));
};

/** The ids of the people whom a file is about. @see peopleOf */
export const peopleIds = async (context: CallerContext, query: RecordFileQuery, action: Action) => {
  const conditions = await peopleOf(context, query, action);
  return ofOrganization(context.tx, 'clients', context.caller)
    .where(conditionOn('clients').and(conditions))
    .select('id');
};

/** The rows of a statement, some at a time, each some turned into what is written of them. */
export async function* readRows<R, W>(
  { tx }: Pick<CallerContext, 'tx'>,
  statement: RawBuilder<unknown>,
  written: (rows: R[]) => Promise<W[]>,
): AsyncGenerator<W[]> {
  const ask = async (part: RawBuilder<unknown>) => (await sql<R>`${sql.raw(once)}${part}`.execute(tx)).rows;
  for await (const rows of fetchedAhead<R>(ask, statement)) yield written(rows);
}
