import type { clientPairRoutes } from '#contract/resources/client-pairs.ts';
import type { MatchReason } from '#contract/resources/clients.ts';
import { visiblePairs } from '#server/access/scopes.ts';
import type { Handler } from '#server/kit/handlers.ts';
import { pageRows } from '#server/kit/rows.ts';
import { peopleById, serializePerson } from '#server/people/duplicates.ts';

/** A page of the open pairs of which the caller may read both, the newest first. */
export const openPairs: Handler<typeof clientPairRoutes.page> = async ({ params, query }, context) => {
  const { tx, caller } = context;
  const { rows, metadata } = await pageRows(
    tx,
    {
      table: 'client_pairs',
      organization_id: caller.organization.id,
      conditions: [visiblePairs(caller, 'read')],
      order: {},
      usual: ['id desc'],
    },
    { ...params, page_size: query.page_size },
  );
  const people = await peopleById(
    rows.flatMap(({ client_id, other_client_id }) => [client_id, other_client_id]),
    context,
  );
  const data = rows.flatMap(({ id, client_id, other_client_id, reasons }) => {
    const [one, other] = [people.get(client_id), people.get(other_client_id)];
    if (!one || !other) return [];
    const pair: [ReturnType<typeof serializePerson>, ReturnType<typeof serializePerson>] = [
      serializePerson(one, context),
      serializePerson(other, context),
    ];
    return [{ id, clients: pair, reasons: reasons as MatchReason[] }];
  });
  return { data, metadata };
};
