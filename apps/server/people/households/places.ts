import { sql } from 'kysely';
import { withHead } from '#contract/family.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { among, hold, ofOrganization, removeRow, updateRow } from '#server/kit/rows.ts';
import { ageSql } from '../../access/person-sql.ts';
import { type Household, type HouseholdContext, householdOf, type Membership, saveFamily } from './household.ts';

/**
 * Why a place ended, where undoing that opens it again: the person was archived, or merged away; or, of a contact, nobody
 * served was left. Null of somebody who left.
 */
export type EndReason = 'archiving' | 'merging' | 'closing' | null;

type Ending = { ids: readonly number[]; on?: string | undefined; by?: EndReason };

/** Today in the calendar of the organization. */
const todayOf = async ({ tx, caller }: HouseholdContext): Promise<string> => {
  const { time_zone } = await tx
    .selectFrom('organizations')
    .select('time_zone')
    .where('id', '=', caller.organization.id)
    .executeTakeFirstOrThrow();
  return todayIn(time_zone);
};

const isCurrent = ({ ended_on }: Membership): boolean => ended_on === null;
const isServed = ({ client_id }: Membership): boolean => client_id !== null;

/** Who of the people served becomes head: the first adult who is alive, else the first who is alive, else the first. */
const nextHead = async (context: HouseholdContext, served: readonly Membership[]): Promise<Membership> => {
  const { tx, caller } = context;
  const today = await todayOf(context);
  const clients = await ofOrganization(tx, 'clients', caller)
    .select(['id', sql<boolean>`coalesce(dod <= ${today}::date, false)`.as('isDead')])
    .select(sql<boolean>`${ageSql('clients', today)} >= 18`.as('isAdult'))
    .where('id', '=', among(served.map(({ client_id }) => client_id)))
    .execute();
  const known = new Map(clients.map((one) => [one.id, one]));
  const rank = ({ client_id }: Membership): number => {
    const { isDead, isAdult } = known.get(client_id as number) ?? { isDead: true, isAdult: false };
    if (isDead) return 2;
    return isAdult ? 0 : 1;
  };
  return served.toSorted((one, other) => rank(one) - rank(other))[0] as Membership;
};

const openAgain = { ended_on: null, ended_by: null };

/** Ends places that are open on a day; one that has not begun yet ends on its first day. */
const end = async (
  { tx }: HouseholdContext,
  open: readonly Membership[],
  { on, by = null }: { on: string; by?: EndReason },
) => {
  for (const row of open)
    await updateRow(tx, 'household_members', { row, columns: { ended_on: lastDay(row, on), ended_by: by } });
};

const lastDay = ({ started_on }: Membership, on: string): string => (started_on > on ? started_on : on);

/** Closes a household in which nobody served is left: its contacts leave with the last of them. */
const close = async (context: HouseholdContext, household: Household): Promise<void> => {
  const contacts = household.memberships.filter((one) => isCurrent(one) && !isServed(one));
  await end(context, contacts, { on: await todayOf(context), by: 'closing' });
  if (household.closed_at === null)
    await updateRow(context.tx, 'households', { row: household, columns: { closed_at: sql`now()` } });
};

/** Opens a household again to which somebody served is back, with the contacts who left when it closed. */
const reopen = async ({ tx }: HouseholdContext, household: Household): Promise<void> => {
  for (const row of household.memberships.filter(({ ended_by }) => ended_by === 'closing'))
    await updateRow(tx, 'household_members', { row, columns: openAgain });
  await updateRow(tx, 'households', { row: household, columns: { closed_at: null } });
};

/** Makes a member the head. Who was it remembers their successor, so that they can be it again once they are back. */
const passHead = async (context: HouseholdContext, household: Household, next: Membership): Promise<void> => {
  const before = household.memberships.find(({ is_head }) => is_head);
  const { memberships } = await saveFamily(context, household, withHead(household.family, next.id));
  const row = memberships.find(({ id }) => id === before?.id);
  if (row) await updateRow(context.tx, 'household_members', { row, columns: { successor_id: next.id } });
};

