import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordAction } from '#contract/kit/privileges.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { importRoutes } from '#contract/resources/imports.ts';
import { publicInstanceRoutes as routes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let setting: { id: number; access_key: string };
let client_id: number;
let address = 0;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Complaint', { What: {} });
  client_id = await make.person();
  const body = { published_at: '2026-01-01T00:00:00.000Z' };
  setting = await call(publicFormRoutes.create, { as: owner, params: { form_id: form.id }, body });
});

/** What a stranger sends, with its number. */
const sentByStranger = async (): Promise<number> => {
  address += 1;
  const place = {
    org: organization,
    address: `203.9.${(address >> 8) % 256}.${address % 256}`,
    params: { access_key: setting.access_key },
  };
  const { start_token } = await call(publicFormRoutes.open, place);
  const body = { answers: form.given({ What: 'Noise' }), start_token };
  const { reference } = await call(publicFormRoutes.submit, { ...place, body });
  const { data } = await call(routes.list, { as: owner, params: { public_form_id: setting.id } });
  return data.find((one) => one.reference === reference)?.id as number;
};

/** Somebody with all privileges on responses of people and of strangers, who is listed on the form with these actions. */
const worker = (...actions: RecordAction[]): Promise<TestUser> =>
  server.newUser(organization, {
    privileges: {
      clients: ['read'],
      client_forms: ['read', 'write', 'remove'],
      public_forms: ['read', 'write', 'remove'],
      forms: ['use'],
    },
    grants: [{ entity: 'forms', id: form.id, actions }],
  });

const statuses = async (as: TestUser) => {
  const id = await sentByStranger();
  const below = { as, params: { public_form_id: setting.id, id } };
  return {
    shows: (await send(routes.show, below)).status,
    edits: (await send(routes.edit, below)).status,
    changes: (await send(routes.update, { ...below, body: { answers: form.given({ What: 'Smell' }) } })).status,
    deletes: (await send(routes.remove, below)).status,
  };
};

describe('what strangers sent by a restricted form (R29b)', () => {
  test.each<[RecordAction[], object, RecordAction[]]>([
    [['read'], { shows: 200, edits: 403, changes: 403, deletes: 403 }, ['read']],
    [['write'], { shows: 200, edits: 200, changes: 200, deletes: 403 }, ['read', 'write']],
    [['remove'], { shows: 200, edits: 403, changes: 403, deletes: 204 }, ['read', 'remove']],
  ])('given to %j is read, changed and deleted by that, and says so', async (given, expected, actions) => {
    const as = await worker(...given);
    const id = await sentByStranger();
    expect((await call(routes.flat, { as, params: { id } })).actions).toEqual(actions);
    expect(await statuses(as)).toEqual(expected);
  });

  test('is linked by who can read it: that records a new response', async () => {
    const as = await worker('read');
    const id = await sentByStranger();
    expect((await send(routes.matches, { as, params: { instance_id: id } })).status).toBe(200);
    expect((await send(routes.link, { as, params: { instance_id: id }, body: { client_id } })).status).toBe(201);
    const { data } = await call(clientFormRoutes.list, { as, params: { client_id }, query: {} });
    expect(data.map(({ actions }) => actions)).toEqual([['read']]);
    // The answers of a linked one are those of the person's response.
    const body = { answers: form.given({ What: 'Smell' }) };
    const below = { as, params: { public_form_id: setting.id, id }, body };
    expect((await send(routes.update, below)).status).toBe(403);
  });

  test('is unlinked, which deletes the response of the person, by who is listed with remove', async () => {
    const linked = async () => {
      const id = await sentByStranger();
      await call(routes.link, { as: owner, params: { instance_id: id }, body: { client_id } });
      return id;
    };
    const unlinks = async (as: TestUser) => {
      const id = await linked();
      const { may_unlink } = await call(routes.flat, { as, params: { id } });
      return [may_unlink, (await send(routes.unlink, { as, params: { instance_id: id } })).status];
    };
    expect(await unlinks(await worker('read'))).toEqual([false, 403]);
    expect(await unlinks(await worker('write'))).toEqual([false, 403]);
    expect(await unlinks(await worker('remove'))).toEqual([true, 204]);
    expect(await unlinks(owner)).toEqual([true, 204]);
  });

  test('is deleted by a file only for who is listed with remove', async () => {
    const id = await sentByStranger();
    const files = { input: new File([`Form Response ID\r\n${id}\r\n`], 'gone.csv') };
    const ran = async (as: TestUser) => {
      const params = { form_id: form.id };
      const made = await call(importRoutes.create, { as, params, body: { type: 'delete_public' }, files });
      await call(importRoutes.run, { as, params: { ...params, id: made.id }, body: { dry_run: false } });
      await server.drainJobs();
      return (await call(importRoutes.show, { as, params: { ...params, id: made.id } })).state;
    };
    expect([await ran(await worker('write')), await ran(await worker('remove'))]).toEqual(['failed', 'succeeded']);
  });
});

test('what strangers sent by an open form is unlinked by who may change responses', async () => {
  const as = await server.newUser(organization, {
    privileges: { clients: ['read'], client_forms: ['write'], public_forms: ['write'] },
  });
  const id = await sentByStranger();
  await call(routes.link, { as, params: { instance_id: id }, body: { client_id } });
  expect(await call(routes.flat, { as, params: { id } })).toMatchObject({
    actions: ['read', 'write'],
    may_unlink: true,
  });
  expect((await send(routes.unlink, { as, params: { instance_id: id } })).status).toBe(204);
});
