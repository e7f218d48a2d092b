import { sql } from 'kysely';
import { userRoutes, users } from '#contract/resources/users.ts';
import { archiveMember, unarchiveMember } from '#server/access/archive.ts';
import { visibleUsers } from '#server/access/scopes.ts';
import { crud, escaped, findFor, words } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import type { Row, Where } from '#server/kit/rows.ts';
import { inviteMember } from './invite.ts';
import { mayGiveGroups, mayGiveRole, mayRename, renameInvited, setGroups } from './membership.ts';

/** Members are found by name or address; both belong to the person, so the condition looks there. */
const called =
  (query: string | undefined): Where<'memberships'> =>
  (eb) => {
    const asked = words(query);
    if (asked.length === 0) return null;
    return eb.exists(
      eb
        .selectFrom('users')
        .select('users.id')
        .whereRef('users.id', '=', 'memberships.id')
        .where((inner) =>
          inner.and(
            asked.map(
              (word) =>
                sql<boolean>`kit.fold(concat_ws(' ', first_name, last_name, email)) like kit.fold(${`%${escaped(word)}%`})`,
            ),
          ),
        ),
    );
  };

const ofPerson = (column: string) =>
  `(select kit.fold(u.${column}) collate "C" from users u where u.id = memberships.id)`;

type Membership = Row<'memberships'>;

/** Memberships as the people that they belong to, with their groups and the state of their invitation. */
const present = async (rows: Membership[], { tx, caller }: MemberContext) => {
  const ids = sql<number>`any(${rows.map(({ id }) => id)}::bigint[])`;
  const organization_id = caller.organization.id;
  const [people, groups, invitations] = await Promise.all([
    tx
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name', 'email', 'time_zone'])
      .where('id', '=', ids)
      .execute(),
    tx
      .selectFrom('membership_permission_groups')
      .select(['membership_id', 'permission_group_id'])
      .where('organization_id', '=', organization_id)
      .where('membership_id', '=', ids)
      .orderBy('permission_group_id')
      .execute(),
    tx
      .selectFrom('invitations')
      .distinctOn('membership_id')
      .select(['membership_id', 'accepted_at', 'expires_at', 'first_name', 'last_name'])
      .where('organization_id', '=', organization_id)
      .where('membership_id', '=', ids)
      .orderBy('membership_id')
      .orderBy('id', 'desc')
      .execute(),
  ]);
  return rows.map((row) => {
    const invitation = invitations.find(({ membership_id }) => membership_id === row.id);
    const known = people.find(({ id }) => id === row.id);
    // Until they accept, an account that they have already is nobody's business here.
    const isInvited = invitation?.accepted_at === null && invitation.first_name !== null;
    const { first_name, last_name } = invitation ?? {};
    const person = isInvited ? { ...known, first_name, last_name, time_zone: null } : known;
    return {
      ...row,
      ...person,
      name: [person?.first_name, person?.last_name].filter(Boolean).join(' ') || person?.email,
      owner: caller.organization.owner_id === row.id,
      permission_group_ids: groups
        .filter(({ membership_id }) => membership_id === row.id)
        .map(({ permission_group_id }) => permission_group_id),
      invitation: !invitation
        ? null
        : invitation.accepted_at
          ? 'Accepted'
          : Date.parse(invitation.expires_at) < Date.now()
            ? 'Expired'
            : 'Pending',
    };
  });
};

const serving = {
  table: 'memberships' as const,
  scope: visibleUsers,
  filter: ({ query, filters }: { query?: string | undefined; filters?: Record<string, unknown> | undefined }) =>
    [
      called(query),
      (eb) => eb('archived_at', filters?.archived === true ? 'is not' : 'is', null),
    ] satisfies Where<'memberships'>[],
  order: {
    by: {
      first_name: ofPerson('first_name'),
      last_name: ofPerson('last_name'),
      email: ofPerson('email'),
      last_accessed_at: 'last_accessed_at',
      created_at: 'created_at',
    },
    usual: [ofPerson('first_name'), ofPerson('last_name')],
  },
  write: async (sent: Record<string, unknown>, context: MemberContext, before?: Membership) => {
    mayGiveRole(context, sent.role as Membership['role'] | undefined, before);
    if (before && sent.role !== undefined && sent.role !== before.role) await stopActing(context, before.id);
    return sent.role === undefined ? {} : { role: sent.role };
  },
  written: async (row: Membership, sent: Record<string, unknown>, context: MemberContext) => {
    const { tx } = context;
    const ids = sent.permission_group_ids as number[] | undefined;
    if (ids) {
      await mayGiveGroups(context, row, ids);
      await setGroups(context, row, ids);
    }
    const names = Object.fromEntries(
      ['first_name', 'last_name'].flatMap((key) => (sent[key] ? [[key, sent[key]]] : [])),
    );
    if (sent.email !== undefined) await sameAddress(tx, row.id, String(sent.email));
    if (Object.keys(names).length && (await renameInvited(context, row.id, names))) return;
    if (!(await mayRename(context, row.id, names))) return;
    await tx
      .updateTable('users')
      .set({ ...names, updated_at: sql`now()` })
      .where('id', '=', row.id)
      .execute();
  },
  present,
};

/** Who was an administrator, and acts for somebody as one, does so no longer. */
const stopActing = ({ tx, caller }: MemberContext, user_id: number) =>
  tx
    .updateTable('sessions')
    .set({ impersonation_expires_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('impersonated_organization_id', '=', caller.organization.id)
    .where('ended_at', 'is', null)
    .execute();

/** The address belongs to the person, who changes it in their profile. */
const sameAddress = async (tx: MemberContext['tx'], id: number, email: string) => {
  const person = await tx.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
  if (person.email !== email)
    throw new Problem('invalid', { email: ['Only the person can change this address, in their profile'] });
};

const { list, page, show, update } = crud(users, serving);

/** The members of an organisation. */
export const usersFeature = implement(userRoutes, {
  list,
  page,
  show,
  update,
  create: async ({ body }, context) => {
    mayGiveRole(context, body.role, undefined);
    const row = await inviteMember(context, body);
    const ids = body.permission_group_ids ?? [];
    await mayGiveGroups(context, row, ids);
    await setGroups(context, row, ids);
    return (await present([row], context))[0] as never;
  },
  resendInvitation: async ({ params }, context) => {
    const row = await findFor(serving, params.id, context);
    await inviteMember(context, { id: row.id });
    return (await present([row], context))[0] as never;
  },
  archive: async ({ params }, context) => {
    const { id } = await findFor(serving, params.id, context);
    const { tx, caller } = context;
    await archiveMember(tx, { organization: caller.organization, id }, caller.person.id);
  },
  unarchive: async ({ params }, context) => {
    const { id } = await findFor(serving, params.id, context);
    await unarchiveMember(context.tx, { organization: context.caller.organization, id });
  },
});
