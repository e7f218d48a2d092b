import { seenFrom } from '#contract/family.ts';
import type { HouseholdRecord, MemberRecord } from '#contract/resources/households.ts';
import { wholeName } from '#forms/person-columns.ts';
import { householdTitles, titleAfter } from '#server/access/household-titles.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { undoableVersions } from '#server/history/undo-newest.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import type { Household, Membership } from '../../households/household.ts';

type Client = Row<'clients'>;
type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;

const statusOf = ({ ended_on }: Membership, client: Client | undefined): MemberRecord['status'] => {
  if (ended_on !== null) return 'former';
  return client?.dod ? 'deceased' : 'active';
};

/** The people of a household whom the caller may see, by id. */
const visiblePeople = async (
  { tx, caller }: CallerContext,
  { memberships }: Household,
): Promise<Map<number, Client>> => {
  const clients = await ofOrganization(tx, 'clients', caller)
    .selectAll()
    .where('id', '=', among(memberships.map(({ client_id }) => client_id)))
    .where(visibleClients(caller, 'read'))
    .execute();
  return new Map(clients.map((client) => [client.id, client as Client]));
};

/** How many of these people there are, seen or not: those who were deleted or died do not count. */
const countPresent = async ({ tx, caller }: CallerContext, ids: (number | null)[]): Promise<number> => {
  const rows = await ofOrganization(tx, 'clients', caller)
    .select('id')
    .where('id', '=', among(ids))
    .where('archived_at', 'is', null)
    .where('dod', 'is', null)
    .execute();
  return rows.length;
};

/** The other members of a household as the page of one of them shows them: those whom the caller may see. */
const othersSeen = ({ family, memberships }: Household, own: Membership, people: Map<number, Client>): MemberRecord[] =>
  memberships.flatMap((one) => {
    const client = one.client_id === null ? undefined : people.get(one.client_id);
    // Their own former membership, where they left and came back, is none of the others'.
    if (one.client_id !== null && (one.client_id === own.client_id || !client)) return [];
    const { dob, gender } = client ?? one;
    return [
      {
        ...one,
        type: client ? 'client' : 'non_client',
        existing_client_id: one.client_id,
        name: client ? wholeName(client) : one.name,
        dob,
        dod: client?.dod ?? null,
        gender,
        relationship: seenFrom(family, own.id, one.id),
        status: statusOf(one, client),
      } as MemberRecord,
    ];
  });

/** The household of a person as their page shows it. */
export const serializeHousehold = async (
  context: CallerContext,
  household: Household,
  person: Row<'clients'>,
): Promise<HouseholdRecord> => {
  const { memberships } = household;
  const own = memberships.find(({ client_id, ended_on }) => client_id === person.id && !ended_on) as Membership;
  const people = await visiblePeople(context, household);
  const hidden = memberships.filter(
    ({ client_id, ended_on }) => client_id !== null && ended_on === null && !people.has(client_id),
  );
  const head = memberships.find(({ is_head }) => is_head);
  const isHeadSeen = head && (head.client_id === null || people.has(head.client_id));
  const title = (await householdTitles(context, [household.id])).get(household.id);
  return {
    id: household.id,
    created_at: household.created_at,
    updated_at: household.updated_at,
    lock_version: household.lock_version,
    household_id: household.id,
    household_title: title ?? titleAfter(person.last_name),
    member_id: own.id,
    head_id: isHeadSeen ? head.id : null,
    head_died_on: (head?.client_id && people.get(head.client_id)?.dod) || null,
    members: othersSeen(household, own, people),
    undoable_version_id: (await undoableVersions(context, 'households', [household.id])).get(household.id) ?? null,
    unseen:
      hidden.length > 0
        ? await countPresent(
            context,
            hidden.map(({ client_id }) => client_id),
          )
        : 0,
  };
};
