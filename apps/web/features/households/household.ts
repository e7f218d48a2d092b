import type { HouseholdRecord, MemberRecord } from '#contract/resources/households.ts';
import { householdRoutes, memberTypes } from '#contract/resources/households.ts';
import type { PersonName } from '#forms/person-columns.ts';
import { ApiError } from '#web/kit/api.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { queries } from '#web/kit/queries.ts';

export type { HouseholdRecord, MemberRecord };

/** Whose household it is: the person of the page. */
export type Person = PersonName & { id: number; gender: MemberRecord['gender'] };

/** What each dialog about a household is given. */
export type InDialog = { person: Person; onClose: () => void };

/** What a name is called when it is spoken to. */
export const firstWord = (name: string): string => name.split(' ')[0] ?? name;

/** Whether somebody is a member now and alive: these count in the size of the household, and one of them is the head. */
export const livesHere = (member: MemberRecord): boolean => isPresent(member) && member.dod === null;

export const isPresent = ({ ended_on }: MemberRecord): boolean => ended_on === null;

export const typeWords = memberTypes;

/**
 * Fails as a dialog tells it. After somebody else saved, what they did is here before the message is: who then saves
 * again at once saves over it, and is not told the same a second time.
 */
export const refuse = async (error: unknown): Promise<never> => {
  if (!(error instanceof ApiError) || error.status !== 409) throw inDialog(error);
  await queries.reload(householdRoutes.show);
  const [by] = error.errors.changed_by ?? [];
  const who = by ?? 'Someone else';
  throw new ApiError(
    422,
    { base: [`${who} changed this while you were editing. Save again to keep your changes`] },
    error.requestId,
  );
};
