// Over 300 lines: a record of an internal form from its making to its download, with one set of makers.
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let shelters: TestForm;
let intake: TestForm;
let lantern: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  shelters = await make.form(
    'Shelters',
    {
      Name: { entry: { is_quick_view: true, is_required: true } },
      Beds: { field_type: 'number' },
      Plan: { field_type: 'attachment' },
    },
    { form_type: 'internal' },
  );
  intake = await make.form('Intake', {
    Shelter: {
      field_type: 'ref-picker',
      internal_option: { internal_form_id: shelters.id, internal_field_id: null },
    },
  });
  lantern = (await make.internalRecord(shelters, { Name: 'Lantern House', Beds: 3 })).id;
});

const colleague = (privileges: object, grants: NonNullable<Parameters<typeof server.newUser>[1]>['grants'] = []) =>
  server.newUser(organization, { privileges, grants });
const ofRecord = (id = lantern, by = as) => ({ as: by, params: { form_id: shelters.id, id } });
const pick = async (record_id: number, client_id?: number) =>
  make.record(intake, { Shelter: { record_id, label: 'x' } }, { client_id: client_id ?? (await make.person()) });
const usesOf = async (id = lantern, by = as) => {
  const { params } = ofRecord(id);
  return call(internalFormRoutes.recordUses, { as: by, params: { ...params, page: 1 }, query: {} });
};
const remove = (id = lantern, by = as) => send(internalFormRoutes.removeRecord, ofRecord(id, by));
const titleOf = async (id = lantern) => (await call(internalFormRoutes.showRecord, ofRecord(id))).title;

