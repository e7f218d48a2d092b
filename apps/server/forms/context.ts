import type { EvaluationContext } from '#forms/answers/evaluate.ts';
import { administratorScope, clientScope, dayIn, responseScope } from '#forms/logic/scopes.ts';
import { groupsOf } from '#server/access/demands.ts';
import type { Member } from '#server/kit/handlers.ts';
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

/**
 * When, where and by whom a form is filled in, as the rules ask for it.
 * @param client the person whom it is about, @param response what is saved of it; null for what there is none of
 */
export const evaluationContext = (
  caller: Member,
  client: Row<'clients'> | null,
  response: Response | null,
): EvaluationContext => {
  const { person, role, organization } = caller;
  const { time_zone } = organization;
  const now = new Date().toISOString();
  return {
    today: dayIn(now, time_zone),
    now,
    timeZone: time_zone,
    scopes: {
      administrator: administratorScope(person, role, groupsOf(caller)),
      client: client && clientScope(client, time_zone),
      response: responseScope(response && responseOf(response), time_zone),
    },
  };
};
