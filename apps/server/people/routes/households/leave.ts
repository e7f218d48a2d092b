import { sql } from 'kysely';
import { withHead } from '#contract/family.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { removeRow, updateRow } from '#server/kit/rows.ts';
import { type Household, householdOf, type Membership, saveFamily } from './household.ts';

/** Who leaves which household: the id of their membership. */
type Departure = { household: Household; id: number /** In the organization's calendar. */; today: string };

/** Ends a household in which nobody who is served is left: its contacts leave with the last of them. */
const close = async (context: MemberContext, { id, memberships }: Household, today: string): Promise<void> => {
  const { tx } = context;
  for (const row of memberships.filter(({ ended_on }) => ended_on === null))
    await updateRow(tx, 'household_members', { row, columns: { ended_on: today } });
  await tx
    .updateTable('households')
    .set({ closed_at: sql`now()`, updated_at: sql`now()`, lock_version: sql`lock_version + 1` })
    .where('id', '=', id)
    .execute();
};

const rowOf = ({ memberships }: Household, id: number) => memberships.find((one) => one.id === id) as Membership;

/**
 * Lets a member go: after the head the next one is the head, and when nobody who is served is left, the household closes.
 * @param go ends or deletes the membership
 */
const letGo = async (
  context: MemberContext,
  { household, id, today }: Departure,
  go: (row: Membership) => Promise<unknown>,
): Promise<void> => {
  const next = household.memberships.find((one) => one.ended_on === null && one.client_id !== null && one.id !== id);
  const { is_head } = rowOf(household, id);
  const after = is_head && next ? await saveFamily(context, household, withHead(household.family, next.id)) : household;
  await go(rowOf(after, id));
  if (!next) await close(context, await householdOf(context, household.id), today);
};

/** Ends a membership on a day. */
export const endMembership = (context: MemberContext, leaving: Departure & { on: string }): Promise<void> =>
  letGo(context, leaving, (row) =>
    updateRow(context.tx, 'household_members', { row, columns: { ended_on: leaving.on } }),
  );

/** Deletes a membership that was never meant. */
export const deleteMembership = (context: MemberContext, leaving: Departure): Promise<void> =>
  letGo(context, leaving, (row) => removeRow(context.tx, 'household_members', { row }));
