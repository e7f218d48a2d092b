import { sql } from 'kysely';
import type { Sort } from '#contract/kit/list.ts';
import { apiAddress } from '#server/access/api-keys.ts';
import { words } from '#server/kit/crud.ts';
import type { SignedInContext } from '#server/kit/handlers.ts';
import { ordering } from '#server/kit/paged.ts';
import { among } from '#server/kit/rows.ts';

type TxContext = Pick<SignedInContext, 'tx'>;
export type PlatformUserQuery = {
  query?: string | undefined;
  sort?: Sort | undefined;
  filters?:
    | { superusers?: boolean | undefined; archived?: boolean | undefined; organization_id?: number | undefined }
    | undefined;
};

const columns: Record<string, string> = {
  last_name: 'kit.fold(coalesce(users.last_name, users.email)) collate "C"',
  first_name: 'kit.fold(users.first_name) collate "C"',
  email: 'users.email collate "C"',
  created_at: 'users.created_at',
};
const usual: Sort = [
  { field: 'last_name', order: 'asc' },
  { field: 'first_name', order: 'asc' },
];

/** A word of a search: in the name, the address, or the name of an organization that somebody belongs to. */
const meant = (word: string) => sql<boolean>`(
  kit.fold(concat_ws(' ', users.first_name, users.last_name, users.email)) like kit.pattern(${word})
  or users.id in (
    select m.id from memberships m join organizations o on o.id = m.organization_id
     where kit.fold(o.name) like kit.pattern(${word})))`;

const isArchived = sql<boolean>`users.id in (
  select m.id from memberships m group by m.id having bool_and(m.archived_at is not null))`;

/** The people who have an account, in the order asked for; the programs behind API keys are none. */
export const matching = ({ tx }: TxContext, { query, sort, filters = {} }: PlatformUserQuery) => {
  const { superusers, archived, organization_id } = filters;
  return tx
    .selectFrom('users')
    .select([
      'users.id',
      'email',
      'first_name',
      'last_name',
      'is_superuser',
      'time_zone',
      'created_at',
      'updated_at',
      'lock_version',
    ])
    .where('email', 'not like', apiAddress('%'))
    .where((eb) => eb.and(words(query).map(meant)))
    .$if(superusers !== undefined, (found) => found.where('is_superuser', '=', superusers as boolean))
    .$if(archived !== undefined, (found) => found.where(archived ? isArchived : sql<boolean>`not ${isArchived}`))
    .$if(organization_id !== undefined, (found) =>
      found.where('users.id', 'in', (eb) =>
        eb
          .selectFrom('memberships')
          .select('memberships.id')
          .where('organization_id', '=', organization_id as number),
      ),
    )
    .orderBy(ordering(columns, { sort, usual, last: 'users.id' }));
};

type Row = Awaited<ReturnType<ReturnType<typeof matching>['execute']>>[number];

/** The memberships of people, in the order of the organizations' names. */
export const membershipsOf = ({ tx }: TxContext, ids: number[]) =>
  tx
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select([
      'memberships.id as user_id',
      'organizations.id',
      'organizations.name',
      'organizations.slug',
      'organizations.owner_id',
      'organizations.suspended_at',
      'memberships.role',
      'memberships.accepted_at',
      'memberships.archived_at',
      'memberships.last_accessed_at',
    ])
    .where('memberships.id', '=', among(ids))
    .orderBy(sql`kit.fold(organizations.name) collate "C"`)
    .orderBy('organizations.id')
    .execute();

/** The latest of some moments; null when there is none. */
const latest = (moments: (string | null)[]): string | null =>
  moments
    .filter((moment) => moment !== null)
    .toSorted()
    .at(-1) ?? null;

/** Rows as lists show them. */
export const serialize = async (context: TxContext, rows: Row[]) => {
  const { tx } = context;
  const ids = rows.map(({ id }) => id);
  const [memberships, signIns, passwords] = await Promise.all([
    membershipsOf(context, ids),
    tx.selectFrom('last_sign_ins').selectAll().where('user_id', '=', among(ids)).execute(),
    tx.selectFrom('passwords').select('user_id').where('user_id', '=', among(ids)).execute(),
  ]);
  return rows.map(({ is_superuser, ...row }) => {
    const own = memberships.filter(({ user_id }) => user_id === row.id);
    const [active, archived] = [own.filter((one) => !one.archived_at), own.filter((one) => one.archived_at)];
    const signedIn = signIns.find(({ user_id }) => user_id === row.id);
    return {
      ...row,
      role: is_superuser ? ('superuser' as const) : ('orguser' as const),
      accepted: passwords.some(({ user_id }) => user_id === row.id),
      organization_id: active[0]?.id ?? null,
      organization_ids: own.map(({ id }) => id),
      organization_names: own.map(({ name }) => name),
      active_organization_ids: active.map(({ id }) => id),
      archived_organization_ids: archived.map(({ id }) => id),
      archived: own.length > 0 && active.length === 0,
      last_accessed_at: latest(own.map(({ last_accessed_at }) => last_accessed_at)),
      last_logged_in_at: signedIn?.signed_in_at ?? null,
      last_login_ip: signedIn?.address ?? null,
    };
  });
};

/** One person with their memberships; undefined when there is none of that id. */
export const found = async (context: TxContext, id: number) => {
  const { tx } = context;
  const row = await matching(context, {}).where('users.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const [listed] = await serialize(context, [row]);
  const [memberships, groups, factor, agreement] = await Promise.all([
    membershipsOf(context, [id]),
    tx
      .selectFrom('membership_permission_groups as held')
      .innerJoin('permission_groups', (join) =>
        join
          .onRef('permission_groups.organization_id', '=', 'held.organization_id')
          .onRef('permission_groups.id', '=', 'held.permission_group_id'),
      )
      .select(['held.organization_id', 'permission_groups.name'])
      .where('held.membership_id', '=', id)
      .orderBy('permission_groups.name')
      .execute(),
    tx.selectFrom('second_factors').select('confirmed_at').where('user_id', '=', id).executeTakeFirst(),
    tx
      .selectFrom('confidentiality_agreements')
      .select(['version', 'accepted_at'])
      .where('user_id', '=', id)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return {
    ...(listed as NonNullable<typeof listed>),
    second_factor_since: factor?.confirmed_at ?? null,
    agreement: agreement ?? null,
    memberships: memberships.map(({ id: organization_id, name, slug, suspended_at, owner_id, ...one }) => ({
      organization: { id: organization_id, name, slug, suspended: suspended_at !== null },
      role: one.role as 'orgadmin' | 'orguser',
      owner: owner_id === id,
      permission_groups: groups.filter((group) => group.organization_id === organization_id).map(({ name }) => name),
      accepted: one.accepted_at !== null,
      archived_at: one.archived_at,
      last_accessed_at: one.last_accessed_at,
    })),
  };
};
