import { templatesSlug } from '#contract/resources/templates.ts';
import { archiveMember, unarchiveMember } from '#server/access/archive.ts';
import { addMember, giveDefaultGroups } from '#server/access/memberships.ts';
import type { SignedInContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { among } from '#server/kit/rows.ts';
import type { found } from './rows.ts';

type Person = NonNullable<Awaited<ReturnType<typeof found>>>;
type Membership = Person['memberships'][number];

const checkAll = async ({ tx }: SignedInContext, ids: number[]): Promise<void> => {
  const known = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', among(ids))
    .where('slug', '!=', templatesSlug)
    .execute();
  if (known.length < new Set(ids).size) throw invalid('organization_ids', 'Choose organizations from the list');
};

/** Invites a person to an organization, with its default groups, or brings back who was archived there. */
const join = async (context: SignedInContext, { id, first_name, last_name }: Person, organization_id: number) => {
  context.enter(organization_id, context.caller.person.id);
  const isNew = await addMember(context, { organization_id, id, role: 'orguser' }, { first_name, last_name });
  if (isNew) await giveDefaultGroups(context, { organization_id, id });
  else await unarchiveMember(context.tx, { organization: { id: organization_id, owner_id: null }, id });
};

/**
 * Makes these the organizations of a person: they are invited to new ones, come back to those that they were archived
 * in, and are archived in those that are left out.
 */
export const setOrganizations = async (context: SignedInContext, person: Person, ids: number[]): Promise<void> => {
  await checkAll(context, ids);
  const active = person.memberships.filter(({ archived_at }) => archived_at === null);
  const [stays, leaves] = [true, false].map((isKept) =>
    active.filter(({ organization }) => ids.includes(organization.id) === isKept),
  ) as [Membership[], Membership[]];
  const owned = leaves.filter(({ owner }) => owner).map(({ organization }) => organization.name);
  if (owned.length > 0)
    throw invalid('organization_ids', `This person owns ${owned.join(', ')}. Choose another owner there first.`);
  const isElsewhere = person.role === 'superuser' || stays.some(({ accepted }) => accepted);
  for (const { organization } of leaves) {
    context.enter(organization.id, context.caller.person.id);
    await archiveMember(
      context.tx,
      { organization: { id: organization.id, owner_id: null }, id: person.id },
      { caller_id: context.caller.person.id, isElsewhere: async () => isElsewhere },
    );
  }
  for (const id of new Set(ids))
    if (!active.some(({ organization }) => organization.id === id)) await join(context, person, id);
};

/** Takes somebody out of the organizations that invited them, as if they had not. */
export const leaveAll = async (context: SignedInContext, id: number, memberships: Membership[]): Promise<void> => {
  const { tx, enter, caller } = context;
  for (const { organization } of memberships) {
    enter(organization.id, caller.person.id);
    for (const table of ['membership_permission_groups', 'invitations'] as const)
      await tx
        .deleteFrom(table)
        .where('organization_id', '=', organization.id)
        .where('membership_id', '=', id)
        .execute();
    await tx
      .deleteFrom('record_permissions')
      .where('organization_id', '=', organization.id)
      .where('user_id', '=', id)
      .execute();
    await tx.deleteFrom('memberships').where('organization_id', '=', organization.id).where('id', '=', id).execute();
  }
};
