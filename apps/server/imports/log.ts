import { type RawBuilder, sql } from 'kysely';
import { accountName } from '#server/access/member-names.ts';
import type { Tx } from '#server/kit/db.ts';
import { among } from '#server/kit/rows.ts';
import type { Counts } from '#server/schema/json-columns.ts';
import type { ImportLogEntry } from '../schema/json-columns.ts';
import type { ImportRow } from './stored.ts';

/** So many are kept, the newest. */
const most = 100;

const entry = (user_id: number, what: string): ImportLogEntry => ({ at: new Date().toISOString(), user_id, what });

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
] as const;

/** "4,812 new, 133 changed". Of a file with errors nothing is written: "4,945 without errors, 27 with errors". */
export const countsInWords = (counts: Counts): string => {
  const { created, updated, deleted, unchanged, failed } = counts;
  const figure = (count: number) => count.toLocaleString('en-US');
  if (failed > 0)
    return `${figure(created + updated + deleted + unchanged)} without errors, ${figure(failed)} with errors`;
  return (
    parts
      .filter(([key]) => counts[key] > 0)
      .map(([key, word]) => `${figure(counts[key])} ${word}`)
      .join(', ') || 'no rows'
  );
};

/** What the log says when an import is started. */
export const started = 'Import started';

/** Returns who ran an import last; who made it, where it never ran. */
export const ranBy = ({ log, created_by_id }: Pick<ImportRow, 'log' | 'created_by_id'>): number =>
  log.findLast(({ what }) => what === started)?.user_id ?? created_by_id;

/** The log of an import with the names of who did it. */
export const shownLog = async (tx: Tx, { log }: Pick<ImportRow, 'log'>) => {
  const people = await tx
    .selectFrom('users')
    .select(['id', accountName('users').as('name')])
    .where('id', '=', among([...new Set(log.map(({ user_id }) => user_id))]))
    .execute();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return log.map(({ at, user_id, what }) => ({ at, what, by: names.get(user_id) ?? null }));
};
