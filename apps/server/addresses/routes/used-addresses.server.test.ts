import { afterEach, describe, expect, test, vi } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { addressRoutes } from '#contract/resources/addresses.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { type Caller, startServer, type TestServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';
import { startPlaces } from '#tests/simulators/places.ts';

const filler: EntityPrivileges = { clients: ['read'], client_forms: ['write'] };

/** An organization with a person and a form that asks for two addresses and their name. */
const newAgency = async (server: TestServer) => {
  const { call } = server;
  const organization = await server.newOrganization();
  const { owner: as } = organization;
  const person = { last_name: 'Marsh', dob: '1990-01-01', gender: 'female', ssn_suffix: '1234' } as const;
  const newClient = (first_name: string) => call(clientRoutes.create, { as, body: { first_name, ...person } });
  const newField = async (name: string, field_type: 'address' | 'freeform-short') =>
    (await call(fieldRoutes.create, { as, body: { name, field_type } })).id;
  const home = await newField('Home', 'address');
  const work = await newField('Work', 'address');
  const landlord = await newField('Landlord', 'freeform-short');
  const newForm = (name: string) => {
    const form_fields = [home, work, landlord].map((field_id) => ({ field_id, is_required: false }));
    return call(formRoutes.create, { as, body: { name, form_fields } });
  };
  const client = await newClient('Ana');
  const form = await newForm('Intake');
  let days = 0;
  /** One more response, a day newer than the one before. */
  const respond = async (answers: Record<number, unknown>, { client_id = client.id, form_id = form.id } = {}) => {
    const [row] = await server.query<{ id: number }>(
      `insert into responses (organization_id, form_id, client_id, answers, completed_at)
       values ($1, $2, $3, $4, timestamptz '2026-01-01' + make_interval(days => $5)) returning id`,
      [organization.id, form_id, client_id, JSON.stringify(answers), days++],
    );
    return Number(row?.id);
  };
  const suggest = async (input: string, caller: Caller = as) =>
    (await call(addressRoutes.addressAutocomplete, { as: caller, query: { input } })).predictions;
  const texts = async (input: string, caller?: Caller) =>
    (await suggest(input, caller)).map(({ description }) => description);
  const detail = (place_id: string, caller: Caller = as) =>
    call(addressRoutes.addressDetail, { as: caller, query: { place_id } });
  return {
    organization,
    as,
    client,
    form,
    home,
    work,
    landlord,
    newClient,
    newForm,
    respond,
    suggest,
    texts,
    detail,
  };
};
const at = (text: string) => ({ text, components: {}, location: null });

