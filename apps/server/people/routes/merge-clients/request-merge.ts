import type { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import type { Handler, MemberContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { findMergeable } from '#server/people/merging/mergeable.ts';
import type { Jobs } from '#server/schema/background-work.ts';

/** The people who are in a merge that waits or runs. */
const beingMerged = async ({ tx, caller }: MemberContext): Promise<Set<number>> => {
  const waiting = await ofOrganization(tx, 'jobs', caller)
    .select('payload')
    .where('kind', '=', 'merge_clients')
    .where('state', 'in', ['enqueued', 'running'])
    .$narrowType<{ payload: Jobs['merge_clients'] }>()
    .execute();
  return new Set(waiting.flatMap(({ payload: { master_client_id, client_ids } }) => [master_client_id, ...client_ids]));
};

/** Has people merged in a job. Their rows are locked, so that of two requests at once one sees the other. */
export const requestMerge: Handler<typeof mergeClientRoutes.create> = async ({ body }, context) => {
  const { master_client_id, client_ids, values = {} } = body;
  await findMergeable(context, { master_client_id, client_ids, values }, { locks: true });
  const busy = await beingMerged(context);
  refuse(
    [master_client_id, ...client_ids].flatMap((id, index) =>
      busy.has(id)
        ? [
            {
              path: index === 0 ? 'master_client_id' : `client_ids.${index - 1}`,
              message: `ID ${id} is already being merged. Try again when that finishes.`,
            },
          ]
        : [],
    ),
  );
  context.accepted();
  return context.startJob('merge_clients', { master_client_id, client_ids, values });
};
