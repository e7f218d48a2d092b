import { sql } from 'kysely';
import type { accountRoutes } from '#contract/resources/account.ts';
import { logoAddress } from '#server/access/logos.ts';
import { isStillPassword, passwordMatches } from '#server/access/passwords.ts';
import { attempted, forgive, limits, spaced, takeBack } from '#server/access/rate-limits.ts';
import { noteAccess, noteSignIn, startSession } from '#server/access/sessions.ts';
import { noteSignInFrom } from '#server/access/sign-in-networks.ts';
import type { Tokens } from '#server/access/tokens.ts';
import type { Tx } from '#server/kit/db.ts';
import { storedPicture } from '#server/kit/files/store-file.ts';
import type { Handler, VisitorContext } from '#server/kit/handlers.ts';
import { networkOf } from '#server/kit/networks.ts';
import { invalid, keeping, Problem } from '#server/kit/problem.ts';
import { requireSecondFactor } from './second-factor.ts';

type Credentials = { email: string; password: string; code?: string | undefined };

const wrongPair = () => keeping(invalid('base', 'The email or password is incorrect.'));

/** An account as signing in needs it; undefined for an address that has none. */
const accountOf = (tx: Tx, email: string, network: string) =>
  tx
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.user_id', 'users.id')
    .leftJoin('sign_in_networks as home', (join) =>
      join.onRef('home.user_id', '=', 'users.id').on('home.network', '=', network),
    )
    .select(['users.id', 'passwords.hash', 'home.network'])
    .where('users.email', '=', email)
    .executeTakeFirst();

/**
 * The id of the person whose address and password these are. An unknown address takes as long and is told the same.
 * Failures are counted, and kept although the request fails: for the account from the caller's network, for the
 * network at all accounts, and for the account from everywhere that it was not signed in to before.
 */
export const authenticate = async (
  { tx, address, about, keys }: Pick<VisitorContext, 'tx' | 'address' | 'about' | 'keys'>,
  { email: typed, password, code }: Credentials,
): Promise<number> => {
  const email = typed.trim().toLowerCase();
  const network = networkOf(address);
  const pair = `${email} ${network}`;
  await attempted(tx, limits.signIn, pair);
  await attempted(tx, limits.signInFrom, network);
  const known = await accountOf(tx, email, network);
  if (!known?.network) await spaced(tx, limits.signInAt, email);
  if (known) about(known.id);
  const matches = await passwordMatches(password, known?.hash ?? undefined);
  if (!known || !matches || !(await isStillPassword(tx, known.id, known.hash))) throw wrongPair();
  await requireSecondFactor({ tx, keys }, known.id, code);
  await forgive(tx, limits.signIn, pair);
  await takeBack(tx, limits.signInFrom, network);
  await takeBack(tx, limits.signInAt, email);
  await noteSignInFrom(tx, known.id, network);
  return known.id;
};

type Host = { id: number; owner_id: number | null; suspended_at: string | null };

/** The organization whose host is called, which the transaction enters; null elsewhere. */
const hostOf = async ({ tx, host: slug, enter }: VisitorContext): Promise<Host | null> => {
  if (!slug) return null;
  const organization = await tx
    .selectFrom('organizations')
    .select(['id', 'owner_id', 'suspended_at'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!organization) return null;
  enter(organization.id);
  return organization;
};

/** A member without any permission group cannot sign in on the organization's host, unless they own it. */
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
            .whereRef('held.membership_id', '=', 'memberships.id'),
        )
        .as('has_groups'),
    ])
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (membership && !membership.archived_at && !membership.has_groups)
    throw invalid('base', 'You belong to no permission group in this organization. Contact your organization owner.');
};

/** While an organization is suspended, only the platform team signs in on its host. */
const refuseSuspended = async (tx: Tx, { suspended_at }: Host, user_id: number) => {
  if (suspended_at === null) return;
  const { is_superuser } = await tx
    .selectFrom('users')
    .select('is_superuser')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  if (!is_superuser) throw new Problem('suspended');
};

export const signIn =
  (tokens: Tokens): Handler<typeof accountRoutes.signIn> =>
  async ({ body }, context) => {
    const organization = await hostOf(context);
    const user_id = await authenticate(context, body);
    if (organization) {
      await refuseSuspended(context.tx, organization, user_id);
      await refuseGroupless(context.tx, organization, user_id);
      await noteAccess(context.tx, user_id);
    }
    await noteSignIn(context.tx, user_id, context.address);
    return { jwt: await startSession(context.tx, tokens, { user_id, organization_id: organization?.id ?? null }) };
  };

export const signOut: Handler<typeof accountRoutes.signOut> = async (_, { tx, caller }) => {
  await tx.updateTable('sessions').set({ ended_at: sql`now()` }).where('id', '=', caller.session_id).execute();
};

/** Counted also when there is none, so that nobody can try names quickly to learn who the customers are. */
export const host: Handler<typeof accountRoutes.host> = async ({ query }, { tx, address }) => {
  await attempted(tx, limits.host, networkOf(address));
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'slug', 'logo_file_id'])
    .where('slug', '=', query.slug)
    .executeTakeFirst();
  if (!organization) throw keeping(new Problem('not_found'));
  const { name, slug, logo_file_id } = organization;
  return { name, slug, logo: logoAddress(slug, logo_file_id) };
};

/** A logo stands on the sign-in page too, so that everybody may see it. */
export const hostLogo: Handler<typeof accountRoutes.hostLogo> = async ({ query }, { tx, enter, storage, address }) => {
  await attempted(tx, limits.hostLogo, networkOf(address));
  const organization = await tx
    .selectFrom('organizations')
    .select(['id', 'logo_file_id'])
    .where('slug', '=', query.slug)
    .executeTakeFirst();
  if (!organization?.logo_file_id) throw keeping(new Problem('not_found'));
  const { id, logo_file_id } = organization;
  enter(id);
  return storedPicture({ tx, storage }, { file_id: logo_file_id, isPublic: true });
};
