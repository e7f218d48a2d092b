import { relationshipToHead, seenFrom, withSaid } from '#contract/family.ts';
import type { Gender } from '#contract/resources/clients.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem, refuse } from '#server/kit/problem.ts';
import { type Columns, checkVersion, findRow, insertRow, type Row, updateRow } from '#server/kit/rows.ts';
import { unknownIssuesFor } from '#server/people/not-answered.ts';
import {
  holdHouseholdsOf,
  householdOf,
  type Membership,
  newHousehold,
  saveFamily,
} from '../../households/household.ts';
import { deletePlaces, endPlaces, passOver } from '../../households/places.ts';
import { changeIssues, type MemberChanges, type NewMember, newIssues } from './member-issues.ts';

type Client = Row<'clients'>;

/** A household holds so many, those who left among them. */
const maxMembers = 200;

/** How long after it was made a membership that is taken away counts as a mistake, in ms. */
const mistakenFor = 24 * 3600 * 1000;

export const todayFor = ({ caller }: Pick<MemberContext, 'caller'>): string => todayIn(caller.organization.time_zone);

/** Somebody who is there already, whom the caller may change; of anybody else nothing is told. */
const existingClient = ({ tx, caller }: MemberContext, id: number): Promise<Client> =>
  findRow(tx, 'clients', {
    organization_id: caller.organization.id,
    id,
    where: visibleClients(caller, 'write'),
  }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    throw invalid('existing_client_id', 'Select a person you can change');
  });

type HouseholdMove = {
  client: Client;
  /** Where they are, and the household that they come to, when there is one. */
  from: Membership | undefined;
  to: number | undefined;
  move: boolean | undefined;
};

/** Ends the membership in another household of who joins this one, when the caller knows of it. */
const moveOut = async (context: MemberContext, { client, from, to, move }: HouseholdMove): Promise<void> => {
  if (!from) return;
  if (from.household_id === to) throw invalid('existing_client_id', 'Already a member of this household');
  const name = `${client.first_name} ${client.last_name}`;
  if (!move)
    throw invalid('existing_client_id', `${name} is in another household. To end that today, send move as true.`);
  await endPlaces(context, { ids: [from.id] });
};

/**
 * Adds a member to the household of a person, which is made when there is none.
 * @returns the id of the membership
 */
export const addMember = async (context: MemberContext, person: Client, sent: NewMember): Promise<number> => {
  const today = todayFor(context);
  refuse([...newIssues(sent, person.id, today), ...(await unknownIssuesFor(context, { gender: sent.gender }))]);
  const { name, dob, gender, existing_client_id, started_on } = sent;
  const client = existing_client_id ? await existingClient(context, existing_client_id) : null;
  const [own, from] = await holdHouseholdsOf(context, [person.id, ...(client ? [client.id] : [])]);
  if (client) await moveOut(context, { client, from, to: own?.household_id, move: sent.move });

  const since = started_on ?? today;
  const home = own ? await householdOf(context, own.household_id) : await newHousehold(context, person.id, since);
  if (home.memberships.length >= maxMembers)
    throw invalid('base', `A household can have at most ${maxMembers} members, including former ones.`);
  const { id: of_member_id } = home.memberships.find(
    (one) => one.client_id === person.id && one.ended_on === null,
  ) as Membership;
  const said = { of_member_id, relationship: sent.relationship ?? 'unknown' } as const;
  const { id } = await insertRow(context.tx, 'household_members', {
    organization_id: home.organization_id,
    household_id: home.id,
    relationship: relationshipToHead(home.family, said, (client?.gender ?? gender) as Gender),
    started_on: since,
    ...(client ? { client_id: client.id } : { name, dob, gender }),
  });
  const joined = await householdOf(context, home.id);
  await saveFamily(context, joined, withSaid(joined.family, { ...said, member_id: id }));
  return id;
};

/**
 * A member as the page of a person shows them, while nobody else changes their household. Throws not_found, also for
 * who is not visible.
 * @param others people who may join
 */
export const heldMember = async (
  context: MemberContext,
  { person, id, others = [] }: { person: Client; id: number; others?: number[] },
) => {
  const [own, ...theirs] = await holdHouseholdsOf(context, [person.id, ...others]);
  if (!own) throw new Problem('not_found');
  const household = await householdOf(context, own.household_id);
  const row = household.memberships.find((one) => one.id === id);
  if (!row) throw new Problem('not_found');
  if (row.client_id !== null)
    await findRow(context.tx, 'clients', {
      organization_id: household.organization_id,
      id: row.client_id,
      where: visibleClients(context.caller, 'read'),
    });
  return { household, own, row, theirs };
};

type HeldMember = Awaited<ReturnType<typeof heldMember>>;

/** The same of somebody else than the person of the page, who has no relationship to themselves. */
export const heldOther = async (...[context, sought]: Parameters<typeof heldMember>): Promise<HeldMember> => {
  const held = await heldMember(context, sought);
  if (held.row.client_id === sought.person.id) throw new Problem('not_found');
  return held;
};

/** What of a change stands in the member's own row. */
const columnsOf = async (
  context: MemberContext,
  { household, row, theirs }: HeldMember,
  sent: MemberChanges,
): Promise<Columns<'household_members'>> => {
  const { type, existing_client_id, move, started_on, ended_on, name, dob, gender } = sent;
  // Who leaves now is let go apart, because others are concerned.
  const until = ended_on === null || row.ended_on !== null ? ended_on : undefined;
  const isBack = until === null && row.ended_on !== null;
  if (isBack) await passOver(context, row);
  const dates = {
    started_on: started_on ?? undefined,
    ...(until !== undefined && { ended_on: until, ended_by: null }),
    ...(isBack && { successor_id: null }),
  };
  if (row.client_id !== null) return dates;
  if (type !== 'client' || !existing_client_id)
    return { ...dates, name: name ?? undefined, dob: dob ?? undefined, gender: gender ?? undefined };
  const client = await existingClient(context, existing_client_id);
  await moveOut(context, { client, from: theirs[0], to: household.id, move });
  return { ...dates, client_id: client.id, name: null, dob: null, gender: null };
};

/** Changes a member. What they are to the person of the page is said of these two, whoever the head is. */
export const changeMember = async (context: MemberContext, held: HeldMember, sent: MemberChanges): Promise<void> => {
  const { household, own, row } = held;
  const { relationship, ended_on, lock_version } = sent;
  const today = todayFor(context);
  refuse([...changeIssues(sent, row, today), ...(await unknownIssuesFor(context, sent, row))]);
  await checkVersion(context.tx, 'household_members', { row, lock_version });
  await updateRow(context.tx, 'household_members', { row, columns: await columnsOf(context, held, sent) });
  const changed = await householdOf(context, household.id);
  if (relationship && relationship !== seenFrom(changed.family, own.id, row.id))
    await saveFamily(
      context,
      changed,
      withSaid(changed.family, { member_id: row.id, of_member_id: own.id, relationship }),
    );
  if (ended_on && row.ended_on === null) await endPlaces(context, { ids: [row.id], on: ended_on });
};

/** Takes a member out: a mistake of the last 24 hours is deleted, all else ends today. */
export const removeMember = async (
  context: MemberContext,
  { row }: HeldMember,
  lock_version: number | undefined,
): Promise<void> => {
  await checkVersion(context.tx, 'household_members', { row, lock_version });
  if (Date.now() - Date.parse(row.created_at) < mistakenFor) await deletePlaces(context, [row.id]);
  else if (row.ended_on === null) await endPlaces(context, { ids: [row.id] });
};
