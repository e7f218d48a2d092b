import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { pageSize, type Sort } from '#contract/kit/list.ts';
import type { DB } from './db.ts';
import { Problem } from './problem.ts';

// biome-ignore lint/suspicious/noExplicitAny: how many tables a statement joins is of no account here
type SelectQuery<O> = SelectQueryBuilder<DB, any, O>;

/** A list that is asked for whole may hold this many. */
export const wholeListLimit = 5000;

/**
 * What a list of the platform is ordered by, which joins tables of its own.
 * @param columns the SQL of each column that may be sorted by, as written here, never as asked
 * @param last the column that tells rows apart which are alike otherwise
 */
export const ordering = (
  columns: Readonly<Record<string, string>>,
  { sort, usual, last }: { sort: Sort | undefined; usual: Sort; last: string },
): RawBuilder<unknown> =>
  sql.join([
    ...(sort?.length ? sort : usual).map(
      ({ field, order }) => sql`${sql.raw(columns[field] as string)} ${sql.raw(order)}`,
    ),
    sql.raw(last),
  ]);

/** One page of what a statement finds, which must be in order, and how many there are in all. */
export const paged = async <O>(matching: SelectQuery<O>, paging: { page: number; page_size?: number | undefined }) => {
  const { page, page_size = pageSize } = paging;
  const [data, counted] = await Promise.all([
    matching
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
    matching
      .clearSelect()
      .clearOrderBy()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  const { count } = counted as { count: number };
  return { data, metadata: { page, page_size, total_count: count, total_pages: Math.ceil(count / page_size) } };
};

/** All that a statement finds, as long as they are few enough to be sent at once. */
export const whole = async <O>(matching: SelectQuery<O>): Promise<O[]> => {
  const rows = await matching.limit(wholeListLimit + 1).execute();
  if (rows.length > wholeListLimit)
    throw new Problem('invalid', {
      base: [`More than ${wholeListLimit} match. Request them a page at a time, at /page/1.`],
    });
  return rows as O[];
};
