import { sql } from 'kysely';
import { pageSize, type Sort } from '#contract/kit/list.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { archiveMember, belongsElsewhere, unarchiveMember } from '#server/access/archive.ts';
import { invite, personWith } from '#server/access/invitations.ts';
import { words } from '#server/kit/crud.ts';
import { implement, type SignedInContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';

type Asked = { query?: string | undefined; sort?: Sort | undefined; page_size?: number | undefined };

/** Organizations with their owners, in the order asked for. */
const listed = ({ tx }: SignedInContext, { query, sort }: Asked) => {
  const columns = {
    name: 'kit.fold(organizations.name) collate "C"',
    slug: 'slug',
    created_at: 'organizations.created_at',
  };
  const order = sort?.length ? sort : [{ field: 'name', order: 'asc' as const }];
  const asked = words(query);
  return tx
    .selectFrom('organizations')
    .leftJoin('users as owners', 'owners.id', 'organizations.owner_id')
    .leftJoin('passwords', 'passwords.user_id', 'owners.id')
    .where('slug', '!=', templatesSlug)
    .where((eb) =>
      eb.and(asked.map((word) => sql<boolean>`kit.fold(organizations.name || ' ' || slug) like kit.pattern(${word})`)),
    )
    .select((eb) => [
      'organizations.id',
      'organizations.name',
      'slug',
      'owner_id',
      'owners.email as owner_email',
      eb
        .case()
        .when('passwords.user_id', 'is not', null)
        .then(sql<string>`concat_ws(' ', owners.first_name, owners.last_name)`)
        .else(null)
        .end()
        .as('owner_name'),
      'organizations.time_zone',
      'api_access_enabled',
      'organizations.created_at',
      'organizations.updated_at',
      'organizations.lock_version',
    ])
    .orderBy(
      sql.join([
        ...order.map((one) => sql`${sql.raw(columns[one.field as keyof typeof columns])} ${sql.raw(one.order)}`),
        sql.raw('organizations.id'),
      ]),
    );
};

const shown = async (context: SignedInContext, id: number) => {
  const organization = await listed(context, {}).where('organizations.id', '=', id).executeTakeFirst();
  if (!organization) throw new Problem('not_found');
  const users = await context.tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.id')
    .select((eb) => [
      'users.id',
      sql<string>`coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email)`.as('name'),
      'email',
      eb('archived_at', 'is not', null).as('archived'),
      eb('accepted_at', 'is not', null).as('accepted'),
      'last_accessed_at',
    ])
    .where('organization_id', '=', id)
    .orderBy(sql`kit.fold(concat_ws(' ', last_name, first_name)) collate "C"`)
    .execute();
  return {
    ...organization,
    users: users.map((user) => ({ ...user, archived: Boolean(user.archived), accepted: Boolean(user.accepted) })),
  };
};

/** A member of an organization, which the transaction enters so that history is written there. */
const entered = async (
  { tx, enter, caller }: SignedInContext,
  { organization_id, id }: { organization_id: number; id: number },
) => {
  const organization = await tx
    .selectFrom('organizations')
    .select(['id', 'owner_id'])
    .where('id', '=', organization_id)
    .executeTakeFirst();
  if (!organization) throw new Problem('not_found');
  enter(organization.id, caller.person.id);
  return { organization, id };
};

/** The organizations of the platform. Only the platform team comes here. */
export const organizationsFeature = implement(
  organizationRoutes,
  {
    list: async ({ query }, context) => ({ data: await listed(context, query).execute() }),
    page: async ({ query, params }, context) => {
      const page_size = query.page_size ?? pageSize;
      const matching = listed(context, query);
      const data = await matching
        .limit(page_size)
        .offset((params.page - 1) * page_size)
        .execute();
      const { count } = await matching
        .clearSelect()
        .clearOrderBy()
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return {
        data,
        metadata: { page: params.page, page_size, total_count: count, total_pages: Math.ceil(count / page_size) },
      };
    },
    show: ({ params }, context) => shown(context, params.id),
    archiveUser: async ({ params }, context) => {
      const member = await entered(context, params);
      const isElsewhere = () => belongsElsewhere(context.tx, member.id);
      await archiveMember(context.tx, member, { caller_id: context.caller.person.id, isElsewhere });
    },
    unarchiveUser: async ({ params }, context) => {
      await unarchiveMember(context.tx, await entered(context, params));
      return shown(context, params.organization_id);
    },
    create: async ({ body }, context) => {
      const { owner_email, ...organization } = body;
      const { tx, enter, caller } = context;
      const owner_id = await personWith(tx, { email: owner_email });
      const { id } = await tx
        .insertInto('organizations')
        .values({ ...organization, owner_id })
        .returning('id')
        .executeTakeFirstOrThrow();
      enter(id, caller.person.id);
      await tx.insertInto('memberships').values({ organization_id: id, id: owner_id, role: 'orgadmin' }).execute();
      await invite(context, { organization_id: id, membership_id: owner_id });
      return shown(context, id);
    },
    update: async ({ params, body: { lock_version, ...changes } }, context) => {
      const before = await shown(context, params.id);
      if (lock_version !== undefined && lock_version !== before.lock_version) throw new Problem('conflict');
      const { numUpdatedRows } = await context.tx
        .updateTable('organizations')
        .set({ ...changes, updated_at: sql`now()`, lock_version: before.lock_version + 1 })
        .where('id', '=', params.id)
        .where('lock_version', '=', before.lock_version)
        .executeTakeFirstOrThrow();
      if (!numUpdatedRows) throw new Problem('conflict');
      return shown(context, params.id);
    },
  },
  {
    organizations_slug_taken: ['slug', 'This address is taken. Choose another one'],
  },
);
