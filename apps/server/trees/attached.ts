import { type RawBuilder, sql } from 'kysely';
import { pageSize } from '#contract/kit/list.ts';
import { accountName } from '#server/access/member-names.ts';
import { recordTables } from '#server/access/record-types.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { type AttachedType, keyOf, recordsOf, type Tree } from './tree.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;

/** How the records of a type read in a list, with what has to be joined for it. */
type RecordListing = {
  join: (organization_id: number) => RawBuilder<unknown>;
  name: RawBuilder<string>;
  detail: (organization_id: number) => RawBuilder<string | null>;
  client_id: RawBuilder<number | null>;
  order: RawBuilder<unknown>;
};

const nothing = () => sql``;
const described: Record<AttachedType, RecordListing> = {
  clients: {
    join: nothing,
    name: sql`clients.last_name || ', ' || clients.first_name`,
    detail: () => sql`clients.dob::text`,
    client_id: sql`null::bigint`,
    order: sql`clients.sort_name, clients.id`,
  },
  client_forms: {
    join: (organization_id) => sql`
      join clients as person on person.organization_id = ${organization_id} and person.id = responses.client_id
      join forms as form on form.organization_id = ${organization_id} and form.id = responses.form_id`,
    name: sql`person.last_name || ', ' || person.first_name`,
    detail: () => sql`form.name`,
    client_id: sql`responses.client_id`,
    order: sql`responses.id desc`,
  },
  forms: {
    join: nothing,
    name: sql`forms.name`,
    detail: (organization_id) => sql`
      (select case count(*) when 1 then '1 field' else count(*) || ' fields' end from form_fields entry
        where entry.organization_id = ${organization_id} and entry.form_id = forms.id)`,
    client_id: sql`null::bigint`,
    order: sql`forms.sort_name, forms.id`,
  },
  report_definitions: {
    join: nothing,
    name: sql`report_definitions.name`,
    detail: () => sql`report_definitions.description`,
    client_id: sql`null::bigint`,
    order: sql`report_definitions.sort_name, report_definitions.id`,
  },
};

/** What stands in some of a tree, of one type, and is the caller's to see: from … where …, to be selected from. */
const attachedTo = (
  { caller }: CallerContext,
  tree: Tree,
  { type, ids, join = sql`` }: { type: AttachedType; ids: readonly number[]; join?: RawBuilder<unknown> },
): RawBuilder<unknown> => {
  const { table, scope } = recordTables[type];
  const organization_id = caller.organization.id;
  return sql`
    from ${recordsOf(tree)} as attached
    join ${sql.table(table)} on ${sql.ref(`${table}.organization_id`)} = ${organization_id}
                            and ${sql.ref(`${table}.id`)} = attached.record_id
    ${join}
   where attached.organization_id = ${organization_id} and attached.record_type = ${type}
     and ${keyOf(tree)} = any(${ids}::bigint[]) and ${scope(caller, 'read')}`;
};

export type Counts<T extends AttachedType> = { record_type: T; count: number; automatic: number };

/** How many records of each type stand in some of a tree, as far as the caller may see them: one question a type. */
export const countsOf = async <T extends AttachedType>(
  context: CallerContext,
  tree: Tree<Tree['one'], T>,
  ids: readonly number[],
): Promise<(id: number) => Counts<T>[]> => {
  const found = await Promise.all(
    tree.types.map(async (type) => {
      const { rows } = await sql<{ id: number; count: number; automatic: number }>`
        select ${keyOf(tree)} as id, count(*)::bigint as count,
               (count(*) filter (where ${tree.automatic}))::bigint as automatic
        ${attachedTo(context, tree, { type, ids })} group by 1`.execute(context.tx);
      return { type, counts: new Map(rows.map((row) => [row.id, row])) };
    }),
  );
  return (id) =>
    found.map(({ type, counts }) => {
      const { count = 0, automatic = 0 } = counts.get(id) ?? {};
      return { record_type: type, count, automatic };
    });
};

/** The sums that records of a tree show. */
export const summed = <T extends AttachedType>(counts: Counts<T>[]) => ({
  record_counts: counts.map(({ record_type, count }) => ({ record_type, count })),
  number_of_records: counts.reduce((sum, { count }) => sum + count, 0),
});

type AttachedRecord = {
  id: number;
  record_id: number;
  record_name: string;
  detail: string | null;
  client_id: number | null;
  automatic: boolean;
  created_at: string;
  created_by: string | null;
};
export type AttachedRecordQuery<T extends AttachedType> = {
  id: number;
  type: T;
  page?: number;
  page_size?: number | undefined;
};

/** The records of one type in one of a tree, a page of them, as far as the caller may see them. */
export const recordsIn = async <T extends AttachedType>(
  context: CallerContext,
  tree: Tree,
  { id, type, page = 1, page_size = pageSize }: AttachedRecordQuery<T>,
): Promise<(AttachedRecord & { record_type: T })[]> => {
  const organization_id = context.caller.organization.id;
  const { join, name, detail, client_id, order } = described[type];
  const joined = sql`${join(organization_id)} left join users as putter on putter.id = attached.created_by_id`;
  const { rows } = await sql<AttachedRecord>`
    select attached.id, attached.record_id, ${name} as record_name, ${detail(organization_id)} as detail,
           ${client_id} as client_id, ${tree.automatic} as automatic, attached.created_at,
           case when putter.id is not null then ${accountName('putter')} end as created_by
    ${attachedTo(context, tree, { type, ids: [id], join: joined })}
     order by ${order} limit ${page_size} offset ${(page - 1) * page_size}`.execute(context.tx);
  return rows.map((row) => ({ ...row, record_type: type }));
};
