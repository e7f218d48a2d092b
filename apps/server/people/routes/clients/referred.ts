import { visibleResponses } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';

/**
 * Those of these people for whom a referral waits that the caller may see, although they are not linked to the system that
 * it is for. Nobody, where the organization has none.
 */
export const referredNotLinked = async (
  { tx, caller }: MemberContext,
  people: readonly Pick<Row<'clients'>, 'id' | 'case_worthy_client_id'>[],
): Promise<Set<number>> => {
  const ids = people.filter((one) => one.case_worthy_client_id === null).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const organization_id = caller.organization.id;
  const rows = await ofOrganization(tx, 'responses', caller)
    .innerJoin('referrals', (join) =>
      join.onRef('referrals.client_form_id', '=', 'responses.id').on('referrals.organization_id', '=', organization_id),
    )
    .innerJoin('case_worthy_affiliations', (join) =>
      join.on('case_worthy_affiliations.organization_id', '=', organization_id),
    )
    .select('responses.client_id')
    .distinct()
    .where('responses.client_id', '=', among(ids))
    .where('referrals.referral_id', 'is', null)
    .where(visibleResponses(caller, 'read'))
    .execute();
  return new Set(rows.map(({ client_id }) => client_id as number));
};
