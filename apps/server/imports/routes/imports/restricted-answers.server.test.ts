import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordAction } from '#contract/kit/privileges.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { type ImportType, importRoutes } from '#contract/resources/imports.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let client_id: number;
let id: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Incident report', { What: {} });
  client_id = await make.person();
  id = (await make.record(form, { What: 'A fall' }, { client_id })).id;
});

/** Somebody with all privileges on responses, who is listed on the form with these actions; restricted it is always. */
const worker = async (...actions: RecordAction[]): Promise<TestUser> => {
  await query('update forms set restricted = true where organization_id = $1', [organization.id]);
  return server.newUser(organization, {
    privileges: { clients: ['read'], client_forms: ['read', 'write', 'remove'], forms: ['use'] },
    grants: actions.length > 0 ? [{ entity: 'forms', id: form.id, actions }] : [],
  });
};

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;
const table = (...lines: string[]) => csv(`Client ID,Form Response ID,Time Recorded,What [${form.ids.What}]`, ...lines);
const correction = () => table(`${client_id},${id},,A push`);
const recording = () => table(`${client_id},,,A theft`);
const deletion = () => csv('Client ID,Form Response ID', `${client_id},${id}`);

const show = (as: TestUser, import_id: number) =>
  call(importRoutes.show, { as, params: { form_id: form.id, id: import_id } });
const ran = async (as: TestUser, text: string, type: ImportType = 'bulk_update') => {
  const files = { input: new File([text], 'incidents.csv') };
  const made = await call(importRoutes.create, { as, params: { form_id: form.id }, body: { type }, files });
  await call(importRoutes.run, { as, params: { form_id: form.id, id: made.id }, body: { dry_run: false } });
  await server.drainJobs();
  return show(as, made.id);
};
/** What every response of the person says, the oldest first. */
const stored = async () => {
  const { data } = await call(clientFormRoutes.list, { as: owner, params: { client_id }, query: {} });
  return data.toSorted((a, b) => a.id - b.id).map(({ answers }) => answers[0]?.value);
};
/** Asks for the undo, and answers whether it was offered, its status, and what is stored then. */
const undone = async (as: TestUser, import_id: number) => {
  const { may_undo } = await show(as, import_id);
  const { status } = await send(importRoutes.undo, { as, params: { form_id: form.id, id: import_id } });
  await server.drainJobs();
  return [may_undo, status, await stored()];
};
const reduce = (as: TestUser, ...actions: RecordAction[]) =>
  query('update record_permissions set actions = $3 where organization_id = $1 and user_id = $2', [
    organization.id,
    as.id,
    actions,
  ]);

describe('a file about a restricted form (R29b)', () => {
  test('corrects answers for who is listed with write, and for nobody else', async () => {
    for (const as of [await worker(), await worker('read'), await worker('remove')])
      expect(await ran(as, correction())).toMatchObject({ state: 'failed', counts: { failed: 1, updated: 0 } });
    expect(await stored()).toEqual(['A fall']);
    expect(await ran(await worker('write'), correction())).toMatchObject({
      state: 'succeeded',
      counts: { updated: 1 },
    });
    expect(await stored()).toEqual(['A push']);
  });

  test('deletes answers for who is listed with remove, and for nobody else', async () => {
    for (const as of [await worker(), await worker('read'), await worker('write')])
      expect(await ran(as, deletion(), 'delete_client')).toMatchObject({ state: 'failed', counts: { failed: 1 } });
    expect(await stored()).toEqual(['A fall']);
    expect(await ran(await worker('remove'), deletion(), 'delete_client')).toMatchObject({ state: 'succeeded' });
    expect(await stored()).toEqual([]);
  });

  test('records answers for who is not listed at all', async () => {
    expect(await ran(await worker(), recording())).toMatchObject({ state: 'succeeded', counts: { created: 1 } });
    expect(await stored()).toEqual(['A fall', 'A theft']);
  });

  test('writes nothing more once who imports has lost the action', async () => {
    const as = await worker('write');
    const files = { input: new File([correction()], 'incidents.csv') };
    const params = { form_id: form.id };
    const made = await call(importRoutes.create, { as, params, body: { type: 'bulk_update' }, files });
    await call(importRoutes.run, { as, params: { ...params, id: made.id }, body: { dry_run: true } });
    await server.drainJobs();
    await reduce(as, 'read');
    await call(importRoutes.run, { as, params: { ...params, id: made.id }, body: { dry_run: false } });
    await server.drainJobs();
    expect(await show(as, made.id)).toMatchObject({ state: 'failed' });
    expect(await stored()).toEqual(['A fall']);
  });
});

describe('the undo of an import into a restricted form (R29b)', () => {
  test('deletes what was recorded, which takes remove', async () => {
    const as = await worker();
    const made = await ran(as, recording());
    expect(await undone(as, made.id)).toEqual([false, 403, ['A fall', 'A theft']]);
    const writes = await worker('write');
    const again = await ran(writes, recording());
    expect(await undone(writes, again.id)).toEqual([false, 403, ['A fall', 'A theft', 'A theft']]);
    await reduce(writes, 'remove');
    expect(await undone(writes, again.id)).toEqual([true, 202, ['A fall', 'A theft']]);
  });

  test('changes back what was corrected, which takes write', async () => {
    const as = await worker('write');
    const made = await ran(as, correction());
    await reduce(as, 'remove');
    expect(await undone(as, made.id)).toEqual([false, 403, ['A push']]);
    await reduce(as, 'write');
    expect(await undone(as, made.id)).toEqual([true, 202, ['A fall']]);
  });

  test('brings back what was deleted, for who may delete it', async () => {
    const as = await worker('remove');
    const made = await ran(as, deletion(), 'delete_client');
    await reduce(as, 'read');
    expect(await undone(as, made.id)).toEqual([false, 403, []]);
    await reduce(as, 'remove');
    expect(await undone(as, made.id)).toEqual([true, 202, ['A fall']]);
  });

  test('is not done when the action is lost before its job runs', async () => {
    const as = await worker('write');
    const made = await ran(as, correction());
    const params = { form_id: form.id, id: made.id };
    expect((await send(importRoutes.undo, { as, params })).status).toBe(202);
    await reduce(as, 'read');
    await server.drainJobs();
    expect(await show(as, made.id)).toMatchObject({ undone_at: null, undo_state: 'failed' });
    expect(await stored()).toEqual(['A push']);
  });

  test('is the owner’s whatever the list says', async () => {
    const as = await worker('write');
    const made = await ran(as, correction());
    expect(await undone(owner, made.id)).toEqual([true, 202, ['A fall']]);
  });
});