describe('records are refused', () => {
  test('to who may not write, remove or see them, and to neighbours', async () => {
    const body = { answers: shelters.given({ Name: 'Mine' }) };
    const statuses = async (by: TestUser) => [
      (await send(internalFormRoutes.refresh, { as: by, params: { id: shelters.id }, body: {} })).status,
      (await send(internalFormRoutes.toFill, { as: by, params: { id: shelters.id } })).status,
      (await send(internalFormRoutes.updateRecord, { ...ofRecord(lantern, by), body })).status,
      (await remove(lantern, by)).status,
      (await send(internalFormRoutes.recordUses, { as: by, params: { ...ofRecord().params, page: 1 }, query: {} }))
        .status,
      (await send(internalFormRoutes.download, ofRecord(lantern, by))).status,
      (
        await send(recordRoutes.versions, {
          as: by,
          params: { record_type: 'internal_records', record_id: lantern },
          query: {},
        })
      ).status,
    ];
    const others = { forms: ['write', 'use'], client_forms: ['write', 'remove'], clients: ['write'] };
    expect(await statuses(await colleague(others))).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect(await statuses(await colleague({ internal_forms: ['read'] }))).toEqual([403, 403, 403, 403, 200, 404, 200]);
    expect(await statuses((await server.newOrganization()).owner)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect(await titleOf()).toBe('Lantern House');
  });

  test('under another form, and by their ids as if they were responses', async () => {
    const other = await make.form('Vans', { Name: {} }, { form_type: 'internal' });
    const params = { form_id: other.id, id: lantern };
    for (const route of [internalFormRoutes.showRecord, internalFormRoutes.download, internalFormRoutes.removeRecord])
      expect((await send(route, { as, params })).status).toBe(404);
    const response = await pick(lantern);
    expect((await remove(response.id)).status, 'a response as a record').toBe(404);
  });
});

describe('records are found', () => {
  const found = async (query: string, by = as) => {
    const sent = { as: by, params: { form_id: shelters.id, page: 1 }, query: { query } };
    return (await call(internalFormRoutes.recordsPage, sent)).data.map(({ title }) => title);
  };
  const anywhere = async (query: string, by = as) =>
    (await call(internalFormRoutes.anyRecords, { as: by, params: { page: 1 }, query: { query } })).data;

  test('by any answer, whatever its case, and by nothing else', async () => {
    await make.internalRecord(shelters, { Name: 'Harbor Inn', Beds: 77 });
    expect(await found('lantern')).toEqual(['Lantern House']);
    expect(await found('HOUSE')).toEqual(['Lantern House']);
    expect(await found('arbor')).toEqual(['Harbor Inn']);
    expect(await found('77')).toEqual(['Harbor Inn']);
    expect(await found('%')).toEqual([]);
    expect(await found('')).toHaveLength(2);
  });

  test('over all forms by their titles, of those that the caller may see', async () => {
    const vans = await make.form('Vans', { Name: {} }, { form_type: 'internal' });
    const van = await make.internalRecord(vans, { Name: 'Lantern van' });
    await make.record(
      intake,
      { Shelter: { record_id: lantern, label: 'x' } },
      { client_id: await make.person('Lantern') },
    );
    expect(await anywhere('lantern')).toEqual([
      { id: lantern, form_id: shelters.id, form_name: 'Shelters', title: 'Lantern House' },
      { id: van.id, form_id: vans.id, form_name: 'Vans', title: 'Lantern van' },
    ]);
    const few = await colleague({}, [{ entity: 'internal_forms', id: vans.id, actions: ['read'] }]);
    expect((await anywhere('lantern', few)).map(({ id }) => id)).toEqual([van.id]);
    expect(await anywhere('lantern', (await server.newOrganization()).owner)).toEqual([]);
    const nobody = await colleague({ clients: ['read'] });
    expect((await send(internalFormRoutes.anyRecords, { as: nobody, params: { page: 1 } })).status).toBe(403);
  });
});

test('a record is printed with what is not answered, for who may see it', async () => {
  const printed = await call(internalFormRoutes.printedRecord, ofRecord());
  expect(printed.parts.map(({ name, display_value }) => [name, display_value])).toEqual([
    ['Name', 'Lantern House'],
    ['Beds', '3'],
    ['Plan', ''],
  ]);
  const other = await colleague({ clients: ['read'] });
  expect((await send(internalFormRoutes.printedRecord, ofRecord(lantern, other))).status).toBe(404);
});

describe('a record is changed', () => {
  test('field by field, and is called by its new answer', async () => {
    const changed = await call(internalFormRoutes.updateRecord, {
      ...ofRecord(),
      body: { answers: shelters.given({ Name: 'Lantern Inn' }), lock_version: 1 },
    });
    expect(changed).toMatchObject({ title: 'Lantern Inn', lock_version: 2 });
    expect(changed.answers.map(({ value }) => value)).toEqual(['Lantern Inn', 3, null]);
  });

  test('not over what somebody else has saved, nor with answers that cannot be', async () => {
    const save = (Name: string | null) =>
      send(internalFormRoutes.updateRecord, {
        ...ofRecord(),
        body: { answers: shelters.given({ Name }), lock_version: 1 },
      });
    expect(await save(null)).toMatchObject({
      status: 422,
      errors: { [`answers.${shelters.ids.Name}`]: ['Enter Name'] },
    });
    const replies = await Promise.all([save('One'), save('Two')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await save('Three')).status).toBe(409);
  });

  test('and keeps its history', async () => {
    await call(internalFormRoutes.updateRecord, { ...ofRecord(), body: { answers: shelters.given({ Beds: 5 }) } });
    const { history } = await call(recordRoutes.versions, {
      as,
      params: { record_type: 'internal_records', record_id: lantern },
      query: { history: 'true' },
    });
    expect(history[0]?.shown).toEqual([{ label: 'Beds', was: '3', is: '5' }]);
  });
});

describe('a record that is used', () => {
  test('stays, and says in how many responses', async () => {
    const first = await pick(lantern);
    await pick(lantern);
    expect(await remove()).toMatchObject({ status: 422, errors: { base: ['Used in 2 responses.'] } });
    const { data, metadata } = await usesOf();
    expect(metadata.total_count).toBe(2);
    expect(data.find(({ id }) => id === first.id)).toMatchObject({
      form_name: 'Intake',
      field_name: 'Shelter',
      client_id: first.client_id,
      name: 'Ana Ruiz',
    });
  });

  test('goes once no response holds it any more', async () => {
    const other = (await make.internalRecord(shelters, { Name: 'Quay' })).id;
    const one = await pick(lantern);
    const params = { client_id: one.client_id, id: one.id };
    const answers = intake.given({ Shelter: { record_id: other, label: 'x' } });
    await call(clientFormRoutes.update, { as, params, body: { answers } });
    expect((await usesOf()).metadata.total_count).toBe(0);
    expect((await usesOf(other)).metadata.total_count).toBe(1);
    expect((await remove()).status).toBe(204);
    await call(clientFormRoutes.remove, { as, params });
    expect((await remove(other)).status).toBe(204);
  });

  test('tells nothing of responses that the viewer may not see', async () => {
    const response = await pick(lantern);
    const few = await colleague({ internal_forms: ['read', 'write', 'remove'] });
    expect(await usesOf(lantern, few)).toMatchObject({ data: [], metadata: { total_count: 0 } });
    expect((await remove(lantern, few)).errors).toEqual({ base: ['Used in responses that you can’t see.'] });
    const some = await colleague({ internal_forms: ['read', 'remove'], clients: ['read'] }, [
      { entity: 'client_forms', id: response.id, actions: ['read'] },
    ]);
    await pick(lantern);
    expect((await usesOf(lantern, some)).data.map(({ id }) => id)).toEqual([response.id]);
    expect((await remove(lantern, some)).errors).toEqual({
      base: ['Used in 1 response and in others that you can’t see.'],
    });
    const forms = (by: TestUser) => call(internalFormRoutes.show, { as: by, params: { id: shelters.id } });
    expect((await forms(few)).picked_on).toEqual([]);
    expect((await forms(as)).picked_on).toEqual([{ id: intake.id, name: 'Intake' }]);
  });

  test('is either deleted or picked when both happen at once', async () => {
    const client_id = await make.person();
    const body = { form_id: intake.id, answers: intake.given({ Shelter: { record_id: lantern, label: 'x' } }) };
    const [removed, picked] = await Promise.all([
      remove(),
      send(clientFormRoutes.create, { as, params: { client_id }, body }),
    ]);
    expect([
      [204, 422],
      [422, 201],
    ]).toContainEqual([removed.status, picked.status]);
  });

  test('by another record says so under that record', async () => {
    const vans = await make.form(
      'Vans',
      { Plate: {}, Shelter: intake.ids.Shelter as number },
      { form_type: 'internal' },
    );
    await make.internalRecord(vans, { Plate: 'HV-1', Shelter: { record_id: lantern, label: 'x' } });
    expect((await usesOf()).data).toMatchObject([{ form_name: 'Vans', client_id: null, name: 'HV-1' }]);
  });
});

describe('refresh', () => {
  const refresh = () => send(internalFormRoutes.refresh, { as, params: { id: shelters.id }, body: {} });

  test('is asked for once a minute, however many ask at once', async () => {
    const replies = await Promise.all([refresh(), refresh(), refresh()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    expect((await refresh()).errors).toEqual({
      base: ['This form was refreshed less than a minute ago. Try again in a minute.'],
    });
    await query(`update record_refreshes set refreshed_at = now() - interval '61 seconds' where form_id = $1`, [
      shelters.id,
    ]);
    expect((await refresh()).status).toBe(202);
  });

  test('builds titles and typed columns from the answers', async () => {
    await query(`update responses set title = 'Old' where id = $1`, [lantern]);
    await query('update response_slots set n01 = 99 where id = $1', [lantern]);
    expect(await titleOf()).toBe('Old');
    expect((await refresh()).status).toBe(202);
    await server.drainJobs();
    expect(await titleOf()).toBe('Lantern House');
    expect(await query('select n01 from response_slots where id = $1', [lantern])).toEqual([{ n01: 3 }]);
    const { data } = await call(jobRoutes.list, { as });
    expect(data).toMatchObject([
      { kind: 'refresh_records', state: 'succeeded', record: { type: 'internal_forms', name: 'Shelters' } },
    ]);
    const { refreshed_at, record_count } = await call(internalFormRoutes.show, { as, params: { id: shelters.id } });
    expect([record_count, Date.now() - Date.parse(refreshed_at as string) < 60_000]).toEqual([1, true]);
  });
});

describe('download', () => {
  const download = (id: number) => send(internalFormRoutes.download, ofRecord(id));
  const plan = (text: string) => new File([text], 'plan.txt');

  test('says when there is no file', async () => {
    expect(await download(lantern)).toMatchObject({
      status: 404,
      errors: { base: ['This record has no file to download.'] },
    });
  });

  test('answers the one file as it is', async () => {
    const { id } = await make.internalRecord(shelters, { Name: 'One' }, { Plan: plan('The plan') });
    expect((await download(id)).bytes.toString()).toBe('The plan');
  });

  test('answers several in a ZIP file, each under a name of its own', async () => {
    const { id } = await make.internalRecord(shelters, { Name: 'Two' }, { Plan: [plan('First'), plan('Second')] });
    const reply = await download(id);
    expect(reply.headers['content-disposition']).toContain('Two.zip');
    const files = Object.entries(unzipSync(new Uint8Array(reply.bytes)));
    expect(files.map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['plan.txt', 'First'],
      ['plan (2).txt', 'Second'],
    ]);
  });
});

test('the form of a record comes with all that is needed to fill it in, inactive ones included', async () => {
  await call(formRoutes.update, { as, params: { id: shelters.id }, body: { active: false } });
  const form = await call(internalFormRoutes.toFill, { as, params: { id: shelters.id } });
  expect([form.active, form.form_fields.map(({ field }) => field.name)]).toEqual([false, ['Name', 'Beds', 'Plan']]);
});
