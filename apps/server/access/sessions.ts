import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import type { RouteSpec } from '#contract/kit/route.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import type { WeekStart } from '#forms/calendar.ts';
import type { Tx } from '../kit/db.ts';
import type { Member, Services, SignedIn } from '../kit/handlers.ts';
import type { Claims, Identity } from '../kit/identity.ts';
import { Problem } from '../kit/problem.ts';
import { demandStillActs } from './acting.ts';
import { apiCaller, apiKeyOf, useApiKey } from './api-keys.ts';
import { demandOf } from './demands.ts';
import { memberWith } from './members.ts';
import type { Tokens } from './tokens.ts';

/** What kit.caller answers. */
type CallerRow = {
  session_id: string;
  signed_in_user_id: number;
  last_activity_at: string;
  user_id: number;
  first_name: string | null;
  last_name: string | null;
  email: string;
  is_superuser: boolean;
  time_zone: string | null;
  agreed: boolean;
  has_second_factor: boolean;
  impersonated_organization_id: number | null;
  impersonation_expires_at: string | null;
  organization_id: number | null;
  organization_name: string;
  organization_slug: string;
  organization_time_zone: string;
  organization_week_starts_on: WeekStart;
  organization_fiscal_year_start_month: number;
  organization_suspended: boolean;
  owner_id: number | null;
  member: boolean;
  role: 'orgadmin' | 'orguser';
  group_ids: number[] | null;
  privileges: EntityPrivileges[] | null;
  session_version: string;
  membership_version: string | null;
};

const signedIn = (row: CallerRow): SignedIn => ({
  session_id: row.session_id,
  person: {
    id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    time_zone: row.time_zone,
  },
  impersonator_id: row.signed_in_user_id === row.user_id ? null : row.signed_in_user_id,
  impersonation:
    row.impersonated_organization_id !== null && row.impersonation_expires_at !== null
      ? { organization_id: row.impersonated_organization_id, expires_at: row.impersonation_expires_at }
      : null,
  // Nobody rises by acting for a person who became one meanwhile.
  is_superuser: row.is_superuser && row.signed_in_user_id === row.user_id,
  agreed: row.agreed,
  has_second_factor: row.has_second_factor,
  last_activity_at: row.last_activity_at,
});

/**
 * The caller as a member of the organization of the address: not_found when they do not belong there, suspended when
 * nobody but the platform team gets in.
 */
const memberOf = (row: CallerRow): Member => {
  const person = signedIn(row);
  const elsewhere =
    row.impersonated_organization_id !== null && row.impersonated_organization_id !== row.organization_id;
  const isMember = row.member && !elsewhere;
  if (row.organization_id === null || !(isMember || person.is_superuser)) throw new Problem('not_found');
  if (row.organization_suspended && !person.is_superuser) throw new Problem('suspended');
  const organization = {
    id: row.organization_id,
    name: row.organization_name,
    slug: row.organization_slug,
    time_zone: row.organization_time_zone,
    week_starts_on: row.organization_week_starts_on,
    fiscal_year_start_month: row.organization_fiscal_year_start_month,
    owner_id: row.owner_id,
  };
  return memberWith(person, organization, row);
};

/** A token of one organization opens no other; superusers reach the platform's templates with it too. */
const checkOrganization = ({ organization_id }: Claims, organization: string | null, found: CallerRow): void => {
  const isSuperuser = found.is_superuser && found.signed_in_user_id === found.user_id;
  if (organization === templatesSlug) {
    if (!isSuperuser) throw new Problem('forbidden');
  } else if (organization !== null && organization_id !== null && organization_id !== found.organization_id)
    throw new Problem('not_signed_in');
};

const minutes = (count: number) => count * 60 * 1000;

/** A caller as they were found, with the versions that say whether they still are, as kit.caller makes them. */
type CachedCaller = {
  caller: SignedIn | Member;
  session_version: string;
  membership_version: string | null;
  found_at: number;
};

const maxRemembered = 5000;

/**
 * Whether nothing changed that the caller rests on: their session and the persons in it, their organization, membership
 * and groups. Two questions that leave together: sessions are on one machine, memberships may be on another.
 */
const isUnchanged = async (tx: Tx, { caller, ...remembered }: CachedCaller): Promise<boolean> => {
  const session = sql<{ version: string }>`
    select concat_ws('.', s.access_version, signed_in.access_version, u.access_version) as version
      from sessions s
      join users signed_in on signed_in.id = s.user_id
      join users u on u.id = coalesce(s.impersonated_user_id, s.user_id)
     where s.id = ${caller.session_id}::uuid`.execute(tx);
  const membership =
    'organization' in caller
      ? sql<{ version: string }>`
          select concat_ws('.', m.access_version, o.access_version) as version
            from organizations o
            left join memberships m on m.organization_id = o.id and m.id = ${caller.person.id}::bigint
           where o.id = ${caller.organization.id}::bigint`.execute(tx)
      : null;
  const [one, other] = await Promise.all([session, membership]);
  return (
    one.rows[0]?.version === remembered.session_version &&
    (other?.rows[0]?.version ?? null) === remembered.membership_version
  );
};

