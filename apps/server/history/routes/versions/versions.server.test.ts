import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { versionRoutes } from '#contract/resources/versions.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;
const as = await server.newSuperuser();
const today = new Date().toISOString().slice(0, 10);

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let client_id: number;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  client_id = await make.person();
  form = await make.form('Plan', { Goal: {}, Score: { field_type: 'number' } });
});

type Asked = Partial<
  Record<'item_type' | 'event' | 'start_date' | 'end_date' | 'user_id' | 'item_id' | 'page' | 'page_size', string>
>;
const search = async (asked: Asked) =>
  (
    await call(versionRoutes.list, {
      as,
      query: { start_date: today, organization_id: String(organization.id), ...asked } as never,
    })
  ).data;

const response = (values: Record<string, unknown>) => make.record(form, values, { client_id });
const change = (id: number, values: Record<string, unknown>) =>
  call(clientFormRoutes.update, { as: owner, params: { client_id, id }, body: { answers: form.given(values) } });

describe('history is searched', () => {
  test('AD-47 to AD-49: without type, event and date all three are asked for', async () => {
    const { status, errors } = await send(versionRoutes.list, { as, query: {} as never });
    expect([status, errors]).toEqual([
      422,
      {
        item_type: ['Please select a record type'],
        event: ['Please select an event'],
        start_date: ['Please select a start date and/or end date'],
      },
    ]);
    const turned = { item_type: 'Client', event: 'update', start_date: '2026-02-02', end_date: '2026-01-01' } as const;
    expect((await send(versionRoutes.list, { as, query: turned })).errors).toEqual({
      end_date: ['End date must not be before the start date'],
    });
  });

  test('AD-43 AD-55 AD-57 by type, event, day, user and record, a page at a time; with names, transaction and what is related', async () => {
    const { id } = await response({ Goal: 'Rest' });
    await change(id, { Goal: 'Sleep' });
    const [found, ...others] = await search({ item_type: 'ClientForm', event: 'update' });
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      item_type: 'ClientForm',
      item_id: id,
      item_name: 'Plan of Ana Ruiz',
      event: 'update',
      organization_id: organization.id,
      user_id: owner.id,
      related_count: 1,
      related_items: [{ item_type: 'ClientForm', item_id: id, event: 'update' }],
    });
    const of = { item_type: 'ClientForm', event: 'update' };
    expect(await search({ ...of, user_id: String(as.id ?? 1) })).toEqual([]);
    expect(await search({ ...of, user_id: String(owner.id), item_id: String(id) })).toHaveLength(1);
    expect(await search({ ...of, item_id: String(id + 1) })).toEqual([]);
    expect(await search({ ...of, start_date: '2020-01-01', end_date: '2020-01-02' })).toEqual([]);
    expect(await search({ ...of, event: 'destroy' })).toEqual([]);
    await change(id, { Goal: 'Walk' });
    const pages = await Promise.all(['1', '2', '3'].map((page) => search({ ...of, page, page_size: '1' })));
    expect(pages.map((rows) => rows.map((one) => one.id === found?.id))).toEqual([[false], [true], []]);
  });

  test('AD-53 AD-58 records of internal forms, publish settings and users are types of their own', async () => {
    const shelters = await make.form('Shelters', { Name: {} }, { form_type: 'internal' });
    const { id } = await make.internalRecord(shelters, { Name: 'Cedar' });
    await server.query('update responses set completed_at = now() where id = $1', [id]);
    expect(await search({ item_type: 'InternalForm', event: 'update' })).toMatchObject([
      { item_id: id, item_name: 'Shelters' },
    ]);
    expect(await search({ item_type: 'ClientForm', event: 'update' })).toEqual([]);
    const { data } = await call(versionRoutes.itemTypes, { as });
    expect(data.map(({ label }) => label)).toEqual([
      'Client',
      'Client Form',
      'Field',
      'Form',
      'Internal Form',
      'Note',
      'Organization',
      'Permission Group',
      'Public Form',
      'Report',
      'User',
    ]);
    expect((await call(versionRoutes.eventTypes, { as })).data).toEqual([
      { name: 'update', label: 'Update' },
      { name: 'destroy', label: 'Delete' },
    ]);
  });

  test('only the platform team comes here', async () => {
    const { id } = await response({ Goal: 'Rest' });
    await change(id, { Goal: 'Sleep' });
    const [version] = await search({ item_type: 'ClientForm', event: 'update' });
    const sent = { params: { id: version?.id as number, page: 1 } };
    for (const by of [owner, await server.newUser(organization, { privileges: { clients: ['read'] } })]) {
      const query = { item_type: 'Client', event: 'update', start_date: today } as const;
      expect((await send(versionRoutes.list, { as: by, query })).status).toBe(403);
      expect((await send(versionRoutes.show, { as: by, params: sent.params })).status).toBe(403);
      const body = { transaction_id: version?.transaction_id as number };
      expect((await send(versionRoutes.rollBack, { as: by, body })).status).toBe(403);
    }
  });

  test('a transaction is reviewed field by field; what is secret is told to stay', async () => {
    const { id } = await response({ Goal: 'Rest', Score: 1 });
    await change(id, { Goal: 'Sleep', Score: 2 });
    const [version] = await search({ item_type: 'ClientForm', event: 'update' });
    const review = await call(versionRoutes.show, { as, params: { id: version?.id as number } });
    expect(review).toMatchObject({
      event_counts: { create: 0, update: 1, destroy: 0 },
      blocked_by: [],
      blocked_count: 0,
      import_id: null,
      related_items: [
        {
          shown: [
            { label: 'Goal', was: 'Rest', is: 'Sleep' },
            { label: 'Score', was: '1', is: '2' },
          ],
          kept: [],
        },
      ],
    });
    await call(clientRoutes.update, { as: owner, params: { id: client_id }, body: { ssn_suffix: '9999' } });
    const [secret] = await search({ item_type: 'Client', event: 'update' });
    const { related_items } = await call(versionRoutes.show, { as, params: { id: secret?.id as number } });
    expect(related_items).toMatchObject([{ shown: [], kept: ['Last 4 of SSN'] }]);
  });

  test('the users who wrote are found by name and by address', async () => {
    const { data } = await call(versionRoutes.writers, { as, query: { query: owner.email } });
    expect(data).toMatchObject([{ id: owner.id, email: owner.email }]);
    expect((await send(versionRoutes.writers, { as, query: { query: 'a' } })).status).toBe(422);
  });

  test('a person who was archived is listed as deleted, and a record of a resource as what it is', async () => {
    const make = formMakers(server, organization);
    await call(clientRoutes.remove, { as: owner, params: { id: client_id } });
    const [archived] = await search({ item_type: 'Client', event: 'destroy' });
    expect(archived).toMatchObject({ item_id: client_id, event: 'destroy' });
    expect(archived?.related_items).toMatchObject([{ item_type: 'Client', event: 'destroy' }]);
    expect(await search({ item_type: 'Client', event: 'update' })).toEqual([]);
    const review = await call(versionRoutes.show, { as, params: { id: archived?.id as number } });
    expect(review.event_counts).toEqual({ create: 0, update: 0, destroy: 1 });

    const shelters = await make.form('Shelters', { Name: {} }, { form_type: 'internal' });
    const { id } = await make.internalRecord(shelters, { Name: 'North' });
    const params = { form_id: shelters.id, id };
    await call(internalFormRoutes.updateRecord, {
      as: owner,
      params,
      body: { answers: shelters.given({ Name: 'South' }) },
    });
    const [changed] = await search({ item_type: 'InternalForm', event: 'update' });
    expect(changed?.related_items).toMatchObject([{ item_type: 'InternalForm', item_id: id }]);
    const shown = await call(versionRoutes.show, { as, params: { id: changed?.id as number } });
    expect(shown.related_items).toMatchObject([{ item_type: 'InternalForm', item_id: id }]);
  });

  test('what was deleted keeps its name', async () => {
    const note = await call(noteRoutes.create, {
      as: owner,
      params: { notable_type: 'clients', notable_id: client_id },
      body: { body: 'Call back' },
    });
    await call(noteRoutes.remove, {
      as: owner,
      params: { notable_type: 'clients', notable_id: client_id, id: note.id },
    });
    const group = await call(permissionGroupRoutes.create, { as: owner, body: { name: 'Desk', privileges: {} } });
    await call(permissionGroupRoutes.remove, { as: owner, params: { id: group.id } });
    expect(await search({ item_type: 'Note', event: 'destroy' })).toMatchObject([{ item_name: 'Note on Ana Ruiz' }]);
    expect(await search({ item_type: 'PermissionGroup', event: 'destroy' })).toMatchObject([{ item_name: 'Desk' }]);
  });
});
