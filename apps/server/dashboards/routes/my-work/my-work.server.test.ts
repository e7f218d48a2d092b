import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { draftRoutes, draftSubjects } from '#contract/resources/drafts.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { myWorkRoutes } from '#contract/resources/my-work.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

const setting = async () => {
  const organization = await server.newOrganization();
  const { owner } = organization;
  const make = formMakers(server, organization);
  const [ana, bo] = [await make.person('Ana'), await make.person('Bo')];
  const visit = await make.form('Visit', { Note: {} });
  const places = await make.form('Places', { Name: {} }, { form_type: 'internal' });
  return { organization, owner, make, ana, bo, visit, places };
};
const keep = (as: TestUser, subject: string) =>
  call(draftRoutes.save, {
    as,
    params: { key: randomUUID() },
    body: { subject, content: '{"note":"SECRET"}', revision: 1 },
  });
const left = async (as: TestUser) => (await call(myWorkRoutes.drafts, { as })).data;

test('what one has drafts of is named, each once, the newest first, without what was typed', async () => {
  const { owner, make, ana, visit, places } = await setting();
  const response = await make.record(visit, { Note: 'x' }, { client_id: ana });
  const record = await make.internalRecord(places, { Name: 'x' });
  const subjects = [
    draftSubjects.newClient,
    draftSubjects.client(ana),
    draftSubjects.newResponse(ana, visit.id),
    draftSubjects.response(response.id),
    draftSubjects.newRecord(places.id),
    draftSubjects.internalRecord(record.id),
    draftSubjects.form(visit.id),
    draftSubjects.newReport,
  ];
  for (const subject of [...subjects, draftSubjects.newClient]) await keep(owner, subject);
  const person = { id: ana, first_name: 'Ana', last_name: 'Ruiz' };
  const shown = await left(owner);
  expect(shown.map(({ saved_at: _, form_id: __, ...one }) => one)).toEqual([
    { subject: subjects[0], name: null, client: null },
    { subject: subjects[7], name: null, client: null },
    { subject: subjects[6], name: 'Visit', client: null },
    { subject: subjects[5], name: 'Places', client: null },
    { subject: subjects[4], name: 'Places', client: null },
    { subject: subjects[3], name: 'Visit', client: person },
    { subject: subjects[2], name: 'Visit', client: person },
    { subject: subjects[1], name: null, client: person },
  ]);
  expect(shown.map(({ form_id }) => form_id)).toEqual([null, null, null, places.id, null, visit.id, null, null]);
  expect(JSON.stringify(shown)).not.toContain('SECRET');
});

test('nobody else is told of them, and their author not of what they may not do any more', async () => {
  const { organization, owner, ana, bo, visit } = await setting();
  const worker = await server.newUser(organization, {
    privileges: { client_forms: ['write'], forms: ['use'] },
    grants: [ana, bo].map((id) => ({ entity: 'clients' as const, id, actions: ['write' as const] })),
  });
  await keep(worker, draftSubjects.newResponse(ana, visit.id));
  await keep(worker, draftSubjects.client(bo));
  expect(await left(worker)).toHaveLength(2);
  expect(await left(owner)).toEqual([]);
  const colleague = await server.newUser(organization, { privileges: allPrivileges });
  expect(await left(colleague)).toEqual([]);

  await server.query("delete from record_permissions where entity = 'clients' and record_id = $1", [bo]);
  expect((await left(worker)).map(({ client }) => client?.id)).toEqual([ana]);
  await call(clientRoutes.remove, { as: owner, params: { id: ana } });
  expect(await left(worker)).toEqual([]);

  const admin = await server.newUser(organization, { role: 'orgadmin', privileges: allPrivileges });
  await call(impersonationRoutes.startInOrganization, { as: admin, body: { user_id: worker.id } });
  expect((await send(myWorkRoutes.drafts, { as: admin })).status).toBe(403);
});

test('the responses that one recorded last are told without answers, as far as one may still see them', async () => {
  const { organization, owner, make, ana, bo, visit } = await setting();
  const worker = await server.newUser(organization, {
    privileges: { client_forms: ['write'], forms: ['use'] },
    grants: [ana, bo].map((id) => ({ entity: 'clients' as const, id, actions: ['read' as const] })),
  });
  await make.record(visit, { Note: 'SECRET' }, { client_id: ana });
  const ids: number[] = [];
  for (const client_id of [ana, bo])
    ids.push((await make.record(visit, { Note: 'SECRET' }, { as: worker, client_id })).id);
  const own = async (as: TestUser) => (await call(myWorkRoutes.responses, { as })).data;
  expect(await own(worker)).toEqual([
    {
      id: ids[1],
      form_id: visit.id,
      form_name: 'Visit',
      client: { id: bo, first_name: 'Bo', last_name: 'Ruiz' },
      created_at: expect.any(String),
    },
    expect.objectContaining({ id: ids[0] }),
  ]);
  expect(await own(owner)).toHaveLength(1);
  await server.query("delete from record_permissions where entity = 'clients' and record_id = $1", [bo]);
  expect((await own(worker)).map(({ id }) => id)).toEqual([ids[0]]);
  const neighbour = await server.newOrganization();
  expect(await own(await server.join(worker, neighbour, { privileges: allPrivileges }))).toEqual([]);
  const nobody = await server.newUser(organization);
  expect((await send(myWorkRoutes.responses, { as: nobody })).status).toBe(403);
});