/** Makes a member the head because somebody chose them. Former heads who return don't become head again. */
export const chooseHead = async (context: HouseholdContext, household: Household, id: number): Promise<void> => {
  const { memberships } = await saveFamily(context, household, withHead(household.family, id));
  for (const row of memberships.filter(({ successor_id }) => successor_id !== null))
    await updateRow(context.tx, 'household_members', { row, columns: { successor_id: null } });
};

/** Settles one household. @param leaving memberships that are about to be deleted */
const settle = async (context: HouseholdContext, id: number, leaving: ReadonlySet<number>): Promise<void> => {
  const household = await householdOf(context, id);
  const served = household.memberships.filter((one) => isCurrent(one) && isServed(one) && !leaving.has(one.id));
  if (served.length === 0) return close(context, household);
  if (household.closed_at !== null) await reopen(context, household);
  if (served.some(({ is_head }) => is_head)) return;
  const settled = household.closed_at === null ? household : await householdOf(context, id);
  await passHead(context, settled, await nextHead(context, served));
};

const placesOf = ({ tx, caller }: HouseholdContext, ids: readonly number[]): Promise<Membership[]> =>
  ofOrganization(tx, 'household_members', caller).selectAll().where('id', '=', among(ids)).orderBy('id').execute();

/** Holds the households of these places. @returns the ids of the households, and the places as they then are */
const heldPlaces = async (context: HouseholdContext, ids: readonly number[]) => {
  const households = [...new Set((await placesOf(context, ids)).map(({ household_id }) => household_id))];
  await holdHouseholds(context, households);
  return { households, rows: await placesOf(context, ids) };
};

const holdHouseholds = ({ tx, caller }: HouseholdContext, ids: readonly number[]) =>
  hold({ tx, organization_id: caller.organization.id }, 'households', ids);

/**
 * Sees to what holds of every household: with somebody served in it, it is open and one of them is its head; with nobody, it
 * is closed and its contacts have left. Called after places changed by other means than the functions below. Households
 * that are gone are passed over.
 */
export const settleHouseholds = async (
  context: HouseholdContext,
  ids: readonly number[],
  leaving: ReadonlySet<number> = new Set(),
): Promise<void> => {
  if (ids.length === 0) return;
  await holdHouseholds(context, ids);
  const there = await ofOrganization(context.tx, 'households', context.caller)
    .select('id')
    .where('id', '=', among(ids))
    .orderBy('id')
    .execute();
  for (const { id } of there) await settle(context, id, leaving);
};

/**
 * Ends places in households, on a day or today: after a head, the next adult is the head, else the next member; and when
 * nobody served is left, the household closes and its contacts leave with it.
 * @returns the places that ended, each with its last day
 */
export const endPlaces = async (
  context: HouseholdContext,
  { ids, on, by = null }: Ending,
): Promise<{ id: number; ended_on: string }[]> => {
  if (ids.length === 0) return [];
  const { households, rows } = await heldPlaces(context, ids);
  const day = on ?? (await todayOf(context));
  const open = rows.filter(isCurrent);
  await end(context, open, { on: day, by });
  await settleHouseholds(context, households);
  return open.map((row) => ({ id: row.id, ended_on: lastDay(row, day) }));
};

/** Whoever was followed by one member is followed by another. */
const followInstead = async ({ tx, caller }: HouseholdContext, from: number, to: number | null): Promise<void> => {
  const rows = await ofOrganization(tx, 'household_members', caller)
    .selectAll()
    .where('successor_id', '=', from)
    .execute();
  for (const row of rows) await updateRow(tx, 'household_members', { row, columns: { successor_id: to } });
};

/**
 * Sees to a former head who is about to be back by hand, and so as an ordinary member: whoever they came after is followed
 * by their successor. The caller sets their own `successor_id` to null, so that no undoing makes them the head again.
 */
export const passOver = async (context: HouseholdContext, { id, successor_id }: Membership): Promise<void> => {
  if (successor_id !== null) await followInstead(context, id, successor_id);
};

const deleteRows = async (context: HouseholdContext, ids: readonly number[], heir?: Membership): Promise<void> => {
  for (const id of ids) {
    const [row] = await placesOf(context, [id]);
    if (!row) continue;
    await followInstead(context, id, heir?.id ?? row.successor_id);
    await removeRow(context.tx, 'household_members', { row });
  }
};

