import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { draftRoutes, draftSubjectOf, draftSubjects } from '#contract/resources/drafts.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { mergeRoutes } from '#contract/resources/merges.ts';
import { myWorkRoutes } from '#contract/resources/my-work.ts';
import { erasePeople } from '#server/retention/erase-people.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';
import { draftSubject } from './drafted.ts';

const server = await startServer();
const { call, send, query, services } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let [first, second, third]: number[] = [];
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  [first, second, third] = [await make.person('Ana'), await make.person('Anna'), await make.person('Anne')];
});

const merge = async (master_client_id: number, client_id: number) => {
  const body = { master_client_id, client_ids: [client_id], is_duplicate: true };
  expect(await send(mergeClientRoutes.create, { as: owner, body })).toMatchObject({ status: 202 });
  await server.drainJobs();
};
const undo = async (client_id: number) => {
  const { data } = await call(mergeRoutes.list, { as: owner, params: { client_id } });
  await call(mergeRoutes.undo, { as: owner, params: { client_id, id: data[0]?.id as number } });
};

describe('the ID of a record that was merged', () => {
  const found = async (typed: string | number, as: Caller = owner) =>
    (await call(clientRoutes.list, { as, query: { query: String(typed) } })).data.map(({ id, former_ids }) => ({
      id,
      former_ids,
    }));

  test('finds the remaining person, also after a second merge, and nobody once it is undone', async () => {
    await merge(second as number, first as number);
    expect(await found(first as number)).toEqual([{ id: second, former_ids: [first] }]);
    expect(await found(`#${first}`)).toEqual([{ id: second, former_ids: [first] }]);
    await merge(third as number, second as number);
    const all = [{ id: third, former_ids: [second, first] }];
    for (const typed of [first, second, third, `${first} Anne`, `ID ${first}`])
      expect(await found(typed as number)).toEqual(all);
    expect(await call(clientRoutes.show, { as: owner, params: { id: third as number } })).toMatchObject({
      former_ids: [second, first],
    });
    await undo(third as number);
    expect(await found(first as number)).toEqual([{ id: second, former_ids: [first] }]);
    await undo(second as number);
    expect(await found(first as number)).toEqual([{ id: first, former_ids: [] }]);
  });

  test('finds nobody for whom the person is not visible, nor elsewhere', async () => {
    await merge(second as number, first as number);
    const few = await server.newUser(organization, {
      grants: [{ entity: 'clients', id: third as number, actions: ['read'] }],
    });
    expect(await found(first as number, few)).toEqual([]);
    expect(await found(first as number, (await server.newOrganization()).owner)).toEqual([]);
    await call(clientRoutes.remove, { as: owner, params: { id: second as number } });
    expect(await found(first as number)).toEqual([]);
  });
});

describe('a draft about a person who is merged away', () => {
  let worker: TestUser;
  beforeEach(async () => {
    worker = await server.newUser(organization, {
      privileges: { clients: ['write'], client_forms: ['write'], forms: ['use'], notes: ['write'] },
    });
  });

  const save = async (subject: string, key: string = randomUUID(), as: Caller = worker) => {
    const body = { subject, content: JSON.stringify({ of: subject }), revision: 1 };
    return { key, ...(await send(draftRoutes.save, { as, params: { key }, body })) };
  };
  const listed = (subject: string, as: Caller = worker) => call(draftRoutes.list, { as, query: { subject } });
  const left = async (as: Caller = worker) => (await call(myWorkRoutes.drafts, { as })).data;

  const subjects: [string, (id: number, form_id: number) => string][] = [
    ['of a new response', draftSubjects.newResponse],
    ['of a new note', (id) => draftSubjects.newNote('clients', id)],
  ];
  test.each(subjects)('%s is offered on the remaining person, and saved', async (_, subjectOf) => {
    const form = await make.form('Contact Log', { Note: {} });
    const [one, other] = [first as number, second as number];
    const subject = subjectOf(one, form.id);
    expect(draftSubject(draftSubjectOf(subject)!)).toBe(subject);
    const { key } = await save(subject);
    await merge(other, one);
    const there = subjectOf(other, form.id);
    expect(await listed(there)).toMatchObject({
      data: [{ key, content: expect.stringContaining(subject) }],
      withheld: null,
    });
    expect(await listed(subject)).toMatchObject({ data: [{ key }], withheld: null });
    expect(await left()).toMatchObject([{ subject: there, client: { id: other } }]);
    // The screen that was open on the merged record goes on saving.
    expect((await save(subject, key)).status).toBe(200);
    await save(there);
    expect((await listed(there)).data).toHaveLength(2);
    expect(await left()).toHaveLength(1);
    await undo(other);
    expect((await listed(subject)).data).toMatchObject([{ key }]);
    expect((await listed(there)).data).toHaveLength(1);
  });

  test('of a response that came along stays with it', async () => {
    const form = await make.form('Contact Log', { Note: {} });
    const { id } = await make.record(form, { Note: 'Typed' }, { client_id: first as number });
    const subject = draftSubjects.response(id);
    const { key } = await save(subject);
    await merge(second as number, first as number);
    expect(await listed(subject)).toMatchObject({ data: [{ key }], withheld: null });
    expect(await left()).toMatchObject([{ subject, client: { id: second } }]);
  });

  test('of the person is no edit of the remaining one: it is kept, and there again once the merge is undone', async () => {
    const [one, other] = [first as number, second as number];
    const [subject, there] = [draftSubjects.client(one), draftSubjects.client(other)];
    const { key } = await save(subject);
    await merge(other, one);
    expect(await listed(there)).toEqual({ data: [], withheld: null });
    expect(await left()).toEqual([]);
    const withheld = 'The person was archived or merged, or you can no longer change them.';
    expect(await listed(subject)).toMatchObject({ data: [{ key, content: null }], withheld });
    expect((await save(subject, key)).status).toBe(404);
    await undo(other);
    expect(await listed(subject)).toMatchObject({
      data: [{ key, content: expect.stringContaining(subject) }],
      withheld: null,
    });
    expect(await left()).toMatchObject([{ subject, client: { id: one } }]);
  });

  test('is shown to nobody else, and only while its author may do there what it is for', async () => {
    const subject = draftSubjects.newNote('clients', first as number);
    await save(subject);
    await merge(second as number, first as number);
    const there = draftSubjects.newNote('clients', second as number);
    expect((await listed(there, owner)).data).toEqual([]);
    await query('update permission_groups set privileges = $2 where id = $1', [
      worker.group_id,
      JSON.stringify({ clients: ['read'] }),
    ]);
    expect(await listed(there)).toMatchObject({ data: [{ content: null }], withheld: expect.any(String) });
    expect(await left()).toEqual([]);
    expect((await save(subject)).status).toBe(404);
  });

  test('goes when its person is erased, also one of a note', async () => {
    for (const [, subjectOf] of subjects) await save(subjectOf(first as number, 1));
    await save(draftSubjects.client(first as number));
    await save(draftSubjects.newNote('clients', third as number));
    await call(clientRoutes.remove, { as: owner, params: { id: first as number } });
    await services.owner.transaction(({ tx }) =>
      erasePeople({ tx, organization_id: organization.id }, [first as number]),
    );
    const rows = await query('select subject from drafts where organization_id = $1', [organization.id]);
    expect(rows).toEqual([{ subject: draftSubjects.newNote('clients', third as number) }]);
  });
});
