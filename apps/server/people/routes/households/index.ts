import { type HouseholdRecord, householdMemberRoutes, householdRoutes } from '#contract/resources/households.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { undoNewestOf } from '#server/history/undo-newest.ts';
import { findFor } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { checkVersion, type Row, updateRow } from '#server/kit/rows.ts';
import { unknownIssuesFor } from '#server/people/not-answered.ts';
import { currentMembership, holdHouseholdsOf, householdOf } from '../../households/household.ts';
import { chooseHead } from '../../households/places.ts';
import { changeIssues, newIssues } from './member-issues.ts';
import { addMember, changeMember, heldMember, heldOther, removeMember, todayFor } from './members.ts';
import { serializeHousehold } from './serialize.ts';

type Client = Row<'clients'>;

/** The person of the path, when the caller may do this with them. */
const personOf = ({ client_id }: { client_id: number }, context: MemberContext): Promise<Client> =>
  findFor({ table: 'clients', scope: visibleClients }, client_id, context);

/** The household of a person as the caller may see it; null when they are in none. */
const householdSeen = async (context: MemberContext, person: Client) => {
  const own = await currentMembership(context, person.id);
  return own ? serializeHousehold(context, await householdOf(context, own.household_id), person) : null;
};

/** A member as the page of a person shows them. Throws not_found, also for who is not visible. */
const memberSeen = async (context: MemberContext, person: Client, id: number) => {
  const household = await householdSeen(context, person);
  const member = household?.members.find((one) => one.id === id);
  if (!member) throw new Problem('not_found');
  return member;
};

/** Those who may become the head: people who are served, live there now and may be seen. */
const headsOf = ({ member_id, members }: HouseholdRecord, { dod }: Client): number[] => [
  ...(dod === null ? [member_id] : []),
  ...members.filter(({ type, status }) => type === 'client' && status === 'active').map(({ id }) => id),
];

const whenTaken = {
  one_household_at_a_time: ['existing_client_id', 'This person is now in another household. Reload the page.'],
} as const;

/** The household of a person: its title, and who is its head. */
export const householdsFeature = implement(householdRoutes, {
  show: async ({ params }, context) => householdSeen(context, await personOf(params, context)),
  update: async ({ params, body }, context) => {
    const person = await personOf(params, context);
    const { head_id, title, household_id, lock_version } = body;
    const [own] = await holdHouseholdsOf(context, [person.id]);
    if (!own) throw new Problem('not_found');
    const household = await householdOf(context, own.household_id);
    if (household_id !== undefined && household_id !== household.id)
      throw invalid('household_id', 'This person is now in another household. Reload the page.');
    await checkVersion(context.tx, 'households', { row: household, lock_version });
    if (head_id !== undefined) {
      const seen = await serializeHousehold(context, household, person);
      // A head who is not seen is answered like everybody else who is not.
      const isHead = head_id === seen.head_id;
      if (!isHead && !headsOf(seen, person).includes(head_id))
        throw invalid('head_id', 'Choose the head from the people of this household');
      if (!isHead) await chooseHead(context, household, head_id);
    }
    await updateRow(context.tx, 'households', { row: household, columns: { title } });
    return serializeHousehold(context, await householdOf(context, household.id), person);
  },
  undo: async ({ params, body }, context) => {
    const person = await personOf(params, context);
    const [own] = await holdHouseholdsOf(context, [person.id]);
    if (!own) throw new Problem('not_found');
    await undoNewestOf(context, { item_type: 'households', item_id: own.household_id }, body.version_id);
    return householdSeen(context, person);
  },
});

/** Who belongs to the household of a person. */
export const householdMembersFeature = implement(
  householdMemberRoutes,
  {
    list: async ({ params }, context) => {
      const household = await householdSeen(context, await personOf(params, context));
      return { data: household?.members ?? [] };
    },
    show: async ({ params }, context) => memberSeen(context, await personOf(params, context), params.id),
    create: {
      check: async ({ params, body }, context) => {
        const { id } = await personOf(params, context);
        return [...newIssues(body, id, todayFor(context)), ...(await unknownIssuesFor(context, body))];
      },
      handle: async ({ params, body }, context) => {
        const person = await personOf(params, context);
        return memberSeen(context, person, await addMember(context, person, body));
      },
    },
    update: {
      check: async ({ params, body }, context) => {
        const person = await personOf(params, context);
        const { row } = await heldOther(context, { person, id: params.id });
        return [...changeIssues(body, row, todayFor(context)), ...(await unknownIssuesFor(context, body, row))];
      },
      handle: async ({ params, body }, context) => {
        const person = await personOf(params, context);
        const others = body.existing_client_id ? [body.existing_client_id] : [];
        await changeMember(context, await heldOther(context, { person, id: params.id, others }), body);
        return memberSeen(context, person, params.id);
      },
    },
    remove: async ({ params, body }, context) => {
      const person = await personOf(params, context);
      await removeMember(context, await heldMember(context, { person, id: params.id }), body?.lock_version);
    },
  },
  whenTaken,
);
