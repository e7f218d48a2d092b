import { afterEach, describe, expect, test, vi } from 'vitest';
import { addressRoutes } from '#contract/resources/addresses.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { startPlaces } from '#tests/simulators/places.ts';
import { openAddressService } from './service.ts';

const key = 'k3y-of/the&agency';
const places = await startPlaces({ key });
const server = await startServer({ config: { addressUrl: places.addressUrl } });
const { call, send } = server;
vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => places.behave('well'));

const suggested = async (as: Parameters<typeof call>[1]['as'], input = '12 Main') =>
  (await call(addressRoutes.addressAutocomplete, { as, query: { input } })).predictions.map(
    ({ description }) => description,
  );
const withKey = async () => {
  const organization = await server.newOrganization();
  await call(addressRoutes.changeSettings, { as: organization.owner, body: { api_key: key } });
  return organization;
};

describe('how addresses are suggested', () => {
  test('is shown to and changed by who may write the account', async () => {
    const organization = await server.newOrganization();
    const { organization_accounts: _, ...others } = allPrivileges;
    const as = await server.newUser(organization, { privileges: { ...others, organization_accounts: ['read'] } });
    const asked = places.asked.length;
    for (const reply of [
      await send(addressRoutes.settings, { as }),
      await send(addressRoutes.changeSettings, { as, body: { enabled: false } }),
      await send(addressRoutes.test, { as }),
    ])
      expect(reply.status).toBe(403);
    const outsider = await server.newOrganization();
    expect((await send(addressRoutes.settings, { as: outsider.owner, org: organization })).status).toBe(404);
    expect(places.asked).toHaveLength(asked);
    expect(await call(addressRoutes.settings, { as: organization.owner })).toEqual({
      service: new URL(places.addressUrl).host,
      asks_for_key: true,
      api_key_set: false,
      enabled: true,
      asked_in_a_day: 0,
      daily_limit: 5000,
    });
  });

  test('waits for a key where the service asks for one', async () => {
    const { owner: as } = await server.newOrganization();
    const asked = places.asked.length;
    expect(await suggested(as)).toEqual([]);
    expect(await call(addressRoutes.test, { as })).toEqual({
      ok: false,
      message: 'The service needs a key. Enter one and save it first.',
    });
    expect(places.asked).toHaveLength(asked);
  });

  test('keeps the key encrypted, shows it to nobody, and gives it to the service alone', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const reply = await send(addressRoutes.changeSettings, { as, body: { api_key: key } });
    expect(reply.body).toMatchObject({ api_key_set: true, enabled: true });
    expect(JSON.stringify([reply.body, await call(addressRoutes.settings, { as })])).not.toContain(key);
    const [row] = await server.query<{ key_sealed: Buffer }>(
      'select * from address_settings where organization_id = $1',
      [organization.id],
    );
    expect(row?.key_sealed.includes(key)).toBe(false);
    expect((await suggested(as))[0]).toBe('12, Main Street, Harborvale, Washington, 98101, United States');
    expect(places.asked.at(-1)?.searchParams.get('key')).toBe(key);
    const other = await server.newOrganization();
    expect(await suggested(other.owner)).toEqual([]);

    await call(addressRoutes.changeSettings, { as, body: { enabled: false } });
    expect(await call(addressRoutes.settings, { as })).toMatchObject({ enabled: false, api_key_set: true });
    await call(addressRoutes.changeSettings, { as, body: { api_key: null } });
    expect(await call(addressRoutes.settings, { as })).toMatchObject({ enabled: false, api_key_set: false });
  });

  test.each(['two words', 'schlüssel', 'a\nb', 'k'.repeat(501)])('refuses the key %j', async (api_key) => {
    const { owner: as } = await server.newOrganization();
    const reply = await send(addressRoutes.changeSettings, { as, body: { api_key } });
    expect(reply).toMatchObject({ status: 422, errors: { api_key: [expect.any(String)] } });
  });

  test('is changed by two at once, one after the other', async () => {
    const { owner: as } = await server.newOrganization();
    const replies = await Promise.all(
      [{ enabled: false }, { api_key: key }].map((body) => send(addressRoutes.changeSettings, { as, body })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await call(addressRoutes.settings, { as })).toMatchObject({ enabled: false, api_key_set: true });
  });
});

describe('a test of the service', () => {
  test('asks for nobody’s address, and says that it answered', async () => {
    const { owner: as } = await withKey();
    expect(await call(addressRoutes.test, { as })).toEqual({ ok: true, message: 'The service answered.' });
    expect(places.asked.at(-1)?.searchParams.get('q')).toBe('1 Main Street');
    expect(await call(addressRoutes.settings, { as })).toMatchObject({ asked_in_a_day: 1 });
  });

  test.each([
    ['wrong type', /didn’t answer with JSON/],
    ['huge', /more than 1 MB/],
    ['redirect', /redirected to another address/],
    ['busy', /the status 429/],
    ['refusing', /the status 401/],
  ] as const)('says what is wrong when it answers with %s', async (manner, message) => {
    const { owner: as } = await withKey();
    places.behave(manner);
    expect(await call(addressRoutes.test, { as })).toEqual({ ok: false, message: expect.stringMatching(message) });
  });

  test('does not wait for ever', async () => {
    places.behave('slow');
    await expect(openAddressService(places.addressUrl, key, 200).search('Main')).rejects.toThrow(/longer than 0.2/);
    places.close();
  });
});

describe('what the service answered', () => {
  test('is not asked for again by the organization, nor what stands in it', async () => {
    const { owner: as, ...organization } = await withKey();
    const first = await suggested(as);
    const asked = places.asked.length;
    const colleague = await server.newUser(organization, { privileges: allPrivileges });
    expect(await suggested(colleague, ' 12 MAIN')).toEqual(first);
    const { result } = await call(addressRoutes.addressDetail, { as: colleague, query: { place_id: 'osm:W1200' } });
    expect(result).toMatchObject({
      formatted_address: first[0],
      address_components: { streetAddress: '12 Main Street', city: 'Harborvale', state: 'WA', postalCode: '98101' },
    });
    expect(places.asked).toHaveLength(asked);
    expect(await call(addressRoutes.settings, { as })).toMatchObject({ asked_in_a_day: 1 });
  });

  test('is asked for anew by another organization', async () => {
    const [one, other] = [await withKey(), await withKey()];
    await suggested(one.owner);
    const asked = places.asked.length;
    expect(await suggested(other.owner)).toHaveLength(3);
    expect(places.asked).toHaveLength(asked + 1);
  });

  test('is no answer any more once the service is off', async () => {
    const { owner: as } = await withKey();
    expect(await suggested(as)).toHaveLength(3);
    await call(addressRoutes.changeSettings, { as, body: { enabled: false } });
    expect(await suggested(as)).toEqual([]);
  });
});
