import { sql } from 'kysely';
import type { Answer } from '#contract/kit/route.ts';
import type { addressRoutes } from '#contract/resources/addresses.ts';
import { addressKey, sealedAddressKey } from '#server/access/address-keys.ts';
import { attempted, limits, recentAttempts } from '#server/access/rate-limits.ts';
import type { Handler, MemberContext } from '#server/kit/handlers.ts';
import { CallFailed } from '#server/kit/outgoing/connect.ts';
import { invalid } from '#server/kit/problem.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { asksForKey, openAddressService } from './service.ts';

/** What the operator lets an organization ask in a day. */
export const dailyLimit = ({ config }: Pick<MemberContext, 'config'>) => ({
  ...limits.addressesOfDay,
  most: config.addressDailyLimit ?? 2 ** 31 - 1,
});

const storedSettings = ({ tx, caller }: MemberContext) =>
  ofOrganization(tx, 'address_settings', caller)
    .select(['organization_id', 'enabled', 'key_id', 'key_sealed'])
    .executeTakeFirst();

/** How the service would be asked for the caller's organization; null where there is none, or a key for it is missing. */
const serviceOf = (
  { config: { addressUrl }, keys }: MemberContext,
  stored: Awaited<ReturnType<typeof storedSettings>>,
) => {
  if (!addressUrl) return null;
  if (!asksForKey(addressUrl)) return { addressUrl, key: null };
  const key = stored ? addressKey(keys, stored) : null;
  return key === null ? null : { addressUrl, key };
};

/** The service that the caller's organization asks; null where there is none, or it is off. */
export const chosenService = async (context: MemberContext) => {
  if (!context.config.addressUrl) return null;
  const stored = await storedSettings(context);
  return stored?.enabled === false ? null : serviceOf(context, stored);
};

const showSettings = async (context: MemberContext): Promise<Answer<typeof addressRoutes.settings>> => {
  const { tx, caller, config } = context;
  const stored = await storedSettings(context);
  return {
    service: config.addressUrl && new URL(config.addressUrl).host,
    asks_for_key: config.addressUrl !== null && asksForKey(config.addressUrl),
    api_key_set: Boolean(stored?.key_sealed),
    enabled: stored?.enabled ?? true,
    asked_in_a_day: await recentAttempts(tx, limits.addressesOfDay, String(caller.organization.id)),
    daily_limit: config.addressDailyLimit,
  };
};

export const settings: Handler<typeof addressRoutes.settings> = (_, context) => showSettings(context);

export const changeSettings: Handler<typeof addressRoutes.changeSettings> = async ({ body }, context) => {
  const { tx, caller, config, keys } = context;
  const { enabled, api_key } = body;
  const organization_id = caller.organization.id;
  if (api_key && !(config.addressUrl && asksForKey(config.addressUrl)))
    throw invalid('api_key', 'The service doesn’t need a key. Leave it blank.');
  const changes = {
    ...(enabled === undefined ? {} : { enabled }),
    ...(api_key === undefined ? {} : sealedAddressKey(keys.newest(), organization_id, api_key)),
  };
  if (Object.keys(changes).length > 0)
    await tx
      .insertInto('address_settings')
      .values({ organization_id, ...changes })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(changes))
      .returning(sql<number>`1`.as('one'))
      .execute();
  return showSettings(context);
};

/** Nobody lives there. */
const nobodys = '1 Main Street';

export const test: Handler<typeof addressRoutes.test> = async (_, context) => {
  const { tx, caller, config } = context;
  if (!config.addressUrl)
    return { ok: false, message: 'There is no service to test. The people who run Hearth can set one up.' };
  const service = serviceOf(context, await storedSettings(context));
  if (!service) return { ok: false, message: 'The service needs a key. Enter one and save it first.' };
  await attempted(tx, limits.lookups, String(caller.person.id));
  await attempted(tx, dailyLimit(context), String(caller.organization.id));
  return async () => {
    try {
      await openAddressService(service.addressUrl, service.key).search(nobodys);
      return { ok: true, message: 'The service answered.' };
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      return { ok: false, message: `${error.message}. Until it answers, addresses used before are suggested.` };
    }
  };
};
