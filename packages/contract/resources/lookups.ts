import { z } from 'zod';
import { pageOf, whole } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';

/** What inputs look up while somebody types. Nothing of it is stored. */
export const lookupRoutes = {
  /** The endpoint of a field is asked by the server, so that no browser carries a session or answers elsewhere. */
  options: route({
    method: 'GET',
    path: '/organization/:org/fields/:id/options',
    access: 'member',
    summary: 'List the options from a field’s endpoint, a page at a time',
    query: z.strictObject({
      query: z.string().max(200).optional(),
      page_index: whole(1, 100_000).optional(),
      /** The values of the field's api_parameters: a JSON object of texts and numbers. */
      parameters: z.string().max(10_000).optional(),
    }),
    response: z.object({
      data: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })),
      metadata: z.object({ total_pages: z.int() }),
    }),
  }),
  records: route({
    method: 'GET',
    path: '/organization/:org/fields/:id/records',
    access: { entity: 'internal_forms', action: 'read', on: 'any' },
    summary: 'List the records that a record picker offers, a page at a time',
    query: z.strictObject({ query: z.string().max(200).optional(), page: whole(1, 100_000).optional() }),
    response: pageOf(z.object({ record_id: id, label: z.string() })),
  }),
};
