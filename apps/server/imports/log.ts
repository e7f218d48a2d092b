import { type RawBuilder, sql } from 'kysely';
import { accountName } from '#server/access/member-names.ts';
import type { Tx } from '#server/kit/db.ts';
import { among } from '#server/kit/rows.ts';
import type { Counts } from './importing.ts';
import type { ImportRow } from './stored.ts';

/** What was done with an import: when, by whom, and what came of it. */
type Entry = { at: string; user_id: number; what: string };

/** So many are kept, the newest. */
const most = 100;

const entry = (user_id: number, what: string): Entry => ({ at: new Date().toISOString(), user_id, what });

/** The log of an import that is made. */
export const begunLog = (user_id: number, what: string): string => JSON.stringify([entry(user_id, what)]);

/** The log of an import with one entry more. */
export const logged = (user_id: number, what: string): RawBuilder<string> =>
  sql<string>`jsonb_path_query_array(log || ${JSON.stringify([entry(user_id, what)])}::jsonb, ${sql.lit(`$[last - ${most - 1} to last]`)}::jsonpath)`;

const parts = [
  ['created', 'new'],
  ['updated', 'changed'],
  ['deleted', 'deleted'],
  ['unchanged', 'the same'],
  ['failed', 'with errors'],
] as const;

/** "4,812 new, 133 changed, 27 with errors". */
export const countsInWords = (counts: Counts): string =>
  parts
    .filter(([key]) => counts[key] > 0)
    .map(([key, word]) => `${counts[key].toLocaleString('en-US')} ${word}`)
    .join(', ') || 'no rows';

/** The log of an import with the names of who did it. */
export const shownLog = async (tx: Tx, { log }: Pick<ImportRow, 'log'>) => {
  const entries = log as Entry[];
  const people = await tx
    .selectFrom('users')
    .select(['id', accountName('users').as('name')])
    .where('id', '=', among([...new Set(entries.map(({ user_id }) => user_id))]))
    .execute();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return entries.map(({ at, user_id, what }) => ({ at, what, by: names.get(user_id) ?? null }));
};
