import { sql } from 'kysely';
import type { Sort } from '#contract/kit/list.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { archiveMember, belongsElsewhere, unarchiveMember } from '#server/access/archive.ts';
import { keepFormerSlug, takeSlug } from '#server/access/former-slugs.ts';
import { invite, personWith } from '#server/access/invitations.ts';
import { logoAddress } from '#server/access/logos.ts';
import { addMember } from '#server/access/memberships.ts';
import { changingOrganization } from '#server/access/organization-history.ts';
import { makeAdministrator } from '#server/access/ownership.ts';
import { words } from '#server/kit/crud.ts';
import { implement, type SignedInContext } from '#server/kit/handlers.ts';
import { ordering, paged, whole } from '#server/kit/paged.ts';
import { Problem } from '#server/kit/problem.ts';
import { among } from '#server/kit/rows.ts';
import { ringAll } from '#server/notifications/bell-channel.ts';
import {
  fieldsOfForm,
  referralIssues,
  saveReferralSystem,
  shownReferralSystem,
  tryReferralSystem,
} from './referral-settings.ts';

type OrganizationQuery = { query?: string | undefined; sort?: Sort | undefined };

/** Organizations with their owners, in the order asked for. */
const listed = ({ tx }: SignedInContext, { query, sort }: OrganizationQuery) => {
  const columns = {
    name: 'kit.fold(organizations.name) collate "C"',
    slug: 'slug',
    created_at: 'organizations.created_at',
  };
  const searchWords = words(query);
  return (
    tx
      .selectFrom('organizations')
      .leftJoin('users as owners', 'owners.id', 'organizations.owner_id')
      .leftJoin('users as next_owners', 'next_owners.id', 'organizations.next_owner_id')
      .leftJoin('pricing_tiers', 'pricing_tiers.id', 'organizations.pricing_tier_id')
      .where('slug', '!=', templatesSlug)
      // One that is being erased is gone.
      .where('erasing_since', 'is', null)
      .where((eb) =>
        eb.and(
          searchWords.map(
            (word) => sql<boolean>`kit.fold(organizations.name || ' ' || slug) like kit.pattern(${word})`,
          ),
        ),
      )
      .select([
        'organizations.id',
        'organizations.name',
        'slug',
        'owner_id',
        'owners.email as owner_email',
        'next_owners.email as next_owner_email',
        sql<string>`concat_ws(' ', owners.first_name, owners.last_name)`.as('owner_full_name'),
        'organizations.time_zone',
        'pricing_tier_id',
        'pricing_tiers.name as pricing_tier_name',
        'api_access_enabled',
        'logo_file_id',
        'suspended_at',
        'suspended_reason',
        'organizations.created_at',
        'organizations.updated_at',
        'organizations.lock_version',
      ])
      .orderBy(ordering(columns, { sort, usual: [{ field: 'name', order: 'asc' }], last: 'organizations.id' }))
  );
};

type Row = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

/** The same with the names of those owners who have accepted their invitation. */
const withOwners = async ({ tx }: SignedInContext, rows: Row[]) => {
  const here = await tx
    .selectFrom('memberships')
    .select(['organization_id', 'id'])
    .where('organization_id', '=', among(rows.map(({ id }) => id)))
    .where('id', '=', among(rows.flatMap(({ owner_id }) => owner_id ?? [])))
    .where('accepted_at', 'is not', null)
    .execute();
  return rows.map(({ owner_full_name, ...row }) => {
    const isHere = here.some(({ organization_id, id }) => organization_id === row.id && id === row.owner_id);
    return { ...row, owner_name: isHere ? owner_full_name : null };
  });
};

const showOrganization = async (context: SignedInContext, id: number) => {
  const found = await listed(context, {}).where('organizations.id', '=', id).execute();
  const [organization] = await withOwners(context, found);
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
    logo: logoAddress(organization.slug, organization.logo_file_id),
    case_worthy_affiliation: await shownReferralSystem(context, id),
    archived: users.filter(({ archived }) => archived).map(({ id }) => id),
    users: users.map((user) => ({ ...user, archived: Boolean(user.archived), accepted: Boolean(user.accepted) })),
  };
};

type SerializedOrganization = Awaited<ReturnType<typeof showOrganization>>;

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

/** Refuses a pricing tier that there is not. */
const checkTier = async ({ tx }: SignedInContext, id: number | null | undefined): Promise<void> => {
  if (!id) return;
  const tier = await tx.selectFrom('pricing_tiers').select('id').where('id', '=', id).executeTakeFirst();
  if (!tier) throw new Problem('invalid', { pricing_tier_id: ['Choose one of the pricing tiers'] });
};

const slugTaken = () => new Problem('invalid', { slug: ['This address is taken. Choose another.'] });

/** Another address: the one before leads to it for a year. */
const changeSlug = async ({ tx }: SignedInContext, { id, slug }: { id: number; slug: string }, before: string) => {
  await keepFormerSlug(tx, { id, slug: before });
  if (!(await takeSlug(tx, { id, slug }))) throw slugTaken();
};

/**
 * Gives the organization another owner: a member at once, anybody else when they accept their invitation. Who owned it
 * before stays an administrator. An owner who has not accepted yet is replaced at once.
 * @returns what changes of the organization
 */
