import { type Expression, type SqlBool, sql } from 'kysely';
import type { HandlerInput } from '#contract/kit/route.ts';
import { type TimelineKind, timelineKinds, type timelineRoutes } from '#contract/resources/timeline.ts';
import { holds } from '#server/access/demands.ts';
import { visibleResponses } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';

export type TimelineQuery = HandlerInput<typeof timelineRoutes.page>['query'] & { client_id: number };

/** An entry before anything is read of it: which row it tells of, when that was to the microsecond, and who did it. */
export type Key = { kind: TimelineKind; id: number; at: string; user_id: number | null };

/** Where the entries of a kind are: rows of a table, which an index gives by their moment and their id. */
type Source = { table: string; at: string; by: string; where: Expression<SqlBool> };

/** Kinds in the order in which they stand when they have the same moment. */
const kinds = Object.keys(timelineKinds) as TimelineKind[];

const values = sql.raw('coalesce(versions.new_values, versions.old_values)::text');
const ofVersions = (where: Expression<SqlBool>): Source => ({
  table: 'versions',
  at: 'created_at',
  by: 'user_id',
  where,
});

const changed = sql.raw(`versions.old_values is not null and versions.new_values::text`);

/**
 * What another entry tells of a household already: a change of head, which is told of the new head alone and not of each
 * member whose relationship follows, and a merge, which gives the membership of one record to another.
 */
const isTold = (organization_id: number) => sql`coalesce(
  (${changed} ~ '^\\{"member\\.[0-9]+": \\{"client_id": [0-9]+\\}\\}$')
  or (${changed} ~ '^\\{"member\\.[0-9]+": \\{("is_head": false)?(, )?("relationship": (null|"[a-z_]+"))?\\}\\}$'
      and exists (select from versions head
                   where head.organization_id = ${organization_id} and head.transaction_id = versions.transaction_id
                     and head.item_type = 'households' and head.item_id = versions.item_id
                     and head.old_values is not null and head.new_values::text ~ '"is_head": true')), false)`;

/** The entries of a kind that the caller may see; null for who may see none. */
const sourceOf = (kind: TimelineKind, { client_id }: TimelineQuery, { caller }: MemberContext): Source | null => {
  const organization_id = caller.organization.id;
  const ofPerson = sql`item_type = 'clients' and item_id = ${client_id}`;
  const memberships = sql`from household_members own where own.organization_id = ${organization_id} and own.client_id = ${client_id}`;
  switch (kind) {
    case 'responses':
      return {
        table: 'responses',
        at: 'completed_at',
        by: 'administrator_id',
        where: sql`client_id = ${client_id} and ${visibleResponses(caller, 'read')}`,
      };
    case 'notes':
      if (!holds(caller, { entity: 'notes', action: 'read' })) return null;
      return { table: 'notes', at: 'created_at', by: 'user_id', where: sql`client_id = ${client_id}` };
    case 'household':
      // What a household did before somebody came, and after they had left, is not theirs.
      return ofVersions(sql`item_type = 'households' and item_id = any(array(select own.household_id ${memberships}))
        and event = 'update' and not starts_with(${values}, '{"relationship.') and not ${isTold(organization_id)}
        and exists (select ${memberships} and own.household_id = versions.item_id and own.created_at <= versions.created_at
                       and (own.ended_on is null or versions.created_at <= own.updated_at))`);
    case 'merges':
      return ofVersions(sql`${ofPerson} and starts_with(${values}, '{"merge.')`);
    case 'changes':
      // Without what belongs to the person and has kinds of its own.
      return ofVersions(sql`${ofPerson} and ${values} !~ '^\\{"[a-z_]+\\.'`);
  }
};

/** The days that are asked for, in the organization's calendar. */
const within = ({ from, to }: TimelineQuery, at: Expression<unknown>, zone: string) =>
  sql<SqlBool>`${from ? sql`${at} >= ${from}::date::timestamp at time zone ${zone}` : sql`true`} and ${
    to ? sql`${at} < (${to}::date + 1)::timestamp at time zone ${zone}` : sql`true`
  }`;

/** What stands under a cursor: of its own kind by the id, and of others by their order, where the moment is the same. */
const under = (kind: TimelineKind, { cursor }: TimelineQuery, at: Expression<unknown>) => {
  if (!cursor) return sql<SqlBool>`true`;
  const moment = sql`${cursor.at}::timestamptz`;
  const by = kinds.indexOf(kind) - kinds.indexOf(cursor.kind);
  if (by === 0) return sql<SqlBool>`(${at}, id) < (${moment}, ${cursor.id}::bigint)`;
  return by > 0 ? sql<SqlBool>`${at} <= ${moment}` : sql<SqlBool>`${at} < ${moment}`;
};

const by = ({ user_id }: TimelineQuery, column: Expression<unknown>) =>
  user_id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${column} = ${user_id}`;

type RankedSource = { kind: TimelineKind; rank: number; source: Source };
const chosen = (among: readonly TimelineKind[], query: TimelineQuery, context: MemberContext): RankedSource[] =>
  among.flatMap((kind) => {
    const source = sourceOf(kind, query, context);
    return source ? [{ kind, rank: kinds.indexOf(kind), source }] : [];
  });

/** The newest entries under the cursor, at most so many: of each kind no more than that are read. */
export const newestKeys = async (query: TimelineQuery, context: MemberContext, limit: number): Promise<Key[]> => {
  const { organization } = context.caller;
  const parts = chosen(query.kinds ?? kinds, query, context).map(({ kind, rank, source }) => {
    const [at, who] = [sql.ref(`${source.table}.${source.at}`), sql.ref(`${source.table}.${source.by}`)];
    return sql`(select ${kind}::text as kind, ${rank}::int as rank, id, ${at} as moment, ${who} as user_id
      from ${sql.table(source.table)}
      where organization_id = ${organization.id} and ${source.where} and ${within(query, at, organization.time_zone)}
        and ${under(kind, query, at)} and ${by(query, who)}
      order by ${at} desc, id desc limit ${limit})`;
  });
  if (parts.length === 0) return [];
  const { rows } = await sql<Key>`
    select kind, id, user_id, to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
      from (${sql.join(parts, sql` union all `)}) entries
     order by moment desc, rank, id desc limit ${limit}`.execute(context.tx);
  return rows;
};

/** How many entries there are, and the ids of all who made any in the time that is asked for. */
export const countEntries = async (query: TimelineQuery, context: MemberContext) => {
  const { organization } = context.caller;
  const parts = chosen(kinds, query, context).map(({ kind, source }) => {
    const [at, who] = [sql.ref(`${source.table}.${source.at}`), sql.ref(`${source.table}.${source.by}`)];
    return sql`(select ${kind}::text as kind, ${who} as user_id, count(*) as count from ${sql.table(source.table)}
      where organization_id = ${organization.id} and ${source.where} and ${within(query, at, organization.time_zone)}
      group by ${who})`;
  });
  const { rows } = await sql<
    Pick<Key, 'kind' | 'user_id'> & { count: number }
  >`${sql.join(parts, sql` union all `)}`.execute(context.tx);
  const counted = rows.filter(
    ({ kind, user_id }) =>
      (query.kinds ?? kinds).includes(kind) && (query.user_id === undefined || query.user_id === user_id),
  );
  return {
    total: counted.reduce((sum, { count }) => sum + count, 0),
    user_ids: [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))],
  };
};
