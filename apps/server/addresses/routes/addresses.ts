import type { Answer } from '#contract/kit/route.ts';
import type { addressRoutes } from '#contract/resources/addresses.ts';
import { meetsAny } from '#server/access/demands.ts';
import { allowed, attempted, limits } from '#server/access/rate-limits.ts';
import type { Handler, MemberContext } from '#server/kit/handlers.ts';
import { CallFailed } from '#server/kit/outgoing/connect.ts';
import { Problem } from '#server/kit/problem.ts';
import { lately } from './answers.ts';
import { openAddressService } from './service.ts';
import { chosenService, dailyLimit } from './settings.ts';
import { usedAddress, usedAddresses } from './used-addresses.ts';

const notAvailable = 'Address suggestions are not available.';
const usedUp =
  'Your organization has reached its limit of address suggestions for now. Type the address, or choose one used before.';
/** Less than this says too little to suggest anything. */
const fewestCharacters = 3;

/** Refuses who fills in no form: addresses are there to be answers. */
const mayFill = async ({ tx, caller }: MemberContext): Promise<void> => {
  for (const entity of ['client_forms', 'internal_forms'] as const)
    if (await meetsAny(tx, caller, { entity, action: 'write', on: 'any' })) return;
  throw new Problem('forbidden');
};

/** The service that the caller may ask, with what it answered lately; null where used addresses take its place. */
const serviceFor = async (context: MemberContext) => {
  const { tx, caller } = context;
  const chosen = await chosenService(context);
  if (!chosen) return null;
  await attempted(tx, limits.lookups, String(caller.person.id));
  return {
    ...openAddressService(chosen.addressUrl, chosen.key),
    lately: lately(chosen.addressUrl, caller.organization.id),
  };
};

/** Whether the organization has calls of the service left, of which this is one. */
const hasCallsLeft = async (context: MemberContext): Promise<boolean> => {
  const { tx, caller } = context;
  const subject = String(caller.organization.id);
  return (await allowed(tx, limits.addressesOf, subject)) && (await allowed(tx, dailyLimit(context), subject));
};

/** What the service answers, or what stands in for it while it cannot be asked. */
const orWithout = async <T>(ask: () => Promise<T>, without: () => T | Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    console.error(`[addresses] ${error.message}`);
    return without();
  }
};

type AddressSuggestions = Answer<typeof addressRoutes.addressAutocomplete>;

export const addressAutocomplete: Handler<typeof addressRoutes.addressAutocomplete> = async ({ query }, context) => {
  await mayFill(context);
  const input = query.input.trim();
  if (input.length < fewestCharacters) return { predictions: [], error_message: null };
  const service = await serviceFor(context);
  if (!service) return { predictions: await usedAddresses(context, input), error_message: null };
  const known = service.lately.suggested(input);
  if (known) return { predictions: known, error_message: null };
  if (!(await hasCallsLeft(context)))
    return { predictions: await usedAddresses(context, input), error_message: usedUp };
  const { caller, database } = context;
  const scope = { organization_id: caller.organization.id, user_id: caller.person.id };
  return () =>
    orWithout<AddressSuggestions>(
      async () => ({
        predictions: service.lately.keepFound(input, await service.search(input)),
        error_message: null,
      }),
      async () => ({
        predictions: await database.inOrganization(scope, (tx) => usedAddresses({ tx, caller }, input)),
        error_message: notAvailable,
      }),
    );
};

export const addressDetail: Handler<typeof addressRoutes.addressDetail> = async ({ query: { place_id } }, context) => {
  await mayFill(context);
  if (!place_id.startsWith('osm:')) return { result: await usedAddress(context, place_id) };
  const service = await serviceFor(context);
  if (!service) return { result: null };
  const known = service.lately.detail(place_id);
  if (known) return { result: known };
  if (!(await hasCallsLeft(context))) throw new Problem('unavailable', { base: [usedUp] });
  return () =>
    orWithout<Answer<typeof addressRoutes.addressDetail>>(
      async () => ({ result: await service.find(place_id) }),
      () => {
        throw new Problem('unavailable', { base: [notAvailable] });
      },
    );
};
