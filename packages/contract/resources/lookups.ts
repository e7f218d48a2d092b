import { z } from 'zod';
import { pageOf, whole } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';

const part = z.string().nullable();

/** What inputs look up while somebody types. Nothing of it is stored. */
export const lookupRoutes = {
  addressAutocomplete: route({
    method: 'GET',
    path: '/organization/:org/address_autocomplete',
    access: 'member',
    summary: 'Addresses that begin with what was typed',
    query: z.strictObject({ input: z.string().max(255) }),
    response: z.object({
      predictions: z.array(z.object({ description: z.string(), place_id: z.string() })),
      /** Set when the service that knows addresses cannot be reached. */
      error_message: z.string().nullable(),
    }),
  }),
  addressDetail: route({
    method: 'GET',
    path: '/organization/:org/address_detail',
    access: 'member',
    summary: 'The parts and the place of an address',
    query: z.strictObject({ place_id: z.string().max(500) }),
    response: z.object({
      result: z
        .object({
          formatted_address: z.string(),
          address_components: z.object({
            streetAddress: part,
            unitNumber: part,
            city: part,
            state: part,
            postalCode: part,
          }),
          geometry: z.object({ location: z.object({ lat: z.number(), lng: z.number() }) }).nullable(),
        })
        .nullable(),
    }),
  }),
  /** The endpoint of a field is asked by the server, so that no browser carries a session or answers elsewhere. */
  options: route({
    method: 'GET',
    path: '/organization/:org/fields/:id/options',
    access: 'member',
    summary: 'A page of what the endpoint of a field offers',
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
    summary: 'A page of the records that a ref-picker field offers',
    query: z.strictObject({ query: z.string().max(200).optional(), page: whole(1, 100_000).optional() }),
    response: pageOf(z.object({ record_id: id, label: z.string() })),
  }),
};
