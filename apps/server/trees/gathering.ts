import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SmartConditions } from '#contract/resources/data-groups.ts';
import { calendarOf, type OrganizationCalendar } from '#server/kit/calendar.ts';
import type { Database, Tx } from '#server/kit/db.ts';
import { dayAfter, gatheringOf } from './smart-conditions.ts';

/** So many records are looked at in one transaction: a part of a second, and nobody who saves waits for it. */
const batch = 10_000;

const sources = { clients: 'clients', client_forms: 'responses' } as const;
type Type = keyof typeof sources;
const types = Object.keys(sources) as Type[];

/** When a day begins in a time zone. */
const beginOf = (day: string, zone: string) => sql<string>`(${day}::date::timestamp at time zone ${zone}::text)`;

/** The columns of a data group that say which records join by conditions, as they stand on a day. */
export const gatheringColumns = (
  conditions: SmartConditions | null,
  organization: OrganizationCalendar,
  now = new Date(),
) => {
  const { time_zone } = organization;
  const calendar = calendarOf(organization, time_zone, now);
  const nothing = { smart_types: null, smart_creators: [], smart_from: null, smart_until: null, smart_moves_at: null };
  if (!conditions) return nothing;
  const { types, creators, first, last, moves } = gatheringOf(conditions, calendar);
  return {
    smart_types: types,
    smart_creators: creators,
    smart_from: first === null ? null : beginOf(first, time_zone),
    smart_until: last === null ? null : beginOf(dayAfter(last), time_zone),
    smart_moves_at: moves ? beginOf(dayAfter(calendar.today), time_zone) : null,
  };
};

type Group = {
  id: number;
  smart_types: string[] | null;
  smart_creators: number[];
  smart_from: string | null;
  smart_until: string | null;
  smart_version: number;
};

/** From when until when somebody was in a permission group. */
type Span = { user_id: number; from: string | null; until: string | null };

/**
 * Who was in a permission group when, from the history, which keeps each coming and going; who is in it and of whom
 * history knows no coming was in it always.
 */
const spansOf = async (tx: Tx, organization_id: number, group_id: number): Promise<Span[]> => {
  const key = `permission_group_id.${group_id}`;
  const [{ rows: moves }, { rows: held }] = await Promise.all([
    sql<{ user_id: number; came: boolean; at: string }>`
      select item_id as user_id, jsonb_exists(coalesce(new_values, '{}'), ${key}) as came, created_at as at from versions
       where organization_id = ${organization_id} and item_type = 'users'
         and (jsonb_exists(coalesce(new_values, '{}'), ${key}) or jsonb_exists(coalesce(old_values, '{}'), ${key}))
       order by created_at, id`.execute(tx),
    sql<{ user_id: number }>`
      select membership_id as user_id from membership_permission_groups
       where organization_id = ${organization_id} and permission_group_id = ${group_id}`.execute(tx),
  ]);
  const spans: Span[] = [];
  const open = new Map<number, Span>();
  for (const { user_id, came, at } of moves) {
    const span = open.get(user_id);
    if (came && !span) {
      const begun: Span = { user_id, from: at, until: null };
      open.set(user_id, begun);
      spans.push(begun);
    } else if (!came) {
      if (span) span.until = at;
      else spans.push({ user_id, from: null, until: at });
      open.delete(user_id);
    }
  }
  const unknown = held.filter(({ user_id }) => !open.has(user_id));
  return [...spans, ...unknown.map(({ user_id }) => ({ user_id, from: null, until: null }))];
};

/** Who created a record: a response's recorder, a person's by the history. */
const creatorOf = (type: Type, organization_id: number): RawBuilder<number | null> =>
  type === 'client_forms'
    ? sql`record.administrator_id`
    : sql`(select v.user_id from versions v
            where v.organization_id = ${organization_id} and v.item_type = 'clients' and v.item_id = record.id
              and v.event = 'create' order by v.created_at, v.id limit 1)`;

/** Builds the condition under which a record of a type belongs to a group. */
const matching = async (tx: Tx, organization_id: number, group: Group) => {
  const creators = await Promise.all(
    group.smart_creators.map(async (principal) => {
      if (principal > 0) return (creator: RawBuilder<number | null>) => sql<SqlBool>`${creator} = ${principal}`;
      const spans = await spansOf(tx, organization_id, -principal);
      return (creator: RawBuilder<number | null>) => sql<SqlBool>`exists (
        select 1 from unnest(${spans.map(({ user_id }) => user_id)}::bigint[], ${spans.map(({ from }) => from)}::timestamptz[],
                             ${spans.map(({ until }) => until)}::timestamptz[]) span (user_id, came, went)
         where span.user_id = ${creator} and (span.came is null or span.came <= record.created_at)
           and (span.went is null or record.created_at < span.went))`;
    }),
  );
  return (type: Type): RawBuilder<SqlBool> =>
    sql.join(
      [
        group.smart_types?.includes(type) ? sql`true` : sql`false`,
        ...(type === 'client_forms' ? [sql`record.client_id is not null`] : []),
        ...(group.smart_from ? [sql`record.created_at >= ${group.smart_from}::timestamptz`] : []),
        ...(group.smart_until ? [sql`record.created_at < ${group.smart_until}::timestamptz`] : []),
        ...creators.map((isMet) => isMet(creatorOf(type, organization_id))),
      ],
      sql` and `,
    );
};

