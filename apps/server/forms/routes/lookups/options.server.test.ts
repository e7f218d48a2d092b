import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { lookupRoutes } from '#contract/resources/lookups.ts';
import { sendJson, startEndpoint } from '#tests/server/endpoint.ts';
import { startServer } from '#tests/server/harness.ts';

// With one connection to the database: whoever held it while another server takes its time would hold up everybody.
const server = await startServer({ poolSize: 1 });
const { call, send } = server;
const { lookupHosts } = server.services.config;
const organization = await server.newOrganization();
const { owner: as } = organization;

/** What nobody may reach. */
const trap = { hits: 0, port: 0 };
const trapServer = createServer((_, response) => response.end('{}')).on('connection', () => trap.hits++);
await new Promise<void>((resolve) => trapServer.listen(0, '127.0.0.1', resolve).unref());
trap.port = (trapServer.address() as AddressInfo).port;
afterEach(() => expect(trap.hits).toBe(0));

let answer: unknown;
const endpoint = await startEndpoint((_, response) => sendJson(response, answer));
const empty = { data: [], metadata: { total_pages: 0 } };
beforeEach(async () => {
  lookupHosts.splice(0, lookupHosts.length, { origin: endpoint.origin, isTrusted: true });
  endpoint.asked.length = 0;
  answer = empty;
  await server.query(`delete from rate_limits where kind = 'lookups' and subject = $1`, [String(as.id)]);
});

/** A field with an endpoint, which the screens would refuse when it is not https. */
const newField = async (api_endpoint: string, api_parameters: string[] = []): Promise<number> => {
  const { id } = await call(fieldRoutes.create, { as, body: { name: 'Agency', field_type: 'search' } });
  const metadata = JSON.stringify({ options_source: 'external', api_endpoint, api_parameters });
  await server.query('update fields set metadata = $2 where id = $1', [id, metadata]);
  return id;
};
const agencies = await newField(`${endpoint.origin}/agencies?key=k%201&query=all`);
const units = await newField(`${endpoint.origin}/units`, ['county', 'open', 'size']);

const look = (id: number, query = {}) => call(lookupRoutes.options, { as, params: { id }, query });
const refusal = async (id: number, query = {}) => {
  const { status, errors } = await send(lookupRoutes.options, { as, params: { id }, query });
  return { status, errors };
};
const failed = (sentence: string) => ({ status: 422, errors: { base: [`An error occurred: ${sentence}`] } });

