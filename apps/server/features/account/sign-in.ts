import { sql } from 'kysely';
import type { accountRoutes } from '#contract/resources/account.ts';
import { logoAddress } from '#server/access/logos.ts';
import { passwordMatches } from '#server/access/passwords.ts';
import { attempted, forgive, limits } from '#server/access/rate-limits.ts';
import { startSession } from '#server/access/sessions.ts';
import type { Tokens } from '#server/access/tokens.ts';
import type { Tx } from '#server/kit/db.ts';
import { storedPicture } from '#server/kit/files/store-file.ts';
import type { Handler, VisitorContext } from '#server/kit/handlers.ts';
import { invalid, keeping, Problem } from '#server/kit/problem.ts';
import { requireSecondFactor } from './second-factor.ts';

type Credentials = { email: string; password: string; code?: string | undefined };

/**
 * The id of the person whose address and password these are. An unknown address takes as long and is told the same;
 * failures are counted for the account and the caller's address together, and kept although the request fails (R13).
 */
export const authenticate = async (
  { tx, address, about, config }: Pick<VisitorContext, 'tx' | 'address' | 'about' | 'config'>,
  { email, password, code }: Credentials,
): Promise<number> => {
  const subject = `${email.trim().toLowerCase()} ${address}`;
  await attempted(tx, limits.signIn, subject);
  const known = await tx
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id', 'passwords.hash'])
    .where('users.email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  if (known) about(known.id);
  const matches = await passwordMatches(password, known?.hash ?? undefined);
  if (!known || !matches) throw keeping(invalid('base', 'The email or password is incorrect.'));
  await requireSecondFactor({ tx, config }, known.id, code);
  await forgive(tx, limits.signIn, subject);
  return known.id;
};

type Host = { id: number; owner_id: number | null };

/** The organisation whose host is called, which the transaction enters; null elsewhere. */
const hostOf = async ({ tx, host: slug, enter }: VisitorContext): Promise<Host | null> => {
  if (!slug) return null;
  const organization = await tx
    .selectFrom('organizations')
    .select(['id', 'owner_id'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!organization) return null;
  enter(organization.id);
  return organization;
};

/** A member without any permission group cannot sign in on the organisation's host, unless they own it (R22). */
const refuseGroupless = async (tx: Tx, organization: Host, user_id: number) => {
  if (organization.owner_id === user_id) return;
  const membership = await tx
    .selectFrom('memberships')
    .select((eb) => [
      'archived_at',
      eb
        .exists(
          eb
            .selectFrom('membership_permission_groups as held')
            .select('held.id')
            .whereRef('held.organization_id', '=', 'memberships.organization_id')
            .whereRef('held.membership_id', '=', 'memberships.id'),
        )
        .as('has_groups'),
    ])
    .where('organization_id', '=', organization.id)
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (membership && !membership.archived_at && !membership.has_groups)
    throw invalid('base', 'You belong to no permission group in this organization. Contact your organization owner.');
};

export const signIn =
  (tokens: Tokens): Handler<typeof accountRoutes.signIn> =>
  async ({ body }, context) => {
    const organization = await hostOf(context);
    const user_id = await authenticate(context, body);
    if (organization) await refuseGroupless(context.tx, organization, user_id);
    return { jwt: await startSession(context.tx, tokens, user_id) };
  };

export const signOut: Handler<typeof accountRoutes.signOut> = async (_, { tx, caller }) => {
  await tx.updateTable('sessions').set({ ended_at: sql`now()` }).where('id', '=', caller.session_id).execute();
};

export const host: Handler<typeof accountRoutes.host> = async ({ query }, { tx }) => {
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'slug', 'logo_file_id'])
    .where('slug', '=', query.slug)
    .executeTakeFirst();
  if (!organization) throw new Problem('not_found');
  const { name, slug, logo_file_id } = organization;
  return { name, slug, logo: logoAddress(slug, logo_file_id) };
};

/** A logo stands on the sign-in page too, so that everybody may see it. */
export const hostLogo: Handler<typeof accountRoutes.hostLogo> = async ({ query }, { tx, enter, storage }) => {
  const organization = await tx
    .selectFrom('organizations')
    .select(['id', 'logo_file_id'])
    .where('slug', '=', query.slug)
    .executeTakeFirst();
  if (!organization?.logo_file_id) throw new Problem('not_found');
  enter(organization.id);
  return storedPicture({ tx, storage }, organization.id, organization.logo_file_id);
};
