import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { webhookRoutes } from '#contract/resources/webhooks.ts';
import type { AllowedOrigin } from '#server/kit/outgoing/allowed-origins.ts';
import { sendJson, startEndpoint } from '#tests/server/endpoint.ts';
import { startServer } from '#tests/server/harness.ts';
import { everyRecord, HearthError, openClient } from './index.ts';

const webhookHosts: AllowedOrigin[] = [];
const server = await startServer({ config: { webhookHosts } });
const { call, query } = server;
let origin = '';
beforeAll(async () => {
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

const person = (first_name: string) =>
  ({ first_name, last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' }) as const;

/** An organization with API access, and a program that may do there what its group allows. */
const setting = async () => {
  const organization = await server.newOrganization();
  const { owner: as } = organization;
  await query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
  const { group_id } = await server.newUser(organization, {
    privileges: { clients: ['write'], client_forms: ['write'], forms: ['read'] },
  });
  const permission_group_id = group_id as number;
  const { api_key } = await call(apiCredentialRoutes.create, { as, body: { name: 'Nightly', permission_group_id } });
  const connection = { origin, organization: organization.slug, apiKey: api_key as string };
  return { organization, as, permission_group_id, connection, hearth: openClient(connection) };
};

const refusal = (calling: Promise<unknown>) =>
  calling.then(
    () => null,
    (error: unknown) => error as HearthError,
  );

describe('a call that fails', () => {
  test('says so with the status, the words by field and the number of the request', async () => {
    const { hearth } = await setting();
    const error = await refusal(hearth.clients.create({ body: { ...person('Ana'), dob: '2999-01-01' } }));
    expect(error).toBeInstanceOf(HearthError);
    expect(error).toMatchObject({ status: 422, errors: { dob: ['Date of birth must be in the past'] } });
    expect(error?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await refusal(hearth.clients.show({ params: { id: 999_999 } }))).toMatchObject({ status: 404 });
    expect(await refusal(hearth.fields.create({ body: { name: 'A', field_type: 'number' } }))).toMatchObject({
      status: 403,
    });
  });

  test('with a key that is unknown, or at another organization', async () => {
    const { connection } = await setting();
    const unknown = openClient({ ...connection, apiKey: 'hearth_none' });
    expect(await refusal(unknown.clients.list())).toMatchObject({
      status: 401,
      message: 'This API key is unknown. Create a new one.',
    });
    const elsewhere = openClient({ ...connection, organization: (await setting()).organization.slug });
    expect(await refusal(elsewhere.clients.list())).toMatchObject({ status: 404 });
  });

  test('because nobody is there, once it was tried as often as it may be', async () => {
    const { connection } = await setting();
    const nowhere = openClient({ ...connection, origin: 'http://127.0.0.1:1', tries: 1 });
    expect(await refusal(nowhere.clients.list())).toMatchObject({ status: 0 });
  });

  test('for a moment is tried again, a POST under the same key, a PUT not at all', async () => {
    let isBusy = true;
    const { origin, asked } = await startEndpoint((_, response) => {
      if (isBusy) response.writeHead(503, { 'retry-after': '0', 'content-type': 'application/json' }).end('{}');
      else sendJson(response, { id: 1 });
      isBusy = false;
    });
    const { connection } = await setting();
    const busy = openClient({ ...connection, origin });
    await busy.clients.create({ body: person('Ana') });
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'POST']);
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    isBusy = true;
    expect(await refusal(busy.clients.update({ params: { id: 1 }, body: {} }))).toMatchObject({ status: 503 });
    expect(asked).toHaveLength(3);
  });
});

describe('a call', () => {
  test('goes by the contract: written, read, changed and taken away', async () => {
    const { hearth } = await setting();
    const ana = await hearth.clients.create({ body: person('Ana') });
    const params = { id: ana.id };
    const changed = await hearth.clients.update({
      params,
      body: { middle_name: 'Eva', lock_version: ana.lock_version },
    });
    expect(changed).toMatchObject({ first_name: 'Ana', middle_name: 'Eva', lock_version: 2 });
    const stale = hearth.clients.update({ params, body: { middle_name: 'Mia', lock_version: ana.lock_version } });
    expect(await refusal(stale)).toMatchObject({ status: 409 });
    expect((await hearth.clients.list()).data.map(({ id }) => id)).toEqual([ana.id]);
  });

  test('that is repeated under its key writes once', async () => {
    const { hearth } = await setting();
    const made = await Promise.all(
      [1, 2].map(() =>
        hearth.clients.create({ body: person('Ana') }, { idempotencyKey: 'person 1' }).catch((error) => error),
      ),
    );
    const again = await hearth.clients.create({ body: person('Ana') }, { idempotencyKey: 'person 1' });
    expect(made.map(({ id }) => id)).toContain(again.id);
    expect((await hearth.clients.list()).data).toHaveLength(1);
    const other = hearth.clients.create({ body: person('Bea') }, { idempotencyKey: 'person 1' });
    expect(await refusal(other)).toMatchObject({ status: 422 });
  });

  test('of a list goes through all of its pages', async () => {
    const { hearth } = await setting();
    for (const name of ['Ana', 'Bea', 'Cleo', 'Dina', 'Eva']) await hearth.clients.create({ body: person(name) });
    const names: string[] = [];
    const query = { page_size: '2', sort: JSON.stringify([{ field: 'first_name', order: 'asc' }]) };
    for await (const { first_name } of everyRecord((page) => hearth.clients.page({ params: { page }, query })))
      names.push(first_name);
    expect(names).toEqual(['Ana', 'Bea', 'Cleo', 'Dina', 'Eva']);
  });
});

test('the example records a person with a response, and hears of it by a webhook', async () => {
  const { as, connection, permission_group_id, organization } = await setting();
  const field = await call(fieldRoutes.create, { as, body: { name: 'Note', field_type: 'freeform-short' } });
  await call(formRoutes.create, {
    as,
    body: { name: 'Intake', form_fields: [{ field_id: field.id, is_required: false }] },
  });
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  await new Promise((done) => free.close(done));
  webhookHosts.push({ origin: `http://127.0.0.1:${port}`, isTrusted: true });
  const { secret } = await call(webhookRoutes.create, {
    as,
    body: {
      name: 'Example',
      url: `http://127.0.0.1:${port}/`,
      events: ['client_created', 'client_form_created'],
      permission_group_id,
    },
  });
  const example = spawn(process.execPath, ['examples/program.ts'], {
    env: {
      HEARTH_ORIGIN: connection.origin,
      HEARTH_ORGANIZATION: organization.slug,
      HEARTH_API_KEY: connection.apiKey,
      HEARTH_WEBHOOK_SECRET: secret as string,
      HEARTH_FORM: 'Intake',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  createInterface(example.stdout).on('line', (line) => said.push(line));
  const ended = once(example, 'exit');
  await expect.poll(() => said).toContainEqual(expect.stringMatching(/^Recorded: person \d+, response \d+$/));
  await expect
    .poll(async () => {
      await server.drainJobs();
      return said;
    })
    .toContainEqual(expect.stringMatching(/^Heard: client_form_created client_forms \d+$/));
  expect(await ended).toEqual([0, null]);
});