describe('addresses used before', async () => {
  const server = await startServer();
  const { send } = server;

  test('are suggested to nobody who fills in no form', async () => {
    const { organization, home, respond } = await newAgency(server);
    const place_id = `used:${await respond({ [home]: at('1 Main St') })}:${home}`;
    for (const privileges of [
      {},
      { clients: ['read'], client_forms: ['read'], forms: ['use'] },
    ] as EntityPrivileges[]) {
      const as = await server.newUser(organization, { privileges });
      expect((await send(addressRoutes.addressAutocomplete, { as, query: { input: 'Main' } })).status).toBe(403);
      expect((await send(addressRoutes.addressDetail, { as, query: { place_id } })).status).toBe(403);
    }
  });

  test('are found by every word, without regard to case and accents, once each and the newest first', async () => {
    const { home, work, landlord, respond, suggest, texts } = await newAgency(server);
    await respond({ [home]: at('12 Main St, Zürich'), [landlord]: '99 Main St' });
    const newer = await respond({ [home]: at('7 Elm St, Springfield'), [work]: at('12 Main St, Zürich') });
    await respond({ [home]: at('500 Main St_%, Springfield') });
    expect(await suggest('ZURICH 12')).toEqual([
      { description: '12 Main St, Zürich', place_id: `used:${newer}:${work}` },
    ]);
    expect(await texts('main st')).toEqual(['500 Main St_%, Springfield', '12 Main St, Zürich']);
    expect(await texts('St_%')).toEqual(['500 Main St_%, Springfield']);
    expect(await texts('springfield st')).toEqual(['500 Main St_%, Springfield', '7 Elm St, Springfield']);
    expect(await texts('99 Main')).toEqual([]);
  });

  test('are not looked for before the third character, nor by what is no word', async () => {
    const { home, respond, texts } = await newAgency(server);
    await respond({ [home]: at('12 Main St') });
    for (const input of ['', 'Ma', '  Ma  ', ' , , , ']) expect(await texts(input), input).toEqual([]);
    expect(await texts('Mai')).toEqual(['12 Main St']);
  });

  test('are eight at most', async () => {
    const { home, respond, texts } = await newAgency(server);
    for (let n = 1; n <= 10; n++) await respond({ [home]: at(`${n} Main St`) });
    expect(await texts('Main')).toEqual([10, 9, 8, 7, 6, 5, 4, 3].map((n) => `${n} Main St`));
  });

  test('come from answers that the caller may see', async () => {
    const { organization, client, home, newClient, newForm, respond, texts, detail } = await newAgency(server);
    const other = await newClient('Bea');
    const restricted = await newForm('Restricted');
    const archived = await newClient('Cleo');
    const mine = await respond({ [home]: at('1 Main St') });
    const hidden = [
      await respond({ [home]: at('2 Main St') }, { client_id: other.id }),
      await respond({ [home]: at('3 Main St') }, { form_id: restricted.id }),
      await respond({ [home]: at('4 Main St') }, { client_id: archived.id }),
    ];
    await server.query('update clients set archived_at = now() where id = $1', [archived.id]);
    await server.newUser(organization, { grants: [{ entity: 'forms', id: restricted.id, actions: ['read'] }] });
    const worker: TestUser = await server.newUser(organization, {
      privileges: { client_forms: ['read', 'write'] },
      grants: [{ entity: 'clients', id: client.id, actions: ['read'] }],
    });
    expect(await texts('Main', worker)).toEqual(['1 Main St']);
    expect((await detail(`used:${mine}:${home}`, worker)).result?.formatted_address).toBe('1 Main St');
    for (const id of hidden) expect(await detail(`used:${id}:${home}`, worker)).toEqual({ result: null });
    const reader = await server.newUser(organization, { privileges: filler });
    expect(await texts('Main', reader)).toEqual(['2 Main St', '1 Main St']);
  });

  test('come from the newest 2,000 responses alone', async () => {
    const { organization, client, form, home, landlord, respond, texts } = await newAgency(server);
    await respond({ [home]: at('1 Main St') });
    await respond({ [home]: at('2 Main St') });
    await server.query(
      `insert into responses (organization_id, form_id, client_id, answers, completed_at)
       select $1, $2, $3, $4, timestamptz '2026-02-01' from generate_series(1, 1999)`,
      [organization.id, form.id, client.id, JSON.stringify({ [landlord]: 'Nobody' })],
    );
    expect(await texts('Main')).toEqual(['2 Main St']);
  });

  test('come from one organization', async () => {
    const [mine, theirs] = [await newAgency(server), await newAgency(server)];
    const id = await theirs.respond({ [theirs.home]: at('1 Main St') });
    expect(await mine.texts('Main')).toEqual([]);
    expect(await mine.detail(`used:${id}:${theirs.home}`)).toEqual({ result: null });
  });

  test('are told with their parts and their place', async () => {
    const { home, respond, detail } = await newAgency(server);
    const components = { streetAddress: '12 Main St', unitNumber: '4', city: 'Springfield', state: 'IL' };
    const text = '12 Main St, Unit 4, Springfield, IL';
    const placed = await respond({ [home]: { text, components, location: [39.8, -89.6] } });
    expect((await detail(`used:${placed}:${home}`)).result).toEqual({
      formatted_address: text,
      address_components: { ...components, postalCode: null },
      geometry: { location: { lat: 39.8, lng: -89.6 } },
    });
    const bare = await respond({ [home]: at('Under the bridge') });
    expect((await detail(`used:${bare}:${home}`)).result).toEqual({
      formatted_address: 'Under the bridge',
      address_components: { streetAddress: null, unitNumber: null, city: null, state: null, postalCode: null },
      geometry: null,
    });
  });

  test('have no other name', async () => {
    const { home, work, landlord, respond, detail } = await newAgency(server);
    const id = await respond({ [home]: at('1 Main St'), [landlord]: 'Nobody' });
    const others = [`used:${id}:${work}`, `used:${id}:${landlord}`, `used:0:${home}`, `used:${id}`, 'osm:N1', ''];
    for (const place_id of others) expect(await detail(place_id), place_id).toEqual({ result: null });
  });
});

