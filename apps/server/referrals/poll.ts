import { sql } from 'kysely';
import { addDays } from '#forms/calendar.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { Organization, Services } from '#server/kit/handlers.ts';
import type { ReferralSummary } from './connector.ts';
import { referralSystem } from './crossing.ts';

type PollServices = Pick<Services, 'config' | 'keys' | 'database'>;
type OrganizationIdentity = Pick<Organization, 'id' | 'slug' | 'time_zone'>;

/** Referrals are followed for so many days. */
const followedFor = 365;

/** Since when referrals of an organization are to be followed; null when it has none. */
const sinceWhen = async ({ database }: PollServices, { id, time_zone }: OrganizationIdentity) =>
  database.inOrganization({ organization_id: id }, async (tx) => {
    const oldest = await tx
      .selectFrom('referrals')
      .select('referred_on')
      .where('referral_id', 'is not', null)
      .where('referred_on', '>=', addDays(todayIn(time_zone), -followedFor))
      .orderBy('referred_on')
      .limit(1)
      .executeTakeFirst();
    return oldest?.referred_on ?? null;
  });

/** Keeps what the referral system says of referrals, but for what is older than what is known. */
const keep = (
  { database }: PollServices,
  { id: organization_id }: OrganizationIdentity,
  listed: readonly ReferralSummary[],
) =>
  database.inOrganization({ organization_id }, async (tx) => {
    const now = new Date().toISOString();
    const told = listed.filter(({ referral_status }) => referral_status !== null);
    await sql`
      update referrals
         set referral_status = told.status, status_updated_at = coalesce(told.changed_at, ${now}::timestamptz),
             note = coalesce(told.note, referrals.note), updated_at = now()
        from unnest(${told.map((one) => one.provider_referral_id)}::text[], ${told.map((one) => one.referral_status)}::text[],
                    ${told.map((one) => one.status_updated_at)}::timestamptz[], ${told.map((one) => one.notes)}::text[])
             as told (referral_id, status, changed_at, note)
       where organization_id = ${organization_id} and referrals.referral_id = told.referral_id
         and (referrals.referral_status is distinct from told.status
              or referrals.note is distinct from coalesce(told.note, referrals.note)
              or referrals.status_updated_at is distinct from coalesce(told.changed_at, referrals.status_updated_at))
         and coalesce(told.changed_at, ${now}::timestamptz) >= coalesce(referrals.status_updated_at, '-infinity')`.execute(
      tx,
    );
    // One row: that of the transaction's organization.
    await tx.updateTable('case_worthy_affiliations').set({ polled_at: sql<string>`now()` }).execute();
  });

/** Reads what became of the referrals that an organization made within a year. Throws SystemDown. */
export const pollReferrals = async (polling: PollServices, organization: OrganizationIdentity): Promise<void> => {
  const system = await polling.database.inOrganization({ organization_id: organization.id }, (tx) =>
    referralSystem({ ...polling, tx }, organization),
  );
  const since = await sinceWhen(polling, organization);
  const range = since && {
    // By a day more on each side: the other system may be in another zone.
    begin_date: addDays(since, -1),
    end_date: addDays(todayIn(organization.time_zone), 1),
  };
  // With nothing to read it is asked all the same whether it is there.
  if (!range) await system.statuses();
  await keep(polling, organization, range ? await system.referrals(range) : []);
};
