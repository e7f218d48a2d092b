import { sql } from 'kysely';
import { type accountRoutes, invitationUsed } from '#contract/resources/account.ts';
import { takeOwnership } from '#server/access/ownership.ts';
import { goodPassword } from '#server/access/password-rules.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { startSession } from '#server/access/sessions.ts';
import { hashOf, type Tokens } from '#server/access/tokens.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Handler, VisitorContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { authenticate } from './sign-in.ts';

type Invitation = {
  organization_id: number;
  id: number;
  user_id: number;
  expires_at: string;
  accepted_at: string | null;
  superseded_at: string | null;
};

/** The invitation that a link names: unknown ones are not found, used, replaced and old ones are gone. */
const opened = async (tx: Tx, secret: string): Promise<Invitation> => {
  const { rows } = await sql<Invitation>`select * from kit.invitation(${hashOf(secret)})`.execute(tx);
  const [invitation] = rows;
  if (!invitation) throw new Problem('not_found');
  if (invitation.accepted_at) throw new Problem('gone', { base: [invitationUsed] });
  const { name, suspended_at } = await organizationOf(tx, invitation);
  if (suspended_at !== null) throw new Problem('suspended');
  if (invitation.superseded_at || Date.parse(invitation.expires_at) < Date.now())
    throw new Problem('gone', { base: [`This invitation has expired. Ask ${name} to send a new one.`] });
  return invitation;
};

const organizationOf = (tx: Tx, { organization_id }: Invitation) =>
  tx
    .selectFrom('organizations')
    .select(['name', 'slug', 'suspended_at'])
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow();

const invited = (tx: Tx, { user_id }: Invitation) =>
  tx
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name', 'passwords.hash'])
    .where('users.id', '=', user_id)
    .executeTakeFirstOrThrow();

const accepted = async ({ tx, enter }: VisitorContext, { organization_id, id, user_id }: Invitation) => {
  enter(organization_id, user_id);
  // Two at the same time: the second waits here until the first is committed.
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ accepted_at: sql`now()` })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('superseded_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows) throw new Problem('gone', { base: [invitationUsed] });
  await tx
    .updateTable('memberships')
    .set({ accepted_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', user_id)
    .where('accepted_at', 'is', null)
    .execute();
  await takeOwnership(tx, { organization_id, id: user_id });
};

/** On an organization's host the session is for the organization that was joined; on the platform's own, for all. */
const openedBy = ({ host }: VisitorContext, { organization_id }: Invitation) =>
  host === null ? null : organization_id;

export const invitation: Handler<typeof accountRoutes.invitation> = async ({ params }, { tx }) => {
  const found = await opened(tx, params.invite_id);
  const { email, first_name, last_name, hash } = await invited(tx, found);
  return { email, first_name, last_name, organization: await organizationOf(tx, found), has_account: hash !== null };
};

/** Sets up a new account. An account that exists is never changed by an invitation: its owner signs in instead. */
export const acceptInvitation =
  (tokens: Tokens): Handler<typeof accountRoutes.acceptInvitation> =>
  async ({ params, body }, context) => {
    const { tx } = context;
    const found = await opened(tx, params.invite_id);
    const person = await invited(tx, found);
    if (person.hash) throw invalid('base', 'You already have an account. Sign in to accept the invitation.');
    const { first_name, last_name, password, password_confirmation } = body;
    const { name } = await organizationOf(tx, found);
    await goodPassword(password, password_confirmation, [person.email, first_name, last_name, name]);
    await tx
      .updateTable('users')
      .set({ first_name, last_name, updated_at: sql`now()` })
      .where('id', '=', person.id)
      .execute();
    await tx
      .insertInto('passwords')
      .values({ user_id: person.id, hash: await passwordHash(password) })
      .execute();
    await accepted(context, found);
    return {
      auth_token: await startSession(tx, tokens, { user_id: person.id, organization_id: openedBy(context, found) }),
    };
  };

export const acceptAsExisting =
  (tokens: Tokens): Handler<typeof accountRoutes.acceptAsExisting> =>
  async ({ body }, context) => {
    const found = await opened(context.tx, body.invite_id);
    const user_id = await authenticate(context, body);
    if (user_id !== found.user_id) throw invalid('base', 'This invitation was sent to another email address');
    await accepted(context, found);
    return {
      auth_token: await startSession(context.tx, tokens, { user_id, organization_id: openedBy(context, found) }),
    };
  };