describe('the options of a field are looked up', () => {
  test('for no field without an endpoint, and none of another organization', async () => {
    const plain = await call(fieldRoutes.create, { as, body: { name: 'Plain', field_type: 'search' } });
    expect((await refusal(plain.id)).status).toBe(404);
    const outsider = await server.newOrganization();
    const reply = await send(lookupRoutes.options, { as: outsider.owner, params: { id: agencies } });
    expect(reply.status).toBe(404);
    expect(endpoint.asked).toEqual([]);
  });

  test('by who may see or use the field, or fill in a form that asks it, and nobody else', async () => {
    const form = await call(formRoutes.create, { as, body: { name: 'Intake', form_fields: [{ field_id: agencies }] } });
    const by = async (wanted: Parameters<typeof server.newUser>[1], id = agencies) => {
      const person = await server.newUser(organization, wanted);
      return (await send(lookupRoutes.options, { as: person, params: { id } })).status;
    };
    expect(await by({ privileges: { clients: ['read'], client_forms: ['write'], internal_forms: ['write'] } })).toBe(
      404,
    );
    expect(await by({ grants: [{ entity: 'forms', id: form.id, actions: ['read'] }] }, units)).toBe(404);
    expect(endpoint.asked).toEqual([]);
    expect(await by({ privileges: { fields: ['read'] } })).toBe(200);
    expect(await by({ privileges: { fields: ['use'] } })).toBe(200);
    expect(await by({ privileges: { forms: ['use'] } })).toBe(200);
    expect(await by({ grants: [{ entity: 'fields', id: agencies, actions: ['read'] }] })).toBe(200);
    expect(await by({ grants: [{ entity: 'forms', id: form.id, actions: ['read'] }] })).toBe(200);
  });

  test('SR-39 SR-40 with what was typed, the page and nothing of the caller', async () => {
    answer = { data: [{ value: 7, label: 'Harbor', more: 1 }], metadata: { total_pages: 3 }, more: 1 };
    const found = await look(agencies, { query: 'a&b=c', page_index: '2', parameters: '{"county":"Kent"}' });
    expect(found).toEqual({ data: [{ value: 7, label: 'Harbor' }], metadata: { total_pages: 3 } });
    const [request] = endpoint.asked;
    const { pathname, searchParams } = new URL(request?.url as string, endpoint.origin);
    expect([pathname, ...searchParams]).toEqual(['/agencies', ['key', 'k 1'], ['query', 'a&b=c'], ['page_index', '2']]);
    expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  test('at first the first page, of everything', async () => {
    await look(agencies);
    expect(endpoint.asked[0]?.url).toBe('/agencies?key=k+1&query=&page_index=1');
  });

  test('as values with labels, ids with names, or plain texts', async () => {
    answer = { data: [{ value: 'a', label: 'A' }, { id: 2, name: 'B' }, 'C'], metadata: { total_pages: 1 } };
    expect((await look(agencies)).data).toEqual([
      { value: 'a', label: 'A' },
      { value: 2, label: 'B' },
      { value: 'C', label: 'C' },
    ]);
  });
});

describe('the parameters of a field', () => {
  test.each(['{}', '{"county":"","open":null}', undefined])('are missed in %s', async (parameters) => {
    expect(await refusal(units, { parameters })).toEqual({
      status: 422,
      errors: { parameters: ['This field relies on other fields: county, open, size'] },
    });
    expect(endpoint.asked).toEqual([]);
  });

  test.each(['{', '[]', '"Kent"', '{"county":["Kent"]}', '{"county":{"a":1}}'])('are not %s', async (parameters) => {
    expect(await refusal(units, { parameters })).toEqual({
      status: 422,
      errors: { parameters: ['Send a JSON object with texts, numbers, true and false'] },
    });
    expect(endpoint.asked).toEqual([]);
  });

  test('SR-39 go along, and no others', async () => {
    await look(units, {
      parameters: JSON.stringify({ county: 'Kent & Co', open: false, size: 0, ssn_suffix: '1234' }),
    });
    expect(endpoint.asked[0]?.url).toBe('/units?county=Kent+%26+Co&open=false&size=0&query=&page_index=1');
  });
});

describe('an endpoint is not asked', () => {
  const notAllowed = failed('The address of this field’s endpoint isn’t on the list of allowed hosts');
  const isInternal = failed('The server’s address isn’t on the public internet');

  test('that is not on the list', async () => {
    const other = await newField(`http://127.0.0.1:${trap.port}/`);
    expect(await refusal(other)).toEqual(notAllowed);
    lookupHosts.length = 0;
    expect(await refusal(agencies)).toEqual(notAllowed);
    expect(endpoint.asked).toEqual([]);
  });

  test('at another path, or for another organization, than the list says', async () => {
    const { origin } = endpoint;
    const at = (path: string) => newField(`${origin}${path}`);
    lookupHosts.splice(0, lookupHosts.length, { origin, isTrusted: true, path: '/lists' });
    for (const path of ['/', '/listsecret', '/lists/../admin', '/lists/..%2fadmin'])
      expect(await refusal(await at(path)), path).toEqual(notAllowed);
    lookupHosts.splice(0, lookupHosts.length, { origin, isTrusted: true, slug: `not-${organization.slug}` });
    expect(await refusal(await at('/lists'))).toEqual(notAllowed);
    expect(endpoint.asked).toEqual([]);
    lookupHosts.push({ origin, isTrusted: true, path: '/lists', slug: organization.slug });
    const params = { id: await at('/lists/clinics') };
    expect((await send(lookupRoutes.options, { as, params })).status).toBe(200);
    expect(endpoint.asked).toHaveLength(1);
  });

  test.each(['127.0.0.1', '0x7f.1', '2130706433', 'localhost', '[::1]', '[::ffff:169.254.169.254]'])(
    'that is internal: %s',
    async (host) => {
      const url = new URL(`https://${host}:${trap.port}/`);
      lookupHosts.push({ origin: url.origin, isTrusted: false });
      expect(await refusal(await newField(url.href))).toEqual(isInternal);
      expect(await refusal(await newField(url.href.replace('https:', 'http:')))).toEqual(notAllowed);
    },
  );

  test('more than 60 times a minute by one caller', async () => {
    await server.query(`insert into rate_limits (kind, subject) select 'lookups', $1 from generate_series(1, 59)`, [
      String(as.id),
    ]);
    await look(agencies);
    expect(await refusal(agencies)).toMatchObject({
      status: 429,
      errors: { base: ['Too many attempts. Try again in 1 minute.'] },
    });
    expect(endpoint.asked).toHaveLength(1);
  });
});

describe('what an endpoint answers is refused', () => {
  test('when it leads elsewhere', async () => {
    const leading = await startEndpoint((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${trap.port}/` }).end();
    });
    lookupHosts.push({ origin: leading.origin, isTrusted: true });
    expect(await refusal(await newField(leading.origin))).toEqual(failed('The server redirected to another address'));
  });

  const wrong = 'The server didn’t answer with a page of options';
  test.each([
    [{}, `${wrong}: see data`],
    [[], wrong],
    [null, wrong],
    [{ data: [] }, `${wrong}: see metadata`],
    [{ data: {}, metadata: { total_pages: 1 } }, `${wrong}: see data`],
    [{ data: [], metadata: { total_pages: '1' } }, `${wrong}: see metadata.total_pages`],
    [{ data: ['A', { value: 'b' }], metadata: { total_pages: 1 } }, `${wrong}: see data.1`],
    [{ data: [{ value: { a: 1 }, label: 'A' }], metadata: { total_pages: 1 } }, `${wrong}: see data.0`],
    [{ data: [''], metadata: { total_pages: 1 } }, `${wrong}: see data.0`],
    [
      { data: Array(501).fill('A'), metadata: { total_pages: 1 } },
      'The server answered with more than 500 options at once',
    ],
  ])('when it is %j', async (body, sentence) => {
    answer = body;
    expect(await refusal(agencies)).toEqual(failed(sentence));
  });

  test('not when it is 500 options', async () => {
    answer = { data: Array(500).fill('A'), metadata: { total_pages: 1 } };
    expect((await look(agencies)).data).toHaveLength(500);
  });

  test('when it takes longer than 10 seconds, and meanwhile the others are served', async () => {
    const slow = await startEndpoint(() => {});
    lookupHosts.push({ origin: slow.origin, isTrusted: true });
    const field = await newField(slow.origin);
    const waiting = Promise.all([refusal(field), refusal(field)]);
    while (slow.asked.length < 2) await look(agencies);
    expect(await waiting).toEqual(Array(2).fill(failed('The server took longer than 10 seconds')));
  });
});
