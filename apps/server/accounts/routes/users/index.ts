import { sql } from 'kysely';
import type { z } from 'zod';
import { userRoutes, users } from '#contract/resources/users.ts';
import { archiveMember, belongsElsewhere, unarchiveMember } from '#server/access/archive.ts';
import { keepManagers } from '#server/access/keep-managers.ts';
import { knownAs, type Names } from '#server/access/member-names.ts';
import { visibleUsers } from '#server/access/scopes.ts';
import { crud, findFor, type Serving, showRow, words } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { always, among, checkVersion, conditionOn, ofOrganization, type Row, type Where } from '#server/kit/rows.ts';
import { entriesBefore, touches, undoBy } from '#server/kit/undo.ts';
import { inviteMember } from './invite.ts';
import { defaultGroups, mayChangeGroups, mayGiveRole, mayManage, setGroups } from './membership.ts';
import { rename } from './names.ts';

const { exists, selectFrom, eb } = conditionOn('memberships');

/** Members are found by their names, as the organization knows them, or by their address. */
const called = (query: string | undefined, organization_id: number): Where<'memberships'> => {
  const sought = words(query);
  if (sought.length === 0) return always;
  return exists(
    selectFrom('users')
      .select('users.id')
      .whereRef('users.id', '=', 'memberships.id')
      .where((inner) =>
        inner.and(
          sought.map(
            (word) => sql<boolean>`(select kit.fold(concat_ws(' ', known.first_name, known.last_name, users.email))
              from ${knownAs(organization_id, 'users.id')} known) like kit.pattern(${word})`,
          ),
        ),
      ),
  );
};

const byName = (organization_id: number, column: keyof Names) =>
  sql`(select kit.fold(known.${sql.ref(column)}) collate "C" from ${knownAs(organization_id, 'memberships.id')} known)`;

type Membership = Row<'memberships'>;
type Role = z.output<typeof users.record>['role'];

type State = z.output<typeof users.record>['invitation'];

const invitationState = (invitation: { accepted_at: string | null; expires_at: string } | undefined): State => {
  if (!invitation) return null;
  if (invitation.accepted_at) return 'Accepted';
  return Date.parse(invitation.expires_at) < Date.now() ? 'Expired' : 'Pending';
};

/** Memberships as the people that they belong to, with their groups and the state of their invitation. */
const serialize = async (rows: Membership[], { tx, caller }: MemberContext) => {
  const ids = among(rows.map(({ id }) => id));
  const organization_id = caller.organization.id;
  const [people, groups, invitations] = await Promise.all([
    tx
      .selectFrom('users')
      .innerJoinLateral(knownAs(organization_id, 'users.id').as('known'), (join) => join.onTrue())
      .select(['users.id', 'users.email', 'users.time_zone', 'known.first_name', 'known.last_name'])
      .where('users.id', '=', ids)
      .execute(),
    ofOrganization(tx, 'membership_permission_groups', caller)
      .select(['membership_id', 'permission_group_id'])
      .where('membership_id', '=', ids)
      .orderBy('permission_group_id')
      .execute(),
    ofOrganization(tx, 'invitations', caller)
      .distinctOn('membership_id')
      .select(['membership_id', 'accepted_at', 'expires_at'])
      .where('membership_id', '=', ids)
      .orderBy('membership_id')
      .orderBy(sql`accepted_at is null`)
      .orderBy('id', 'desc')
      .execute(),
  ]);
  return rows.map((row) => {
    const invitation = invitations.find(({ membership_id }) => membership_id === row.id);
    const person = people.find(({ id }) => id === row.id) as (typeof people)[number];
    return {
      ...row,
      ...person,
      role: row.role as Role,
      // Until they accept, an account that they have already is nobody's business here.
      time_zone: invitation?.accepted_at === null ? null : person.time_zone,
      name: [person.first_name, person.last_name].filter(Boolean).join(' ') || person.email,
      owner: caller.organization.owner_id === row.id,
      permission_group_ids: groups
        .filter(({ membership_id }) => membership_id === row.id)
        .map(({ permission_group_id }) => permission_group_id),
      invitation: invitationState(invitation),
    };
  });
};

