import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { addressRoutes } from '#contract/resources/addresses.ts';
import { sendJson, startEndpoint } from '#tests/server/endpoint.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const filler: EntityPrivileges = { clients: ['read'], client_forms: ['write'] };

describe('a service that knows addresses', async () => {
  let respond: (url: URL) => unknown = () => [];
  const service = await startEndpoint((request, response) => {
    const answer = respond(new URL(request.url as string, 'http://service'));
    if (answer === undefined) response.destroy();
    else sendJson(response, answer);
  });
  const server = await startServer({ config: { addressUrl: `${service.origin}/maps/?key=s3cret` } });
  const { call, send } = server;
  // What was answered is kept for each organization.
  let organization: TestOrganization;
  let as: TestUser;
  const asked = () => new URL(service.asked.at(-1)?.url as string, service.origin);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  beforeEach(async () => {
    organization = await server.newOrganization();
    as = await server.newUser(organization, { privileges: filler });
    service.asked.length = 0;
    logged.mockClear();
  });

  const place = {
    osm_type: 'way',
    osm_id: 123,
    display_name: '12, Main Street, Springfield, Illinois, 62701, United States',
    lat: '39.8',
    lon: '-89.6',
    importance: 0.1,
    address: {
      house_number: '12',
      road: 'Main Street',
      town: 'Springfield',
      state: 'Illinois',
      'ISO3166-2-lvl4': 'US-IL',
      postcode: '62701',
    },
  };

  test('is not asked by who fills in no form', async () => {
    const person = await server.newUser(organization, { privileges: { clients: ['write'], client_forms: ['read'] } });
    expect((await send(addressRoutes.addressAutocomplete, { as: person, query: { input: 'Main' } })).status).toBe(403);
    expect((await send(addressRoutes.addressDetail, { as: person, query: { place_id: 'osm:N1' } })).status).toBe(403);
    expect(service.asked).toEqual([]);
  });

  test('suggests', async () => {
    respond = () => [place, { ...place, osm_type: 'node', osm_id: 7, display_name: 'Main' }, { display_name: '62701' }];
    expect(await call(addressRoutes.addressAutocomplete, { as, query: { input: ' Main & Elm ' } })).toEqual({
      predictions: [
        { description: place.display_name, place_id: 'osm:W123' },
        { description: 'Main', place_id: 'osm:N7' },
      ],
      error_message: null,
    });
    expect(asked().pathname).toBe('/maps/search');
    expect(Object.fromEntries(asked().searchParams)).toEqual({
      key: 's3cret',
      format: 'jsonv2',
      addressdetails: '1',
      limit: '5',
      q: 'Main & Elm',
    });
    expect(service.asked[0]?.headers.authorization).toBeUndefined();
  });

  test('is not asked before the third character', async () => {
    await call(addressRoutes.addressAutocomplete, { as, query: { input: 'Ma ' } });
    expect(service.asked).toEqual([]);
  });

  test('tells the parts and the place', async () => {
    respond = () => [place];
    expect(await call(addressRoutes.addressDetail, { as, query: { place_id: 'osm:W123' } })).toEqual({
      result: {
        formatted_address: place.display_name,
        address_components: {
          streetAddress: '12 Main Street',
          unitNumber: null,
          city: 'Springfield',
          state: 'IL',
          postalCode: '62701',
        },
        geometry: { location: { lat: 39.8, lng: -89.6 } },
      },
    });
    expect(asked().pathname).toBe('/maps/lookup');
    expect(asked().searchParams.get('osm_ids')).toBe('W123');
  });

  test.each([
    [{ 'ISO3166-2-lvl4': 'FR-75', state: 'Île-de-France', city: 'Paris' }, 'Île-de-France', 'Paris'],
    [{ state: 'Kent', village: 'Elham' }, 'Kent', 'Elham'],
    [{}, null, null],
  ])('names the region and the city of %o', async (address, state, city) => {
    respond = () => [{ ...place, address }];
    const { result } = await call(addressRoutes.addressDetail, { as, query: { place_id: 'osm:W123' } });
    expect(result?.address_components).toMatchObject({ state, city, streetAddress: null });
  });

  test('is not asked for what is no place of its own', async () => {
    for (const place_id of ['osm:', 'osm:X1', 'osm:N0', 'osm:N1,N2', 'osm:N1&q=a', 'used:1:2', 'N1'])
      expect(await call(addressRoutes.addressDetail, { as, query: { place_id } }), place_id).toEqual({ result: null });
    expect(service.asked).toEqual([]);
    respond = () => [];
    expect(await call(addressRoutes.addressDetail, { as, query: { place_id: 'osm:N404' } })).toEqual({ result: null });
  });

  test.each([
    ['breaks off', undefined],
    ['answers something else', { error: 'Unable to geocode' }],
  ])('SR-38 that %s leaves the address to be typed, and stands in the log without it', async (_, answer) => {
    respond = () => answer;
    const input = '12 Main Street';
    expect(await call(addressRoutes.addressAutocomplete, { as, query: { input } })).toEqual({
      predictions: [],
      error_message: 'Address suggestions are not available.',
    });
    expect(logged.mock.calls.flat().join()).toMatch(/^\[addresses\] The server (?!.*Main)/);
    const reply = await send(addressRoutes.addressDetail, { as, query: { place_id: 'osm:W123' } });
    expect(reply).toMatchObject({ status: 503, errors: { base: ['Address suggestions are not available.'] } });
  });

  test('is asked 60 times a minute by one caller', async () => {
    const { id, ...person } = await server.newUser(organization, { privileges: filler });
    await server.query(`insert into rate_limits (kind, subject) select 'lookups', $1 from generate_series(1, 59)`, [
      String(id),
    ]);
    respond = () => [place];
    await call(addressRoutes.addressAutocomplete, { as: person, query: { input: 'Main' } });
    const reply = await send(addressRoutes.addressDetail, { as: person, query: { place_id: 'osm:W123' } });
    expect(reply).toMatchObject({ status: 429, errors: { base: ['Too many attempts. Try again in 1 minute.'] } });
    expect(service.asked).toHaveLength(1);
    await call(addressRoutes.addressAutocomplete, { as, query: { input: 'Main' } });
  });
});
