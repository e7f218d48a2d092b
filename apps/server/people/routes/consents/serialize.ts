import type { Purpose } from '#contract/kit/purposes.ts';
import type { Consent, ConsentState, Giver } from '#contract/resources/consents.ts';
import { visibleResponses } from '#server/access/scopes.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import type { ConsentRow } from './rows.ts';

type Days = Pick<ConsentRow, 'is_taken_back' | 'begins_on' | 'ends_on'>;
const stateOf = ({ is_taken_back, begins_on, ends_on }: Days, today: string): ConsentState => {
  if (is_taken_back) return 'withdrawn';
  if (ends_on !== null && ends_on < today) return 'ended';
  return begins_on > today ? 'upcoming' : 'given';
};

/** The responses that were signed, with their forms, as far as the caller may read them. */
const signedResponses = async ({ tx, caller }: MemberContext, ids: (number | null)[]) => {
  const rows = await ofOrganization(tx, 'responses', caller)
    .innerJoin('forms', (join) =>
      join.onRef('forms.id', '=', 'responses.form_id').on('forms.organization_id', '=', caller.organization.id),
    )
    .select(['responses.id', 'forms.id as form_id', 'forms.name'])
    .where('responses.id', '=', among(ids))
    .where(visibleResponses(caller, 'read'))
    .execute();
  return new Map(rows.map(({ id, form_id, name }) => [id, { id, form: { id: form_id, name } }]));
};

const users = async ({ tx }: MemberContext, ids: (number | null)[]) => {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among([...new Set(ids)]))
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return (id: number) => found.get(id) ?? { id, first_name: null, last_name: null };
};

/** Consents as who may read the person sees them. */
export const serialize = async (rows: ConsentRow[], context: MemberContext): Promise<Consent[]> => {
  const today = todayIn(context.caller.organization.time_zone);
  const [signed, userOf] = [
    await signedResponses(
      context,
      rows.map(({ response_id }) => response_id),
    ),
    await users(
      context,
      rows.flatMap(({ recorded_by_id, withdrawn_by_id }) => [recorded_by_id, withdrawn_by_id]),
    ),
  ];
  return rows.map(({ recorded_by_id, withdrawn_by_id, ...row }) => ({
    ...row,
    purpose: row.purpose as Purpose,
    given_by: row.given_by as Giver,
    state: stateOf(row, today),
    signed: (row.response_id !== null && signed.get(row.response_id)) || null,
    recorded_by: userOf(recorded_by_id),
    withdrawn_by: withdrawn_by_id === null ? null : userOf(withdrawn_by_id),
  }));
};
