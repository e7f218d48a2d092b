import { z } from 'zod';
import { route } from '../kit/route.ts';

const part = z.string().nullable();

/** How an organization has addresses suggested. */
export const addressSettings = z.object({
  /** The host of the service that the operator named; null where there is none. */
  service: z.string().nullable(),
  /** Whether the service asks each organization for a key of its own. */
  asks_for_key: z.boolean(),
  /** The key itself is never shown again. */
  api_key_set: z.boolean(),
  /** While it is off, what is typed is told to nobody, and addresses used before are suggested. */
  enabled: z.boolean(),
  /** How often the service was asked for the organization in the last 24 hours. */
  asked_in_a_day: z.int(),
  /** How often it may be; null for no limit. */
  daily_limit: z.int().nullable(),
});

const settings = {
  path: '/organization/:org/address_suggestions',
  access: { entity: 'organization_accounts', action: 'write', on: 'entity' },
} as const;

/** Addresses that are suggested while somebody types one. Nothing of what is typed is stored. */
export const addressRoutes = {
  addressAutocomplete: route({
    method: 'GET',
    path: '/organization/:org/address_autocomplete',
    access: 'member',
    summary: 'Suggest addresses that begin with the typed text',
    query: z.strictObject({ input: z.string().max(255) }),
    response: z.object({
      /** Found by the service, or among addresses used before. */
      predictions: z.array(z.object({ description: z.string(), place_id: z.string() })),
      /** Why the service was not asked, or did not answer; any address may be typed all the same. */
      error_message: z.string().nullable(),
    }),
  }),
  addressDetail: route({
    method: 'GET',
    path: '/organization/:org/address_detail',
    access: 'member',
    summary: 'Show the parts and the location of an address',
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
  settings: route({
    ...settings,
    method: 'GET',
    summary: 'Show the settings for address suggestions',
    response: addressSettings,
  }),
  changeSettings: route({
    ...settings,
    method: 'PUT',
    audited: true,
    summary: 'Turn the address service on or off, or set its key (null removes it)',
    body: z
      .strictObject({
        enabled: z.boolean(),
        api_key: z
          .string()
          .max(500)
          .regex(/^[\x21-\x7e]+$/, 'Enter the key from the service, without spaces')
          .nullable(),
      })
      .partial(),
    response: addressSettings,
  }),
  test: route({
    ...settings,
    path: `${settings.path}/test`,
    method: 'POST',
    summary: 'Test whether the address service answers',
    response: z.object({ ok: z.boolean(), message: z.string() }),
    status: 200,
  }),
};