/**
 * Sessions as the machine asks for them: who calls, whether they may, and when their token is due for renewal. Callers
 * are remembered for a minute, and used only after the database has said that nothing changed.
 */
export const openIdentity = (tokens: Tokens, services: Pick<Services, 'config' | 'database'>): Identity => {
  const known = new Map<string, CachedCaller>();
  /** Members whose visit was noted since they were looked up. */
  const noted = new WeakSet<SignedIn>();
  const keyOf = ({ session_id, organization_id }: Claims, organization: string | null) =>
    `${session_id} ${organization_id ?? ''} ${organization ?? ''}`;
  return {
    claims: async (authorization) => {
      const key = apiKeyOf(authorization);
      return key === null ? tokens.claims(authorization) : useApiKey(services.database, key);
    },

    caller: async (tx, claims, organization) => {
      const { session_id, api } = claims;
      if (api) return apiCaller(tx, api, organization);
      const { rows } = await sql<CallerRow>`select * from kit.caller(${session_id}::uuid, ${organization})`.execute(tx);
      const [row] = rows;
      if (!row) throw new Problem('not_signed_in');
      checkOrganization(claims, organization, row);
      const caller = organization === null ? signedIn(row) : memberOf(row);
      const { session_version, membership_version } = row;
      if (known.size >= maxRemembered) known.clear();
      known.set(keyOf(claims, organization), { caller, session_version, membership_version, found_at: Date.now() });
      return caller;
    },

    recall: (claims, organization) => {
      const remembered = known.get(keyOf(claims, organization));
      if (!remembered || claims.api) return null;
      const { caller, found_at } = remembered;
      const isOld =
        Date.now() - found_at > minutes(1) || Date.now() - Date.parse(caller.last_activity_at) > minutes(30);
      return isOld ? null : { caller, isCurrent: (tx) => isUnchanged(tx, remembered) };
    },

    authorize: async (tx: Tx, route: RouteSpec, caller) => {
      await demandOf({ ...services, tx }, route, caller);
      // Who acts for somebody may always ask for whom, and stop.
      if (route.access !== 'account') await demandStillActs(tx, caller);
    },

    renew: async (tx: Tx, { session_id, organization_id, issued_at, api }: Claims, caller) => {
      if (api) return null;
      if (Date.now() - Date.parse(caller.last_activity_at) > minutes(1)) await touch(tx, session_id, caller);
      // Callers are looked up about once a minute. Who acts for somebody does not count as their visit.
      if ('organization' in caller && !caller.impersonator_id && !noted.has(caller)) {
        noted.add(caller);
        await noteAccess(tx, caller.person.id);
      }
      return Date.now() - issued_at * 1000 > minutes(5) ? tokens.issue(session_id, organization_id) : null;
    },
  };
};

/** Activity is written at most once a minute; that is close enough for an end after 30 idle minutes. */
const touch = async (tx: Tx, session_id: string, caller: SignedIn | Member) => {
  caller.last_activity_at = new Date().toISOString();
  await tx.updateTable('sessions').set({ last_activity_at: sql`now()` }).where('id', '=', session_id).execute();
};

/** Notes when a member was last in the organization that the transaction is in. */
export const noteAccess = async (tx: Tx, user_id: number): Promise<void> => {
  await tx
    .updateTable('memberships')
    .set({ last_accessed_at: sql`now()` })
    .where('id', '=', user_id)
    .where('archived_at', 'is', null)
    .execute();
};

/** Notes when and from where a person signed in, for the platform team. */
export const noteSignIn = async (tx: Tx, user_id: number, address: string): Promise<void> => {
  await tx
    .insertInto('last_sign_ins')
    .values({ user_id, address })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        address: eb.ref('excluded.address'),
        signed_in_at: eb.ref('excluded.signed_in_at'),
      })),
    )
    .execute();
};

/**
 * Begins a session of at most 12 hours and answers its first token.
 * @param session organization_id is that whose host was called, which alone it opens; null on the platform's own
 */
export const startSession = async (
  tx: Tx,
  tokens: Tokens,
  { user_id, organization_id = null }: { user_id: number; organization_id?: number | null },
): Promise<string> => {
  const id = randomUUID();
  await tx.insertInto('sessions').values({ id, user_id, expires_at: sql`now() + interval '12 hours'` }).execute();
  return tokens.issue(id, organization_id);
};

/** Ends all sessions of a person, but for one that may go on. */
export const endSessions = async (tx: Tx, user_id: number, except?: string): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except as string))
    .execute();
};
