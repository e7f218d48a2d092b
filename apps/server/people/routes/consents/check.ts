import type { Issue } from '#contract/kit/issues.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';
import { signedResponses } from './signed.ts';

type ConsentInput = {
  given_by?: string | undefined;
  given_by_name?: string | null | undefined;
  begins_on?: string | undefined;
  ends_on?: string | null | undefined;
  response_id?: number | null | undefined;
};

/** What is wrong with a consent as it was sent, laid over what is stored. */
export const sentIssues = async (
  sent: ConsentInput,
  context: MemberContext,
  { client, before }: { client: Row<'clients'>; before?: Row<'consents'> },
): Promise<Issue[]> => {
  const { given_by, given_by_name, begins_on, ends_on } = { ...before, ...sent };
  const issues: Issue[] = [];
  if (given_by && given_by !== 'person' && !given_by_name)
    issues.push({ path: 'given_by_name', message: 'Enter the name of the person who agreed for them' });
  if (ends_on && ends_on < (begins_on ?? todayIn(context.caller.organization.time_zone)))
    issues.push({ path: 'ends_on', message: 'Choose a last day that isn’t before the first' });
  const { response_id } = sent;
  if (
    response_id &&
    response_id !== before?.response_id &&
    (await signedResponses(context, client.id, response_id)).length === 0
  )
    issues.push({ path: 'response_id', message: 'Choose a signed response of this person' });
  return issues;
};
