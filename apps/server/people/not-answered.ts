import type { Issue } from '#contract/kit/issues.ts';
import { genderMessage, ssnMessage } from '#contract/resources/clients.ts';
import { isNotAnswered } from '#forms/genders.ts';
import type { Tx } from '../kit/db.ts';
import type { Member } from '../kit/handlers.ts';

/** A gender and a last 4 of SSN, as far as they are given. */
type Details = { gender?: string | null | undefined; ssn_suffix?: string | null | undefined };

const messages = { gender: genderMessage, ssn_suffix: ssnMessage } as const;

/** Tells whether the organization allows gender and last 4 of SSN to be unknown or declined. */
export const allowsUnknown = async (tx: Tx, organization_id: number): Promise<boolean> => {
  const { allow_unknown } = await tx
    .selectFrom('organizations')
    .select('allow_unknown')
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow();
  return allow_unknown;
};

/**
 * Returns what is wrong with details that are unknown or declined where the organization doesn't allow that. A detail
 * that stays as it is stored is never wrong.
 */
export const unknownIssues = (allowed: boolean, sent: Details, before: Details = {}): Issue[] =>
  allowed
    ? []
    : (['gender', 'ssn_suffix'] as const)
        .filter((key) => isNotAnswered(sent[key]) && sent[key] !== before[key])
        .map((path) => ({ path, message: messages[path] }));

/** The same as `unknownIssues`; asks the organization only if a detail is unknown or declined. */
export const unknownIssuesFor = async (
  { tx, caller }: { tx: Tx; caller: Pick<Member, 'organization'> },
  sent: Details,
  before?: Details,
): Promise<Issue[]> => {
  const issues = unknownIssues(false, sent, before);
  return issues.length > 0 && (await allowsUnknown(tx, caller.organization.id)) ? [] : issues;
};
