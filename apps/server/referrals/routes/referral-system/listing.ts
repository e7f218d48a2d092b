import { type Expression, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Answer } from '#contract/kit/route.ts';
import type { referralSystemRoutes } from '#contract/resources/referral-system.ts';
import { holds } from '#server/access/demands.ts';
import { openForms, visibleClients, visibleResponses } from '#server/access/scopes.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import { conditionOn, findRow, ofOrganization } from '#server/kit/rows.ts';
import type { ReferralSummary } from '#server/referrals/connector.ts';

type CallerContext = { tx: Tx; caller: Member };
type ReferralQuery = z.output<typeof referralSystemRoutes.referrals.query>;
type ReferralListItem = Answer<typeof referralSystemRoutes.referrals>['data'][number];

const of = conditionOn('referrals');

/** The referrals of responses that the caller may see, with their people, the newest first. */
const readable = ({ tx, caller }: CallerContext, conditions: Expression<SqlBool>[]) => {
  const organization_id = caller.organization.id;
  return tx
    .selectFrom('referrals')
    .innerJoin('responses', (join) =>
      join.onRef('responses.id', '=', 'referrals.client_form_id').on('responses.organization_id', '=', organization_id),
    )
    .innerJoin('clients', (join) =>
      join.onRef('clients.id', '=', 'responses.client_id').on('clients.organization_id', '=', organization_id),
    )
    .selectAll('referrals')
    .select(['clients.id as client_id', 'clients.first_name', 'clients.last_name'])
    .where(visibleResponses(caller, 'read'))
    .where((eb) => eb.and(conditions))
    .orderBy('referrals.referred_on', 'desc')
    .orderBy('referrals.id', 'desc');
};

type OwnReferral = Awaited<ReturnType<ReturnType<typeof readable>['execute']>>[number];

const asListed = (row: OwnReferral): ReferralListItem => ({
  provider_referral_id: row.referral_id,
  referral_date: row.referred_on,
  referral_status: row.referral_status,
  status_updated_at: row.status_updated_at,
  service_type: row.service_type,
  to_organization: row.to_organization,
  from_organization: row.from_organization,
  referral_reason: row.referral_reason,
  notes: row.note,
  ...whoseOf(row),
});

const whoseOf = ({ client_id, client_form_id, first_name, last_name }: OwnReferral) => ({
  client_id,
  client_form_id,
  client_name: `${last_name}, ${first_name}`,
});

const narrowed = ({
  begin_date,
  end_date,
  from_organization,
  to_organization,
}: ReferralQuery): Expression<SqlBool>[] => [
  ...(begin_date ? [of('referrals.referred_on', '>=', begin_date)] : []),
  ...(end_date ? [of('referrals.referred_on', '<=', end_date)] : []),
  ...(from_organization ? [of('referrals.from_organization', '=', from_organization)] : []),
  ...(to_organization ? [of('referrals.to_organization', '=', to_organization)] : []),
];

/** At most so many of those that were made here are shown at once. */
const maxKnown = 2000;

/** The referrals that were made here, as far as the caller may see them: all of them, or those that wait to be sent. */
export const knownReferrals = async (
  asking: CallerContext,
  query: ReferralQuery,
  which: 'all' | 'waiting',
): Promise<ReferralListItem[]> => {
  const waiting = which === 'waiting' ? [of('referrals.referral_id', 'is', null)] : [];
  return (
    await readable(asking, [...narrowed(query), ...waiting])
      .limit(maxKnown)
      .execute()
  ).map(asListed);
};

/**
 * Whether the caller may read whatever was referred, as far as nobody can tell of which response it was made: all
 * responses, those to the form that refers among them.
 */
const readsAllReferred = async ({ tx, caller }: CallerContext): Promise<boolean> => {
  if (!holds(caller, { entity: 'client_forms', action: 'read' })) return false;
  const closed = await ofOrganization(tx, 'case_worthy_affiliations', caller)
    .innerJoin('forms', (join) =>
      join
        .onRef('forms.id', '=', 'case_worthy_affiliations.template_referral_form_id')
        .on('forms.organization_id', '=', caller.organization.id),
    )
    .select('forms.id')
    .where((eb) => eb.not(openForms(caller, 'read')))
    .executeTakeFirst();
  return closed === undefined;
};

/**
 * What the referral system lists, as the caller may see it: who it is about where they may open the response that it was
 * made of, and what was written about somebody only there, or where it came from elsewhere, for who may read all responses
 * and those to the form that refers.
 */
export const serializeListed = async (
  asking: CallerContext,
  listed: readonly ReferralSummary[],
): Promise<ReferralListItem[]> => {
  const { tx } = asking;
  const ids = sql<string>`any(${listed.map((one) => one.provider_referral_id)}::text[])`;
  const [ours, open] = await Promise.all([
    tx.selectFrom('referrals').select('referral_id').where('referral_id', '=', ids).execute(),
    readable(asking, [of('referrals.referral_id', '=', ids)]).execute(),
  ]);
  const made = new Set(ours.map(({ referral_id }) => referral_id));
  const own = new Map(open.map((row) => [row.referral_id, row]));
  const readsAll = await readsAllReferred(asking);
  return listed.map((one) => {
    const row = own.get(one.provider_referral_id);
    const isOpen = row !== undefined || (readsAll && !made.has(one.provider_referral_id));
    return {
      ...one,
      ...(isOpen ? {} : { referral_reason: null, notes: null }),
      ...(row ? whoseOf(row) : { client_id: null, client_form_id: null, client_name: null }),
    };
  });
};

/** The referrals of a person that the caller may see. Throws not_found for whom they may not. */
export const referralsOf = async (asking: CallerContext, client_id: number) => {
  const { tx, caller } = asking;
  const where = visibleClients(caller, 'read');
  const { id } = await findRow(tx, 'clients', { organization_id: caller.organization.id, id: client_id, where });
  const rows = await readable(asking, [conditionOn('responses')('responses.client_id', '=', id)])
    .limit(maxKnown)
    .execute();
  return rows.map((row) => ({ ...row, referral_date: row.referred_on }));
};