const serving: Serving<typeof users, 'memberships'> = {
  table: 'memberships',
  scope: visibleUsers,
  filter: ({ query, filters }, { caller }) => [
    called(query, caller.organization.id),
    eb('archived_at', filters?.archived === true ? 'is not' : 'is', null),
  ],
  order: ({ organization }) => {
    const first_name = byName(organization.id, 'first_name');
    const last_name = byName(organization.id, 'last_name');
    return {
      by: {
        first_name,
        last_name,
        email: '(select u.email collate "C" from users u where u.id = memberships.id)',
        last_accessed_at: 'last_accessed_at',
        created_at: 'created_at',
      },
      usual: [first_name, last_name],
    };
  },
  write: async ({ role, permission_group_ids, email, ...names }, context, before) => {
    mayGiveRole(context, role, before);
    if (before && role === 'orguser' && before.role === 'orgadmin') await mayManage(context, before);
    const isElsewhere = before && Object.keys(names).length > 0 ? await worksElsewhere(context, before.id) : false;
    if (before && role !== undefined && role !== before.role) await stopActing(context, before.id);
    return {
      columns: role === undefined ? {} : { role },
      after: async (row) => {
        if (permission_group_ids) {
          await mayChangeGroups(context, row, permission_group_ids);
          await setGroups(context, row, permission_group_ids);
          if (row.id === context.caller.person.id) await keepManagers(context, 'permission_group_ids');
        }
        if (email !== undefined) await sameAddress(context.tx, row.id, email);
        await rename(context, row, { sent: names, isElsewhere });
      },
    };
  },
  serialize,
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
    throw new Problem('invalid', { email: ['Only this person can change the address, in their profile'] });
};

const { list, page, show, update } = crud(users, serving);

/** @see belongsElsewhere. Asked on another connection, as this one has written: one word, and nothing of who is where. */
const worksElsewhere = ({ database, caller: { organization } }: MemberContext, user_id: number): Promise<boolean> =>
  database.adminTransaction(({ tx, enter }) => {
    enter({ organization_id: organization.id });
    return belongsElsewhere(tx, user_id);
  });

/** Takes back what a member was made: an administrator or none, and of which groups. Names and addresses are their own. */
export const undoUser = undoBy({
  changes: users.changes,
  restores: (key) => key === 'role' || key.startsWith('permission_group_id.'),
  bodyOf: async (was, id, { tx, caller }) => {
    const { role } = was;
    const given = role === undefined ? {} : { role };
    if (!touches(was, 'permission_group_id')) return given;
    const held = await ofOrganization(tx, 'membership_permission_groups', caller)
      .select('permission_group_id')
      .where('membership_id', '=', id)
      .execute();
    const groups = new Map(held.map(({ permission_group_id }) => [permission_group_id, { position: 0 }]));
    const before = entriesBefore(groups, was, 'permission_group_id');
    return { ...given, permission_group_ids: before.map(([id]) => id) };
  },
  handle: update.handle,
});

type ArchiveRequest = { params: { id: number }; body?: { lock_version?: number | undefined } | undefined };

const archive = async ({ params, body }: ArchiveRequest, context: MemberContext): Promise<void> => {
  const row = await findFor(serving, params.id, context);
  const { tx, caller } = context;
  await checkVersion(tx, 'memberships', { row, lock_version: body?.lock_version });
  await mayManage(context, row);
  await archiveMember(
    tx,
    { organization: caller.organization, id: row.id },
    { caller_id: caller.person.id, isElsewhere: () => worksElsewhere(context, row.id) },
  );
};

/** The members of an organization. */
export const usersFeature = implement(
  userRoutes,
  {
    list,
    page,
    show,
    update,
    create: async ({ body }, context) => {
      mayGiveRole(context, body.role, undefined);
      const row = await inviteMember(context, body);
      const ids = body.permission_group_ids ?? (await defaultGroups(context));
      await mayChangeGroups(context, row, ids);
      await setGroups(context, row, ids);
      return showRow(serving, row, context);
    },
    resendInvitation: async ({ params }, context) => {
      const row = await findFor(serving, params.id, context);
      await inviteMember(context, { id: row.id });
      return showRow(serving, row, context);
    },
    archive,
    remove: archive,
    unarchive: async ({ params }, context) => {
      const row = await findFor(serving, params.id, context);
      await mayManage(context, row);
      await unarchiveMember(context.tx, { organization: context.caller.organization, id: row.id });
    },
  },
  {
    users_email_taken: ['email', 'This email address already has an account'],
  },
);
