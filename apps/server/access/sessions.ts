import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import type { RouteSpec } from '#contract/kit/route.ts';
import type { Database, Tx } from '../kit/db.ts';
import type { Member, SignedIn } from '../kit/handlers.ts';
import type { Claims, Identity } from '../kit/mount.ts';
import { Problem } from '../kit/problem.ts';
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
  impersonated_organization_id: number | null;
  impersonation_expires_at: string | null;
  organization_id: number | null;
  organization_name: string;
  organization_slug: string;
  organization_time_zone: string;
  owner_id: number | null;
  member: boolean;
  role: 'orgadmin' | 'orguser';
  archived: boolean;
  group_ids: number[] | null;
  privileges: EntityPrivileges[] | null;
  session_version: number;
  membership_version: number | null;
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
  last_activity_at: row.last_activity_at,
});

/** The caller as a member of the organisation of the address; not_found when they do not belong there. */
const memberOf = (row: CallerRow): Member => {
  const person = signedIn(row);
  const elsewhere =
    row.impersonated_organization_id !== null && row.impersonated_organization_id !== row.organization_id;
  const isMember = row.member && !row.archived && !elsewhere;
  if (row.organization_id === null || !(isMember || person.is_superuser)) throw new Problem('not_found');
  const organization = {
    id: row.organization_id,
    name: row.organization_name,
    slug: row.organization_slug,
    time_zone: row.organization_time_zone,
    owner_id: row.owner_id,
  };
  return memberWith(person, organization, row);
};

const minutes = (count: number) => count * 60 * 1000;

/** A caller as they were found, with the two numbers that say whether they still are. */
type Remembered = {
  caller: SignedIn | Member;
  session_version: number;
  membership_version: number | null;
  found_at: number;
};

const mostRemembered = 5000;

/** Whether nothing changed that the caller rests on: their session, person, membership and groups (migration 0010). */
const isUnchanged = async (tx: Tx, { caller, ...remembered }: Remembered): Promise<boolean> => {
  const organization_id = 'organization' in caller ? caller.organization.id : null;
  const { rows } = await sql<Pick<Remembered, 'session_version' | 'membership_version'>>`
    select access_version as session_version,
           (select access_version from memberships
             where organization_id = ${organization_id}::bigint and memberships.id = ${caller.person.id}::bigint) as membership_version
      from sessions where id = ${caller.session_id}::uuid`.execute(tx);
  const [now] = rows;
  return (
    now?.session_version === remembered.session_version && now.membership_version === remembered.membership_version
  );
};

/**
 * Sessions as the machine asks for them: who calls, whether they may, and when their token is due for renewal. Callers
 * are remembered for a minute, and used only after the database has said that nothing changed.
 */
export const openIdentity = (tokens: Tokens, database: Database): Identity => {
  const known = new Map<string, Remembered>();
  const keyOf = (session_id: string, organization: string | null) => `${session_id} ${organization ?? ''}`;
  return {
    claims: async (authorization) => {
      const key = apiKeyOf(authorization);
      return key === null ? tokens.claims(authorization) : useApiKey(database, key);
    },

    caller: async (tx, { session_id, api }, organization) => {
      if (api) return apiCaller(tx, api, organization);
      const { rows } = await sql<CallerRow>`select * from kit.caller(${session_id}::uuid, ${organization})`.execute(tx);
      const [row] = rows;
      if (!row) throw new Problem('not_signed_in');
      const caller = organization === null ? signedIn(row) : memberOf(row);
      const { session_version, membership_version } = row;
      if (known.size >= mostRemembered) known.clear();
      known.set(keyOf(session_id, organization), { caller, session_version, membership_version, found_at: Date.now() });
      return caller;
    },

    recall: ({ session_id, api }, organization) => {
      const remembered = known.get(keyOf(session_id, organization));
      if (!remembered || api) return null;
      const { caller, found_at } = remembered;
      const isOld =
        Date.now() - found_at > minutes(1) || Date.now() - Date.parse(caller.last_activity_at) > minutes(30);
      return isOld ? null : { caller, isCurrent: (tx) => isUnchanged(tx, remembered) };
    },

    demand: (tx: Tx, route: RouteSpec, caller) => demandOf(tx, route, caller),

    renew: async (tx: Tx, { session_id, issued_at, api }: Claims, caller) => {
      if (api) return null;
      if (Date.now() - Date.parse(caller.last_activity_at) > minutes(1)) await touch(tx, session_id, caller);
      return Date.now() - issued_at * 1000 > minutes(5) ? tokens.issue(session_id) : null;
    },
  };
};

/** Activity is written at most once a minute; that is close enough for an end after 30 idle minutes. */
const touch = async (tx: Tx, session_id: string, caller: SignedIn | Member) => {
  caller.last_activity_at = new Date().toISOString();
  await tx.updateTable('sessions').set({ last_activity_at: sql`now()` }).where('id', '=', session_id).execute();
  if (!('organization' in caller)) return;
  await tx
    .updateTable('memberships')
    .set({ last_accessed_at: sql`now()` })
    .where('organization_id', '=', caller.organization.id)
    .where('id', '=', caller.person.id)
    .execute();
};

/** Begins a session of at most 12 hours and answers its first token. */
export const startSession = async (tx: Tx, tokens: Tokens, user_id: number): Promise<string> => {
  const id = randomUUID();
  await tx.insertInto('sessions').values({ id, user_id, expires_at: sql`now() + interval '12 hours'` }).execute();
  return tokens.issue(id);
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
