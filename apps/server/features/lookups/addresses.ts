import type { Answer } from '#contract/kit/route.ts';
import type { lookupRoutes } from '#contract/resources/lookups.ts';
import { meetsAny } from '#server/access/demands.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import type { Handler, MemberContext } from '#server/kit/handlers.ts';
import { CallFailed } from '#server/kit/outgoing/get-json.ts';
import { Problem } from '#server/kit/problem.ts';
import { openAddressService } from './address-service.ts';
import { usedAddress, usedAddresses } from './used-addresses.ts';

const notAvailable = 'Address suggestions are not available.';
/** Less than this says too little to suggest anything. */
const fewestCharacters = 3;

/** Refuses who fills in no form: addresses are there to be answers. */
const mayFill = async ({ tx, caller }: MemberContext): Promise<void> => {
  for (const entity of ['client_forms', 'internal_forms'] as const)
    if (await meetsAny(tx, caller, { entity, action: 'write', on: 'any' })) return;
  throw new Problem('forbidden');
};

/** The service that knows addresses, when the operator named one and the caller may ask it now. */
const serviceFor = async ({ tx, caller, config }: MemberContext) => {
  if (!config.addressUrl) return null;
  await attempted(tx, limits.lookups, String(caller.person.id));
  return openAddressService(config.addressUrl);
};

/** What the service answers, or what stands in for it while it cannot be asked. */
const orWithout = async <T>(ask: () => Promise<T>, without: () => T): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    console.error(`[addresses] ${error.message}`);
    return without();
  }
};

export const addressAutocomplete: Handler<typeof lookupRoutes.addressAutocomplete> = async ({ query }, context) => {
  await mayFill(context);
  const input = query.input.trim();
  if (input.length < fewestCharacters) return { predictions: [], error_message: null };
  const service = await serviceFor(context);
  if (!service) return { predictions: await usedAddresses(context, input), error_message: null };
  return () =>
    orWithout<Answer<typeof lookupRoutes.addressAutocomplete>>(
      async () => ({ predictions: await service.search(input), error_message: null }),
      () => ({ predictions: [], error_message: notAvailable }),
    );
};

export const addressDetail: Handler<typeof lookupRoutes.addressDetail> = async ({ query: { place_id } }, context) => {
  await mayFill(context);
  if (!place_id.startsWith('osm:')) return { result: await usedAddress(context, place_id) };
  const service = await serviceFor(context);
  if (!service) return { result: null };
  return () =>
    orWithout<Answer<typeof lookupRoutes.addressDetail>>(
      async () => ({ result: await service.find(place_id) }),
      () => {
        throw new Problem('unavailable', { base: [notAvailable] });
      },
    );
};
