import { sql } from 'kysely';
import { platformUserRoutes } from '#contract/resources/platform-users.ts';
import { goodPassword } from '#server/access/password-rules.ts';
import { passwordHash, setPassword } from '#server/access/passwords.ts';
import { giveNotice } from '#server/access/security-notice.ts';
import { endSessions } from '#server/access/sessions.ts';
import { words } from '#server/kit/crud.ts';
import { implement, type SignedInContext } from '#server/kit/handlers.ts';
import { paged, whole } from '#server/kit/paged.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { leaveAll, setOrganizations } from './organizations.ts';
import { found, matching, serialize } from './rows.ts';

const showUser = async (context: SignedInContext, id: number) => {
  const person = await found(context, id);
  if (!person) throw new Problem('not_found');
  return person;
};
type Person = Awaited<ReturnType<typeof showUser>>;

/**
 * Makes somebody a superuser, or none any more. Nobody takes it from themselves, and two who take it from each other
 * wait here for one another: so one always stays.
 */
const setRole = async ({ tx, caller }: SignedInContext, id: number, role: 'superuser' | 'orguser'): Promise<void> => {
  const superusers = await tx
    .selectFrom('users')
    .select('id')
    .where('is_superuser', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!superusers.some((one) => one.id === caller.person.id)) throw new Problem('forbidden');
  if (role === 'orguser' && id === caller.person.id)
    throw invalid('role', 'You can’t remove your own superuser role. Ask another superuser to do it.');
  await tx
    .updateTable('users')
    .set({ is_superuser: role === 'superuser' })
    .where('id', '=', id)
    .execute();
};

type NewPassword = { password?: string | undefined; password_confirmation?: string | undefined };

/** Sets another password, tells the person by mail, and ends their sessions. */
const changePassword = async (
  context: SignedInContext,
  { id, email, first_name, last_name }: Person,
  { password, password_confirmation }: NewPassword,
): Promise<void> => {
  if (password === undefined) {
    if (password_confirmation !== undefined) throw invalid('password', 'Enter a password');
    return;
  }
  await goodPassword(password, password_confirmation, [email, first_name, last_name]);
  await setPassword(context.tx, id, await passwordHash(password));
  await endSessions(context.tx, id, id === context.caller.person.id ? context.caller.session_id : undefined);
  await giveNotice(context, id, 'password_changed');
};

/** An address that somebody uses is theirs to change; one that was mistyped in an invitation is not used yet. */
const mayChangeEmail = ({ email: used, accepted }: Person, email: string | undefined): void => {
  if (email !== undefined && email !== used && accepted)
    throw invalid('email', 'Only this person can change the address, in their profile');
};

/** Everybody who has an account. Only the platform team comes here. */
export const platformUsersFeature = implement(
  platformUserRoutes,
  {
    list: async ({ query }, context) => ({ data: await serialize(context, await whole(matching(context, query))) }),
    page: async ({ query, params }, context) => {
      const paging = { page: params.page, page_size: query.page_size };
      const { data, metadata } = await paged(matching(context, query), paging);
      return { data: await serialize(context, data), metadata };
    },
    show: ({ params }, context) => showUser(context, params.id),
    search: async ({ query: { email } }, context) => {
      if (email.trim().length < 2) return { data: [] };
      const data = await context.tx
        .with('known', () => matching(context, {}))
        .selectFrom('known')
        .select(['id', 'email', 'first_name', 'last_name'])
        .where((eb) => eb.and(words(email).map((word) => sql<boolean>`kit.fold(email) like kit.pattern(${word})`)))
        .orderBy('email')
        .limit(10)
        .execute();
      return { data };
    },
    create: async ({ body: { role = 'orguser', organization_ids = [], ...person } }, context) => {
      const { id } = await context.tx.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
      if (role === 'superuser') await setRole(context, id, role);
      await setOrganizations(context, await showUser(context, id), organization_ids);
      // Who joins an organization is invited by it.
      if (organization_ids.length === 0) await context.enqueue('account_invitation_mail', { user_id: id });
      return showUser(context, id);
    },
    update: async ({ params, body }, context) => {
      const { lock_version, role, organization_ids, password, password_confirmation, ...columns } = body;
      const before = await showUser(context, params.id);
      if (lock_version !== undefined && lock_version !== before.lock_version) throw new Problem('conflict');
      mayChangeEmail(before, columns.email);
      if (role !== undefined && role !== before.role) await setRole(context, before.id, role);
      await changePassword(context, before, { password, password_confirmation });
      if (organization_ids) await setOrganizations(context, before, organization_ids);
      const { numUpdatedRows } = await context.tx
        .updateTable('users')
        .set({ ...columns, updated_at: sql`now()`, lock_version: before.lock_version + 1 })
        .where('id', '=', before.id)
        .where('lock_version', '=', before.lock_version)
        .executeTakeFirstOrThrow();
      if (!numUpdatedRows) throw new Problem('conflict');
      return showUser(context, before.id);
    },
    remove: async ({ params }, context) => {
      const { accepted, memberships, id } = await showUser(context, params.id);
      if (accepted || memberships.some((one) => one.accepted))
        throw invalid('base', 'This person has used their account. Archive them in their organizations instead.');
      const owned = memberships.filter(({ owner }) => owner).map(({ organization }) => organization.name);
      if (owned.length > 0)
        throw invalid('base', `This person will own ${owned.join(', ')}. Choose another owner there first.`);
      await leaveAll(context, id, memberships);
      await context.tx.deleteFrom('users').where('id', '=', id).execute();
    },
    invite: async ({ params }, context) => {
      const { accepted, id } = await showUser(context, params.id);
      if (accepted) throw invalid('base', 'This person already has a password and can request a new one themselves.');
      await context.enqueue('account_invitation_mail', { user_id: id });
    },
  },
  { users_email_taken: ['email', 'This email address already has an account'] },
);
