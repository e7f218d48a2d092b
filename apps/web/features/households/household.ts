import type { HouseholdRecord, MemberRecord } from '#contract/resources/households.ts';
import { householdRoutes, memberTypes } from '#contract/resources/households.ts';
import { answers } from '#web/kit/answers.ts';
import { ApiError } from '#web/kit/api.ts';
import { inDialog } from '#web/kit/in-dialog.ts';

export type { HouseholdRecord, MemberRecord };

/** Whose household it is: the person of the page. */
export type Person = {
  id: number;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  gender: MemberRecord['gender'];
};

/** What each dialog about a household is given. */
export type InDialog = { person: Person; onClose: () => void };

/** What a name is called when it is spoken to. */
export const firstWord = (name: string): string => name.split(' ')[0] ?? name;

export const isPresent = ({ ended_on }: MemberRecord): boolean => ended_on === null;

export const typeWords = memberTypes;

/** A failed save as a dialog tells it. After somebody else saved, what they did is loaded, so that the next try is over it. */
export const refusal = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.status !== 409) return inDialog(error);
  void answers.reload(householdRoutes.show);
  const [by] = error.errors.changed_by ?? [];
  const who = by ? `${by} has` : 'Somebody has';
  return new ApiError(
    422,
    { base: [`${who} changed this meanwhile. Save again to keep what you entered`] },
    error.requestId,
  );
};