/** Deletes places that were never meant, or whose people are erased. Their households settle as when places end. */
export const deletePlaces = async (context: HouseholdContext, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  const { households } = await heldPlaces(context, ids);
  await settleHouseholds(context, households, new Set(ids));
  await deleteRows(context, ids);
};

/**
 * Deletes the places of records that became one with a member of the same household. Who was the head by one of them is it
 * by that member's place, and everybody stays to the head what they are.
 * @returns whether that member became the head
 */
export const foldPlaces = async (
  context: HouseholdContext,
  folded: readonly Membership[],
  kept: Membership,
): Promise<boolean> => {
  const becomesHead = !kept.is_head && folded.some(({ is_head }) => is_head);
  await deleteRows(
    context,
    folded.map(({ id }) => id),
    kept,
  );
  const [row] = becomesHead ? await placesOf(context, [kept.id]) : [];
  if (row) await updateRow(context.tx, 'household_members', { row, columns: { is_head: true, relationship: null } });
  return becomesHead;
};

/** Takes back that a member became the head by `foldPlaces`, before the place of the former head is there again. */
export const unfoldHead = async (
  context: HouseholdContext,
  kept: { id: number; relationship: string | null },
  former: { id: number } | undefined,
): Promise<void> => {
  const [row] = await placesOf(context, [kept.id]);
  const columns = { is_head: false, relationship: kept.relationship };
  if (row) await updateRow(context.tx, 'household_members', { row, columns });
  if (former) await followInstead(context, kept.id, former.id);
};

/** The members who followed a former head one after the other, each because the one before had left. */
const followersOf = ({ memberships }: Household, { id, successor_id }: Membership): Set<number> => {
  const followers = new Set<number>();
  for (let next = successor_id; next !== null && next !== id && !followers.has(next); ) {
    followers.add(next);
    next = memberships.find((one) => one.id === next)?.successor_id ?? null;
  }
  return followers;
};

/**
 * Opens places again that ended by something that is undone. Who was the head is it again, unless somebody has chosen
 * another one since. A person who has another place by now stays there.
 */
export const reopenPlaces = async (context: HouseholdContext, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  const { tx, caller } = context;
  const { households, rows } = await heldPlaces(context, ids);
  const elsewhere = await ofOrganization(tx, 'household_members', caller)
    .select('client_id')
    .where('ended_on', 'is', null)
    .where('client_id', '=', among(rows.map(({ client_id }) => client_id)))
    .execute();
  const isElsewhere = ({ client_id }: Membership) =>
    client_id !== null && elsewhere.some((one) => one.client_id === client_id);
  for (const row of rows.filter((one) => !isElsewhere(one))) {
    await updateRow(tx, 'household_members', { row, columns: openAgain });
    const household = await householdOf(context, row.household_id);
    const head = household.memberships.find(({ is_head }) => is_head);
    if (head && followersOf(household, row).has(head.id))
      await saveFamily(context, household, withHead(household.family, row.id));
  }
  await settleHouseholds(context, households);
};

/** Ends the places of people who are archived. */
export const endPlacesOf = async (context: HouseholdContext, client_ids: readonly number[]): Promise<void> => {
  const rows = await ofOrganization(context.tx, 'household_members', context.caller)
    .select('id')
    .where('client_id', '=', among(client_ids))
    .where('ended_on', 'is', null)
    .execute();
  const ids = rows.map(({ id }) => id);
  await endPlaces(context, { ids, by: 'archiving' });
};

/** Opens the places again that ended when people were archived, who are there again: of each the one they had last. */
export const reopenPlacesOf = async (context: HouseholdContext, client_ids: readonly number[]): Promise<void> => {
  const rows = await ofOrganization(context.tx, 'household_members', context.caller)
    .distinctOn('client_id')
    .select('id')
    .where('client_id', '=', among(client_ids))
    .where('ended_by', '=', 'archiving')
    .orderBy('client_id')
    .orderBy('id', 'desc')
    .execute();
  await reopenPlaces(
    context,
    rows.map(({ id }) => id),
  );
};
