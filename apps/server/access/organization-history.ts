import { sql } from 'kysely';
import type { Tx } from '../kit/db.ts';

/** What history tells of an organization: its columns, but for those that only count. */
export const toldColumns = [
  'name',
  'slug',
  'owner_id',
  'next_owner_id',
  'time_zone',
  'week_starts_on',
  'fiscal_year_start_month',
  'pricing_tier_id',
  'api_access_enabled',
  'logo_file_id',
  'small_numbers_below',
  'allow_answers_in_email',
  'mail_sender',
  'mail_reply_to',
  'daily_message_limit',
  'suspended_at',
  'suspended_reason',
  'can_be_found',
  'allow_unknown',
  'consent_required',
  'consent_wording',
] as const;

const columns = sql.join(toldColumns.map((name) => sql.ref(name)));

/** Copies the organization as it is at this moment to where its history is written from. */
const copied = async (tx: Tx, id: number, over: 'keep' | 'replace'): Promise<void> => {
  const replaced = sql.join(toldColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));
  await sql`
    insert into organization_states (organization_id, id, ${columns})
    select ${id}::bigint, ${id}::bigint, ${columns} from organizations where organizations.id = ${id}
    on conflict (organization_id, id) do ${over === 'keep' ? sql`nothing` : sql`update set ${replaced}`}
    returning id`.execute(tx);
};

/**
 * Changes an organization so that its history tells of it. The transaction is in it, in the name of who changes it.
 * @param change writes to the row of the organization; what it answers is handed on
 */
export const changingOrganization = async <T>(tx: Tx, id: number, change: () => Promise<T>): Promise<T> => {
  // Where it was never copied yet, there would be nothing that the change is compared with.
  await copied(tx, id, 'keep');
  const answer = await change();
  await copied(tx, id, 'replace');
  return answer;
};
