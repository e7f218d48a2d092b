import { describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import type { RouteSpec } from '#contract/kit/route.ts';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import { affiliationRoutes } from '#contract/resources/affiliations.ts';
import { categorized, categoryRoutes } from '#contract/resources/categories.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { dataGroupRoutes, grouped } from '#contract/resources/data-groups.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { type Loose, startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;
const organization = await server.newOrganization();
const { owner } = organization;
const outsider = (await server.newOrganization()).owner;
const make = formMakers(server, organization);

const person = await make.person();
const form = await make.form('Intake', { Income: { field_type: 'number' } });
const { id: response } = await make.record(form, { Income: 1 }, { client_id: person });
const internalForm = await make.form('Shelters', { Name: { field_type: 'freeform-short' } }, { form_type: 'internal' });
const { id: internalRecord } = await make.internalRecord(internalForm, { Name: 'North' });
const affiliation = async () => {
  const { id: affiliate_organization_id } = await server.newOrganization();
  await server.query('update organizations set can_be_found = true where id = $1', [affiliate_organization_id]);
  return (await call(affiliationRoutes.create, { as: owner, body: { affiliate_organization_id } })).id;
};
const idOf = async (route: RouteSpec, body: object): Promise<number> => {
  const reply = await send(route, { as: owner, body });
  expect(reply, JSON.stringify(reply.errors)).toMatchObject({ status: 201 });
  return (reply.body as unknown as { id: number }).id;
};

/** A record of each type; a type that is new has to be added, or this does not compile. */
const records: Record<RecordType, number> = {
  clients: person,
  client_forms: response,
  forms: form.id,
  fields: await idOf(fieldRoutes.create, { name: 'Color', field_type: 'freeform-short' }),
  sequences: await idOf(sequenceRoutes.create, { name: 'First day', forms: [{ id: form.id }] }),
  internal_forms: internalForm.id,
  internal_records: internalRecord,
  permission_groups: await idOf(permissionGroupRoutes.create, { name: 'Staff', privileges: { clients: ['read'] } }),
  data_groups: await idOf(dataGroupRoutes.create, { name: 'Spring' }),
  categories: await idOf(categoryRoutes.create, { name: 'Housing' }),
  report_definitions: await idOf(reportDefinitionRoutes.create, {
    name: 'People',
    report_type: 'client_forms',
    fields: [{ field: 'client_last_name' }, { form: form.id, field: String(form.ids.Income) }],
  }),
  affiliations: await affiliation(),
  users: (await server.newUser(organization)).id,
};
const types = Object.keys(recordTypes) as RecordType[];
const on = (notable_type: RecordType) => ({ notable_type, notable_id: records[notable_type] });

/** Reads records of a type, with what a response needs besides, and everything about notes. */
const readerOf = (type: RecordType) => {
  const privileges: EntityPrivileges = { [recordTypes[type].entity]: ['read'], notes: ['write', 'remove'] };
  if (type === 'client_forms') privileges.clients = ['read'];
  return server.newUser(organization, { privileges });
};
/** Holds every privilege but that on the records of a type. */
const strangerTo = (type: RecordType) =>
  server.newUser(organization, { privileges: { ...allPrivileges, [recordTypes[type].entity]: [] } });

const statusOf = async (route: RouteSpec, sent: Loose) => (await send(route, sent)).status;

describe.each(types)('%s', async (type) => {
  const id = records[type];
  const above = on(type);
  const record = { record_type: type, record_id: id };
  const [reader, stranger] = [await readerOf(type), await strangerTo(type)];
  /** Others have no such record, whether they ask their own organization or this one. */
  const elsewhere = (route: RouteSpec, sent: Loose) =>
    Promise.all([
      statusOf(route, { ...sent, as: outsider }),
      statusOf(route, { ...sent, as: outsider, org: organization }),
    ]);
  const write = (as: TestUser, body: string) => send(noteRoutes.create, { as, params: above, body: { body } });

  test('notes are closed to people who can’t read the record or notes', async () => {
    const note = (await write(owner, 'Kept')).body;
    const params = { ...above, id: note.id };
    const noteless = await server.newUser(organization, { privileges: { ...allPrivileges, notes: [] } });
    const asked: [RouteSpec, Loose][] = [
      [noteRoutes.list, { params: above }],
      [noteRoutes.page, { params: { ...above, page: 1 } }],
      [noteRoutes.show, { params }],
      [noteRoutes.create, { params: above, body: { body: 'Mine' } }],
      [noteRoutes.update, { params, body: { body: 'Mine' } }],
      [noteRoutes.undo, { params, body: { version_id: 1 } }],
      [noteRoutes.remove, { params }],
    ];
    for (const [route, sent] of asked) {
      expect(await statusOf(route, { ...sent, as: noteless }), `${route.method} ${route.path}`).toBe(403);
      expect(await statusOf(route, { ...sent, as: stranger }), `${route.method} ${route.path}`).toBe(404);
      expect(await elsewhere(route, sent), `${route.method} ${route.path}`).toEqual([404, 404]);
    }
    expect(await call(noteRoutes.show, { as: owner, params })).toMatchObject({ body: 'Kept', lock_version: 1 });
  });

  test('notes are written, changed, undone and deleted by people who read the record', async () => {
    const made = await write(reader, 'First');
    expect(made).toMatchObject({ status: 201, body: { ...above, body: 'First', user_id: reader.id } });
    const params = { ...above, id: made.body.id };
    expect((await send(noteRoutes.update, { as: reader, params, body: { body: 'Second' } })).status).toBe(200);
    const { undoable_version_id } = await call(noteRoutes.show, { as: owner, params });
    const undone = await send(noteRoutes.undo, { as: owner, params, body: { version_id: undoable_version_id } });
    expect(undone).toMatchObject({ status: 200, body: { ...above, body: 'First' } });
    const [newest] = (await call(noteRoutes.list, { as: reader, params: above })).data;
    expect(newest).toEqual({ ...undone.body, undoable_version_id: null });
    const { data, metadata } = await call(noteRoutes.page, {
      as: reader,
      params: { ...above, page: 1 },
      query: { page_size: '1' },
    });
    expect(data.map((one) => one.id)).toEqual([params.id]);
    expect(metadata.total_count).toBeGreaterThan(0);
    expect(await statusOf(noteRoutes.remove, { as: reader, params })).toBe(204);
    expect(await statusOf(noteRoutes.show, { as: reader, params })).toBe(404);
  });

  test('history is shown to people who read the record', async () => {
    const versions = { params: record, query: { history: 'true' } };
    expect(await statusOf(recordRoutes.versions, { ...versions, as: stranger })).toBe(404);
    expect(await elsewhere(recordRoutes.versions, versions)).toEqual([404, 404]);
    const { history } = await call(recordRoutes.versions, { as: reader, params: record, query: { history: 'true' } });
    expect(history.every(({ undoable }) => !undoable)).toBe(true);
  });

  test('the newest change is undone by the owner alone, where undo is offered', async () => {
    const { history } = await call(recordRoutes.versions, { as: owner, params: record, query: { history: 'true' } });
    const version_id = history[0]?.id ?? 1;
    const sent = { params: record, body: { version_id } };
    expect(await statusOf(recordRoutes.undo, { ...sent, as: stranger })).toBe(404);
    expect(await elsewhere(recordRoutes.undo, sent)).toEqual([404, 404]);
    expect(await statusOf(recordRoutes.undo, { ...sent, as: reader })).toBe(403);
    const { status } = await send(recordRoutes.undo, { ...sent, as: owner });
    if (history.some(({ undoable }) => undoable)) expect(status).toBe(200);
    else expect([409, 422]).toContain(status);
  });

  test.each([
    ['categories', categoryRoutes, (categorized as readonly string[]).includes(type), 'category_records'],
    ['data groups', dataGroupRoutes, (grouped as readonly string[]).includes(type), 'data_group_records'],
  ] as const)('%s are set where the specification has them', async (_, routes, isOffered, key) => {
    const set = { params: record, body: { [key]: [] } };
    const asked: [TestUser, number, number][] = [
      [owner, 200, 200],
      [reader, 200, 403],
      [stranger, 404, 404],
    ];
    for (const [as, shown, changed] of asked) {
      expect(await statusOf(routes.ofRecord, { as, params: record })).toBe(isOffered ? shown : 404);
      const { status } = await send(routes.setOfRecord, { as, ...set });
      // Who can't use the tree at all is told so before the record is looked for.
      if (isOffered) expect(status).toBe(changed);
      else expect([403, 404]).toContain(status);
    }
    expect(await elsewhere(routes.ofRecord, { params: record })).toEqual([404, 404]);
    expect(await elsewhere(routes.setOfRecord, set)).toEqual([404, 404]);
  });
});

describe('printed', () => {
  const asked: [string, RecordType, RouteSpec, Record<string, unknown>][] = [
    ['a response', 'client_forms', clientFormRoutes.printed, { client_id: person, id: response }],
    [
      'a record',
      'internal_records',
      internalFormRoutes.printedRecord,
      { form_id: internalForm.id, id: internalRecord },
    ],
  ];
  test.each(asked)('%s is for people who can read it', async (_, type, route, params) => {
    expect(await statusOf(route, { as: await readerOf(type), params })).toBe(200);
    expect([403, 404]).toContain(await statusOf(route, { as: await strangerTo(type), params }));
    for (const org of [outsider.organization, organization])
      expect(await statusOf(route, { as: outsider, org, params })).toBe(404);
  });
});

describe('an unknown type', () => {
  test.each(['households', 'notes', 'nonsense'])('%s has no notes, history or undo', async (type) => {
    const [notable, record] = [
      { notable_type: type, notable_id: 1 },
      { record_type: type, record_id: 1 },
    ];
    expect(await statusOf(noteRoutes.list, { as: owner, params: notable })).toBe(404);
    expect(await statusOf(noteRoutes.create, { as: owner, params: notable, body: { body: 'Lost' } })).toBe(404);
    expect(await statusOf(recordRoutes.versions, { as: owner, params: record })).toBe(404);
    expect(await statusOf(recordRoutes.undo, { as: owner, params: record, body: { version_id: 1 } })).toBe(404);
  });
});

describe('one record at two addresses', () => {
  test('has the same notes at both, each for those who can read it there', async () => {
    const at = (notable_type: 'forms' | 'internal_forms') => ({ notable_type, notable_id: internalForm.id });
    const { id } = await call(noteRoutes.create, { as: owner, params: at('forms'), body: { body: 'Both' } });
    const reader = await readerOf('internal_forms');
    const shown = await call(noteRoutes.show, { as: reader, params: { ...at('internal_forms'), id } });
    expect(shown).toMatchObject({ ...at('internal_forms'), body: 'Both' });
    expect(await statusOf(noteRoutes.show, { as: reader, params: { ...at('forms'), id } })).toBe(404);
    // Another record of the same number has none of them.
    expect(await statusOf(noteRoutes.show, { as: owner, params: { ...on('fields'), id } })).toBe(404);
  });
});

describe('a record that is deleted', () => {
  test('takes its notes along', async () => {
    const id = await affiliation();
    const params = { notable_type: 'affiliations' as const, notable_id: id };
    const note = await call(noteRoutes.create, { as: owner, params, body: { body: 'Goes along' } });
    await call(affiliationRoutes.remove, { as: owner, params: { id } });
    const rows = await server.query('select 1 from notes where organization_id = $1 and id = $2', [
      organization.id,
      note.id,
    ]);
    expect(rows).toEqual([]);
  });
});