describe('where there is a service, addresses used before', async () => {
  const places = await startPlaces();
  const server = await startServer({ config: { addressUrl: places.addressUrl } });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  afterEach(() => places.behave('well'));
  const notAvailable = 'Address suggestions are not available.';

  test('of somebody whom the caller may not see are suggested by no failure', async () => {
    const { organization, client, home, newClient, respond, texts, suggest } = await newAgency(server);
    const other = await newClient('Bea');
    await respond({ [home]: at('1 Main St') });
    await respond({ [home]: at('2 Main St') }, { client_id: other.id });
    const worker = await server.newUser(organization, {
      privileges: { client_forms: ['read', 'write'] },
      grants: [{ entity: 'clients', id: client.id, actions: ['read'] }],
    });
    places.behave('busy');
    expect(await texts('Main', worker)).toEqual(['1 Main St']);
    expect(await suggest('Main', await server.newUser(await server.newOrganization(), { privileges: filler }))).toEqual(
      [],
    );
    await server.call(addressRoutes.changeSettings, { as: organization.owner, body: { enabled: false } });
    places.behave('well');
    const before = places.asked.length;
    expect(await texts('Main', worker)).toEqual(['1 Main St']);
    expect(places.asked).toHaveLength(before);
  });

  test.each(['nonsense', 'wrong type', 'huge', 'redirect', 'busy', 'refusing'] as const)(
    'are suggested while it answers with %s',
    async (manner) => {
      const { as, home, respond } = await newAgency(server);
      await respond({ [home]: at('1 Main St') });
      places.behave(manner);
      const reply = await server.call(addressRoutes.addressAutocomplete, { as, query: { input: 'Main' } });
      // A list of places that are none is an answer: nothing was found.
      const isAnswer = manner === 'nonsense';
      expect(reply.error_message).toBe(isAnswer ? null : notAvailable);
      expect(reply.predictions.map(({ description }) => description)).toEqual(isAnswer ? [] : ['1 Main St']);
    },
  );

  test('are suggested when the organization asked as often as it may, in words of their own', async () => {
    const { organization, as, home, respond, detail } = await newAgency(server);
    const used = await respond({ [home]: at('1 Main St') });
    const suggested = (input: string, caller: Caller = as) =>
      server.call(addressRoutes.addressAutocomplete, { as: caller, query: { input } });
    const elsewhere = (await server.newOrganization()).owner;
    for (const [kind, count] of [
      ['addresses_of', 120],
      ['addresses_of_day', 5000],
    ] as const) {
      await server.query(`insert into rate_limits (kind, subject) select $1, $2 from generate_series(1, $3)`, [
        kind,
        String(organization.id),
        count,
      ]);
      const before = places.asked.length;
      const reply = await suggested(`Main ${count}`);
      expect(reply).toEqual({
        predictions: [],
        error_message: expect.stringMatching(/^Your organization has reached its limit of address suggestions/),
      });
      expect((await suggested('1 Main')).predictions).toEqual([
        { description: '1 Main St', place_id: `used:${used}:${home}` },
      ]);
      await expect(detail('osm:W100')).rejects.toThrow(/reached its limit/);
      expect(places.asked).toHaveLength(before);
      expect((await suggested('Main', elsewhere)).error_message).toBeNull();
      await server.query('delete from rate_limits where subject = $1', [String(organization.id)]);
    }
    expect((await suggested('Main')).predictions[0]?.description).toMatch(/^1, Main Street, Harborvale/);
  });
});