type Place = { organization_id: number; data_group_id: number };

const groupOf = async (tx: Tx, { organization_id, data_group_id }: Place): Promise<Group | undefined> => {
  const { rows } = await sql<Group>`
    select id, smart_types, smart_creators, smart_from, smart_until, smart_version from data_groups
     where organization_id = ${organization_id} and id = ${data_group_id} for share`.execute(tx);
  return rows[0];
};

/** Records of a type after one id, up to another. */
type Stretch = { type: Type; after: number; to: number };

/** Has those of a stretch join that meet the group's conditions, and those leave that do not any more. */
const gatherStretch = async (
  tx: Tx,
  { organization_id, data_group_id }: Place,
  { type, after, to, matches }: Stretch & { matches: RawBuilder<SqlBool> },
): Promise<void> => {
  const table = sql.table(sources[type]);
  await sql`
    insert into data_group_records (organization_id, data_group_id, record_type, record_id, automatic, created_by_id)
    select ${organization_id}::bigint, ${data_group_id}::bigint, ${type}::text, record.id, true, null
      from ${table} as record
     where record.organization_id = ${organization_id} and record.id > ${after} and record.id <= ${to} and ${matches}
     order by record.id
    on conflict (organization_id, record_type, record_id, data_group_id) do nothing
    returning id`.execute(tx);
  await sql`
    delete from data_group_records as attached
     where attached.organization_id = ${organization_id} and attached.data_group_id = ${data_group_id}
       and attached.record_type = ${type} and attached.automatic
       and attached.record_id > ${after} and attached.record_id <= ${to}
       and not exists (
         select 1 from ${table} as record
          where record.organization_id = ${organization_id} and record.id = attached.record_id and ${matches})`.execute(
    tx,
  );
};

/** Has one record join those of these groups whose conditions it meets, such as groups that it was taken out of by hand. */
export const rejoin = async (
  tx: Tx,
  { organization_id, type, record_id }: { organization_id: number; type: Type; record_id: number },
  group_ids: readonly number[],
): Promise<void> => {
  for (const data_group_id of group_ids) {
    const group = await groupOf(tx, { organization_id, data_group_id });
    if (!group?.smart_types?.includes(type)) continue;
    const matches = (await matching(tx, organization_id, group))(type);
    const stretch = { type, after: record_id - 1, to: record_id, matches };
    await gatherStretch(tx, { organization_id, data_group_id }, stretch);
  }
};

const stretchAfter = async (tx: Tx, organization_id: number, { type, after }: Omit<Stretch, 'to'>) => {
  const { rows } = await sql<{ to: number | null; count: number }>`
    select max(id) as to, count(*)::bigint as count from (
      select record.id from ${sql.table(sources[type])} as record
       where record.organization_id = ${organization_id} and record.id > ${after}
       order by record.id limit ${batch}) stretch`.execute(tx);
  return rows[0] as { to: number | null; count: number };
};

const countOf = async (tx: Tx, organization_id: number): Promise<number> => {
  const counts = await Promise.all(
    types.map(async (type) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::bigint as count from ${sql.table(sources[type])} as record
         where record.organization_id = ${organization_id}`.execute(tx);
      return rows[0]?.count ?? 0;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

/**
 * Looks through all records of the organization for a data group: what meets its conditions joins, what came by them and
 * meets them no more leaves, what was put there by hand stays. In batches, each by the conditions as they stand then; it
 * may run twice, and beside people who save.
 */
export const gather = async (
  database: Database,
  place: Place,
  progress: (done: number, total?: number) => void = () => {},
): Promise<void> => {
  const { organization_id, data_group_id } = place;
  const begun = await database.inOrganization({ organization_id }, async (tx) => {
    const group = await groupOf(tx, place);
    return group && { version: group.smart_version, total: await countOf(tx, organization_id) };
  });
  if (!begun) return;
  progress(0, begun.total);
  let done = 0;
  for (const type of types)
    for (let after = 0, isOver = false; !isOver; ) {
      const { to, count } = await database.inOrganization({ organization_id }, async (tx) => {
        const group = await groupOf(tx, place);
        const stretch = await stretchAfter(tx, organization_id, { type, after });
        if (!group || stretch.to === null) return { to: null, count: 0 };
        const matches = (await matching(tx, organization_id, group))(type);
        await gatherStretch(tx, place, { type, after, to: stretch.to, matches });
        return stretch;
      });
      done += count;
      progress(done);
      isOver = to === null || count < batch;
      after = to ?? after;
    }
  await database.inOrganization({ organization_id }, (tx) =>
    tx
      .updateTable('data_groups')
      .set({ gathered_version: begun.version })
      .where('id', '=', data_group_id)
      .where('gathered_version', '<', begun.version)
      .execute(),
  );
};
