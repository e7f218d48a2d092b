import type { EvaluationContext } from '#forms/logic/context.ts';
import { administratorScope, clientScope, responseScope } from '#forms/logic/scopes.ts';
import { groupsOf } from '#server/access/demands.ts';
import { ssnOf } from '#server/access/ssn.ts';
import { calendarOf } from '#server/kit/calendar.ts';
import type { AnsweringContext } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';

type Response = Pick<
  Row<'responses'>,
  'created_at' | 'updated_at' | 'completed_at' | 'administrator_id' | 'updated_by_id'
>;

const responseOf = ({ created_at, updated_at, completed_at, administrator_id, updated_by_id }: Response) => ({
  created_at,
  updated_at,
  completed_at,
  created_by: administrator_id,
  updated_by: updated_by_id,
});

/** What this thread has worked, in milliseconds: waiting for its turn on a busy machine does not count. */
const clock = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
/** One process serves everybody: the rules of one form must not hold it up. */
const timeLimit = { clock, milliseconds: 25 };

/**
 * When, where and by whom a form is filled in, as the rules ask for it.
 * @param client the person whom it is about, @param response what is saved of it; null for what there is none of
 */
export const evaluationContext = (
  { caller, keys }: Pick<AnsweringContext, 'caller' | 'keys'>,
  client: Row<'clients'> | null,
  response: Response | null,
): EvaluationContext => {
  const { time_zone } = caller.organization;
  const now = new Date().toISOString();
  return {
    ...calendarOf(caller.organization, time_zone, new Date(now)),
    now,
    timeZone: time_zone,
    recordedAt: response?.created_at ?? null,
    timeLimit,
    scopes: {
      administrator: caller.person === null ? null : administratorScope(caller.person, caller.role, groupsOf(caller)),
      client: client && clientScope({ ...client, ssn_suffix: ssnOf(keys, client) }, time_zone),
      response: responseScope(response && responseOf(response), time_zone),
    },
  };
};
