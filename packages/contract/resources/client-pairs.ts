import { z } from 'zod';
import { pageOf, pageParams, whole } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { duplicate, matchReason } from './clients.ts';

/** Two people who may be the same one. */
export const clientPair = z.object({
  id,
  /** The one who was recorded first stands first. */
  clients: z.tuple([duplicate.omit({ reasons: true }), duplicate.omit({ reasons: true })]),
  reasons: z.array(matchReason),
});

export const clientPairRoutes = {
  page: route({
    method: 'GET',
    path: '/organization/:org/client_pairs/page/:page',
    access: { entity: 'clients', action: 'read', on: 'any' },
    summary: 'List undecided pairs of possible duplicates, newest first',
    params: pageParams,
    query: z.strictObject({ page_size: whole(1, 100).optional() }),
    response: pageOf(clientPair),
  }),
};