const changeOwner = async (
  context: SignedInContext,
  { id, owner_id, owner_name }: SerializedOrganization,
  email: string,
) => {
  const { tx } = context;
  const person = await personWith(tx, { email });
  const isNew = await addMember(context, { organization_id: id, id: person, role: 'orgadmin' });
  const { accepted_at } = await tx
    .updateTable('memberships')
    .set({ role: 'orgadmin', archived_at: null, updated_at: sql`now()`, lock_version: sql`lock_version + 1` })
    .where('organization_id', '=', id)
    .where('id', '=', person)
    .returning('accepted_at')
    .executeTakeFirstOrThrow();
  if (accepted_at === null && owner_name !== null) {
    if (!isNew) await invite(context, { organization_id: id, membership_id: person });
    return { next_owner_id: person };
  }
  if (owner_id !== null && owner_id !== person) await makeAdministrator(tx, { organization_id: id, id: owner_id });
  return { owner_id: person, next_owner_id: null };
};

/** Suspends an organization for a reason, or with none ends that. Refuses what is so already. */
const setSuspended = async (
  { tx, enter, caller }: SignedInContext,
  id: number,
  reason: string | null,
): Promise<void> => {
  enter(id, caller.person.id);
  const { numUpdatedRows } = await changingOrganization(tx, id, () =>
    tx
      .updateTable('organizations')
      .set({
        suspended_at: reason === null ? null : sql<string>`now()`,
        suspended_reason: reason,
        updated_at: sql`now()`,
        lock_version: sql`lock_version + 1`,
      })
      .where('id', '=', id)
      .where('suspended_at', reason === null ? 'is not' : 'is', null)
      .executeTakeFirstOrThrow(),
  );
  if (numUpdatedRows) return;
  const base = reason === null ? 'This organization isn’t suspended.' : 'This organization is already suspended.';
  throw new Problem('conflict', { base: [base] });
};

/** The organizations of the platform. Only the platform team comes here. */
export const organizationsFeature = implement(
  organizationRoutes,
  {
    list: async ({ query }, context) => ({ data: await withOwners(context, await whole(listed(context, query))) }),
    page: async ({ query, params }, context) => {
      const paging = { page: params.page, page_size: query.page_size };
      const { data, metadata } = await paged(listed(context, query), paging);
      return { data: await withOwners(context, data), metadata };
    },
    show: ({ params }, context) => showOrganization(context, params.id),
    suspend: async ({ params, body }, context) => {
      const { id } = await showOrganization(context, params.id);
      await setSuspended(context, id, body.reason);
      // Open streams end now, not at their next beat.
      await ringAll(context.tx, id);
      return showOrganization(context, id);
    },
    unsuspend: async ({ params }, context) => {
      const { id } = await showOrganization(context, params.id);
      await setSuspended(context, id, null);
      await context.enqueue('resume_waiting', {});
      return showOrganization(context, id);
    },
    caseWorthyTest: async ({ params }, context) =>
      tryReferralSystem(context, await showOrganization(context, params.id)),
    formFields: async ({ params: { organization_id, id } }, context) => ({
      data: await fieldsOfForm(context, organization_id, id),
    }),
    archiveUser: async ({ params }, context) => {
      const member = await entered(context, params);
      const isElsewhere = () => belongsElsewhere(context.tx, member.id);
      await archiveMember(context.tx, member, { caller_id: context.caller.person.id, isElsewhere });
    },
    unarchiveUser: async ({ params }, context) => {
      await unarchiveMember(context.tx, await entered(context, params));
      return showOrganization(context, params.organization_id);
    },
    create: async ({ body }, context) => {
      const { owner_email, ...organization } = body;
      const { tx, enter, caller } = context;
      await checkTier(context, organization.pricing_tier_id);
      const owner_id = await personWith(tx, { email: owner_email });
      const { id } = await tx
        .insertInto('organizations')
        .values({ ...organization, owner_id })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (!(await takeSlug(tx, { id, slug: organization.slug }))) throw slugTaken();
      enter(id, caller.person.id);
      await addMember(context, { organization_id: id, id: owner_id, role: 'orgadmin' });
      return showOrganization(context, id);
    },
    update: {
      check: async ({ params, body }, context) =>
        referralIssues(context, await showOrganization(context, params.id), body.case_worthy_affiliation),
      handle: async ({ params, body }, context) => {
        const { lock_version, owner_email, next_owner_email, case_worthy_affiliation, ...changes } = body;
        await checkTier(context, changes.pricing_tier_id);
        const before = await showOrganization(context, params.id);
        if (lock_version !== undefined && lock_version !== before.lock_version) throw new Problem('conflict');
        context.enter(params.id, context.caller.person.id);
        await saveReferralSystem(context, before, case_worthy_affiliation);
        const isOther = owner_email !== undefined && owner_email !== before.owner_email;
        const withdrawn = next_owner_email === null ? { next_owner_id: null } : {};
        const owner = isOther ? await changeOwner(context, before, owner_email) : withdrawn;
        const { numUpdatedRows } = await changingOrganization(context.tx, params.id, () =>
          context.tx
            .updateTable('organizations')
            .set({ ...changes, ...owner, updated_at: sql`now()`, lock_version: before.lock_version + 1 })
            .where('id', '=', params.id)
            .where('lock_version', '=', before.lock_version)
            .executeTakeFirstOrThrow(),
        );
        if (!numUpdatedRows) throw new Problem('conflict');
        if (changes.time_zone) await context.enqueue('change_calendar', {});
        const { slug = before.slug } = changes;
        if (slug !== before.slug) await changeSlug(context, { id: before.id, slug }, before.slug);
        return showOrganization(context, params.id);
      },
    },
  },
  {
    case_worthy_affiliations_template: [
      'base',
      'This form is used for referrals to DTD. Ask the platform team to choose another form first.',
    ],
    organizations_slug_taken: ['slug', 'This address is taken. Choose another.'],
  },
);
