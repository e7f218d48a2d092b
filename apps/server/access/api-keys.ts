import { sql } from 'kysely';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { apiKeyPrefix } from '#contract/resources/api-credentials.ts';
import type { WeekStart } from '#forms/calendar.ts';
import type { Database, Tx } from '../kit/db.ts';
import type { Member } from '../kit/handlers.ts';
import type { ApiUse, Claims } from '../kit/identity.ts';
import { Problem } from '../kit/problem.ts';
import { requiredPurposes } from './consents.ts';
import { hashOf, newSecret } from './tokens.ts';

/** A key may call this often in a minute. */
const maxCalls = 300;

/** A new API key, and the hash of it that is stored. */
export const newApiKey = (): { key: string; hash: Buffer } => {
  const key = `${apiKeyPrefix}${newSecret().secret}`;
  return { key, hash: hashOf(key) };
};

/** The address of the account behind a key, which nobody can write to. */
export const apiAddress = (name: string): string => `api-${name}@credentials.invalid`;

/** The API key of a bearer header; null when it carries something else. */
export const apiKeyOf = (authorization: string | undefined): string | null => {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  return token?.startsWith(apiKeyPrefix) ? token : null;
};

type ApiKeyUse = {
  organization_id: number;
  id: number;
  slug: string;
  enabled: boolean;
  suspended: boolean;
  expires_at: string;
  calls: number;
  calls_since: string;
};

const day = (at: string) => `${at.slice(5, 7)}/${at.slice(8, 10)}/${at.slice(0, 4)}`;
const signedOut = (message: string) => new Problem('not_signed_in', { base: [message] });

/**
 * Counts a call with a key and answers whose it is. Throws not_signed_in for a key that is unknown, expired or of an
 * organization without API access, suspended for one of a suspended organization, and too_many beyond 300 calls a minute.
 */
export const useApiKey = async (database: Database, key: string): Promise<Claims> => {
  const { rows } = await database.transaction(({ tx }) =>
    sql<ApiKeyUse>`select * from kit.use_api_key(${hashOf(key)})`.execute(tx),
  );
  const [used] = rows;
  if (!used) throw signedOut('This API key is unknown. Create a new one.');
  if (Date.parse(used.expires_at) <= Date.now())
    throw signedOut(`This API key expired on ${day(used.expires_at)}. Rotate it, or create a new one.`);
  if (used.suspended) throw new Problem('suspended');
  if (!used.enabled) throw signedOut('API access is turned off for this organization.');
  if (used.calls > maxCalls) {
    const seconds = Math.max(1, Math.ceil((Date.parse(used.calls_since) + 60_000 - Date.now()) / 1000));
    throw new Problem('too_many', { base: ['Too many attempts. Try again in 1 minute.'] }, seconds);
  }
  const api = { organization_id: used.organization_id, credential_id: used.id, slug: used.slug };
  return { session_id: '', issued_at: Date.now() / 1000, organization_id: used.organization_id, api };
};

type CallerRow = {
  user_id: number;
  first_name: string;
  last_name: string;
  email: string;
  organization_name: string;
  organization_slug: string;
  organization_time_zone: string;
  organization_week_starts_on: WeekStart;
  organization_fiscal_year_start_month: number;
  owner_id: number | null;
  permission_group_id: number;
  privileges: EntityPrivileges;
};

/**
 * The program behind a key as a member of its organization, with what its permission group allows. It is forbidden
 * outside an organization, and does not find another one than its own.
 */
export const apiCaller = async (tx: Tx, used: ApiUse, organization: string | null): Promise<Member> => {
  if (organization === null) throw new Problem('forbidden');
  if (organization !== used.slug) throw new Problem('not_found');
  const [{ rows }, required] = await Promise.all([
    sql<CallerRow>`
      select * from kit.api_caller(${used.organization_id}::bigint, ${used.credential_id}::bigint)`.execute(tx),
    requiredPurposes(tx, used.organization_id),
  ]);
  const [row] = rows;
  if (!row) throw new Problem('not_signed_in');
  return {
    session_id: '',
    person: {
      id: row.user_id,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      time_zone: null,
    },
    impersonator_id: null,
    impersonation: null,
    is_superuser: false,
    agreed: true,
    has_second_factor: false,
    last_activity_at: new Date().toISOString(),
    organization: {
      id: used.organization_id,
      name: row.organization_name,
      slug: row.organization_slug,
      time_zone: row.organization_time_zone,
      week_starts_on: row.organization_week_starts_on,
      fiscal_year_start_month: row.organization_fiscal_year_start_month,
      owner_id: row.owner_id,
    },
    role: 'orguser',
    everything: false,
    api_credential_id: used.credential_id,
    entity_privileges: row.privileges,
    principals: [-row.permission_group_id],
    ...(required.includes('api') ? { consent: { to: ['api'], lacking: false } } : {}),
  };
};
