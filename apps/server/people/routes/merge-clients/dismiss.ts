import { markedDistinct, type mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { visibleClients } from '#server/access/scopes.ts';
import type { Handler, MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { endDecisions, markDistinct } from '#server/people/pairs.ts';

/** The people of these ids: not found unless the caller may read them all, forbidden unless they may change them all. */
export const peopleToWrite = async (ids: readonly number[], { tx, caller }: MemberContext) => {
  const found = async (action: 'read' | 'write') =>
    ofOrganization(tx, 'clients', caller)
      .where('id', '=', among(ids))
      .where(visibleClients(caller, action))
      .selectAll()
      .orderBy('id')
      .execute();
  if ((await found('read')).length < ids.length) throw new Problem('not_found');
  const rows = await found('write');
  if (rows.length < ids.length) throw new Problem('forbidden');
  return rows;
};

/** Each two of some people, the lower id first. */
const eachTwo = (ids: readonly number[]) => {
  const sorted = ids.toSorted((a, b) => a - b);
  return sorted.flatMap((client_id, at) =>
    sorted.slice(at + 1).map((other_client_id) => ({ client_id, other_client_id })),
  );
};

/** Marks each two of the people as distinct; of those who were already, who did so first stays. */
export const dismiss: Handler<typeof mergeClientRoutes.create> = async ({ body }, context) => {
  const { tx, caller } = context;
  const { master_client_id, client_ids } = body;
  if (client_ids.includes(master_client_id)) throw invalid('client_ids', 'Choose someone other than the master');
  if (new Set(client_ids).size < client_ids.length) throw invalid('client_ids', 'Choose each person only once');
  const ids = [master_client_id, ...client_ids];
  await peopleToWrite(ids, context);
  await markDistinct({ tx, organization_id: caller.organization.id }, eachTwo(ids), caller.person.id);
  return { message: markedDistinct };
};

/** Takes back that people were marked as distinct: those pairs that the rules had found are open again. */
export const undismiss: Handler<typeof mergeClientRoutes.undismiss> = async ({ body: { client_ids } }, context) => {
  const { tx } = context;
  const ids = [...new Set(client_ids)];
  await peopleToWrite(ids, context);
  return { reopened: await endDecisions({ tx }, eachTwo(ids)) };
};
