import { beforeEach, describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import type { RecordType } from '#contract/record-types.ts';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let owner: TestUser;
let makers: ReturnType<typeof formMakers>;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  makers = formMakers(server, organization);
});

const pathOf = (record_type: RecordType, record_id: number) => ({ record_type, record_id });
const historyOf = async (record_type: RecordType, record_id: number, as = owner) =>
  (await call(recordRoutes.versions, { as, params: pathOf(record_type, record_id), query: { history: 'true' } }))
    .history;
/** The version on which undo is offered. */
const offered = async (record_type: RecordType, record_id: number, as = owner) =>
  (await historyOf(record_type, record_id, as)).filter(({ undoable }) => undoable).map(({ id }) => id);
const undo = (record_type: RecordType, record_id: number, version_id: number | undefined, as = owner) =>
  send(recordRoutes.undo, { as, params: pathOf(record_type, record_id), body: { version_id } });
const undoNewest = async (record_type: RecordType, record_id: number) => {
  const [version_id] = await offered(record_type, record_id);
  const { status, body, errors } = await undo(record_type, record_id, version_id);
  expect([status, errors]).toEqual([201, {}]);
  return body;
};
const rename = (id: number, first_name: string) =>
  call(clientRoutes.update, { as: owner, params: { id }, body: { first_name } });
const nameOf = async (id: number) => (await call(clientRoutes.show, { as: owner, params: { id } })).first_name;

describe('undo is refused', () => {
  test('to everybody but the owner, and offered to nobody else', async () => {
    const id = await makers.person();
    await rename(id, 'Anna');
    const [version] = await offered('clients', id);
    const member = await server.newUser(organization, { privileges: allPrivileges, role: 'orgadmin' });
    expect(await offered('clients', id, member)).toEqual([]);
    expect((await undo('clients', id, version, member)).status).toBe(403);
    const blind = await server.newUser(organization);
    expect((await undo('clients', id, version, blind)).status).toBe(404);
    const neighbour = await server.newOrganization();
    expect((await undo('clients', id, version, neighbour.owner)).status).toBe(404);
    expect(await nameOf(id)).toBe('Anna');
  });

  test('of what is not the newest change, not of this record, or its beginning', async () => {
    const [id, other] = [await makers.person(), await makers.person()];
    expect(await offered('clients', id)).toEqual([]);
    const [created] = await historyOf('clients', id);
    expect((await undo('clients', id, created?.id)).errors).toEqual({ version_id: ['This change can’t be undone'] });
    await rename(id, 'Anna');
    const [first] = await offered('clients', id);
    await rename(id, 'Hannah');
    const late = await undo('clients', id, first);
    expect([late.status, late.errors.base?.[0]]).toEqual([409, problems.conflict.message]);
    expect((await undo('clients', other, first)).status).toBe(422);
    expect(await nameOf(id)).toBe('Hannah');
  });

  test('of the last 4 of SSN, which no history holds', async () => {
    const id = await makers.person();
    await call(clientRoutes.update, { as: owner, params: { id }, body: { ssn_suffix: '9999' } });
    expect(await offered('clients', id)).toEqual([]);
    const [newest] = await historyOf('clients', id);
    expect((await undo('clients', id, newest?.id)).errors.version_id?.[0]).toContain('Last 4 of SSN');
    await call(clientRoutes.update, { as: owner, params: { id }, body: { ssn_suffix: '8888', first_name: 'Anna' } });
    expect((await undoNewest('clients', id)).left).toEqual(['Last 4 of SSN']);
    expect(await call(clientRoutes.show, { as: owner, params: { id } })).toMatchObject({
      first_name: 'Ana',
      ssn_suffix: '8888',
    });
  });

  test('of an answer that is not valid any more, and nothing is changed', async () => {
    const client_id = await makers.person();
    const form = await makers.form('Visit', { Town: {}, Note: {} });
    const { id } = await makers.record(form, { Town: 'Albany', Note: 'one' }, { client_id });
    const answers = form.given({ Town: 'Troy', Note: 'two' });
    await call(clientFormRoutes.update, { as: owner, params: { client_id, id }, body: { answers } });
    const form_fields = [{ field_id: form.ids.Town as number, is_required: false }];
    await call(formRoutes.update, { as: owner, params: { id: form.id }, body: { form_fields } });
    const [version] = await offered('client_forms', id);
    expect((await undo('client_forms', id, version)).errors).toEqual({
      [`answers.${form.ids.Note}`]: ['This field is not on the form'],
    });
    const shown = await call(clientFormRoutes.show, { as: owner, params: { client_id, id } });
    expect(shown.answers.map(({ value }) => value)).toEqual(['Troy', 'two']);
  });
});

describe('the owner undoes the newest change', () => {
  test('of a person, and then the undoing', async () => {
    const id = await makers.person();
    await call(clientRoutes.update, { as: owner, params: { id }, body: { first_name: 'Anna', middle_name: 'Maria' } });
    expect(await undoNewest('clients', id)).toEqual({ ...pathOf('clients', id), left: [] });
    expect(await call(clientRoutes.show, { as: owner, params: { id } })).toMatchObject({
      first_name: 'Ana',
      middle_name: null,
    });
    expect((await historyOf('clients', id))[0]?.change).toEqual({
      first_name: ['Anna', 'Ana'],
      middle_name: ['Maria', null],
    });
    await undoNewest('clients', id);
    expect(await nameOf(id)).toBe('Anna');
  });

  test('once, when two ask at once', async () => {
    const id = await makers.person();
    await rename(id, 'Anna');
    const [version] = await offered('clients', id);
    const replies = await Promise.all([undo('clients', id, version), undo('clients', id, version)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await historyOf('clients', id)).toHaveLength(3);
  });

  test('of a response, with the files that it had', async () => {
    const client_id = await makers.person();
    const form = await makers.form('Visit', { Town: {}, Proof: { field_type: 'attachment' }, Later: {} });
    const file = (text: string) => new File([text], `${text}.txt`);
    const { id } = await makers.record(form, { Town: 'Albany' }, { client_id, files: { Proof: file('first') } });
    await call(clientFormRoutes.update, {
      as: owner,
      params: { client_id, id },
      body: { answers: form.given({ Town: 'Troy', Later: 'x', Proof: null }), completed_at: '2025-01-02T03:04:05Z' },
      files: makers.filesFor(form, { Proof: file('second') }),
    });
    const before = await call(clientFormRoutes.show, { as: owner, params: { client_id, id } });
    expect(before.answers.map(({ display_value }) => display_value)).toEqual(['Troy', 'second.txt', 'x']);
    await undoNewest('client_forms', id);
    const after = await call(clientFormRoutes.show, { as: owner, params: { client_id, id } });
    expect(after.answers.map(({ display_value }) => display_value)).toEqual(['Albany', 'first.txt', '']);
    expect(after.completed_at).not.toBe(before.completed_at);
    const { file_id } = (after.answers as { value: { file_id: number } }[])[1]!.value;
    const content = await send(clientFormRoutes.file, { as: owner, params: { client_id, id, file_id } });
    expect(content.bytes.toString()).toBe('first');
  });

  test('of a form, with the fields that it had, in their order', async () => {
    const form = await makers.form('Visit', { Town: {}, Note: {}, Age: {} }, { description: 'Monthly' });
    const show = () => call(formRoutes.show, { as: owner, params: { id: form.id } });
    const before = await show();
    const form_fields = [
      { field_id: form.ids.Age as number, is_required: true },
      { field_id: form.ids.Town as number },
    ];
    await call(formRoutes.update, {
      as: owner,
      params: { id: form.id },
      body: { name: 'Call', description: null, form_fields },
    });
    expect((await show()).form_fields).toHaveLength(2);
    await undoNewest('forms', form.id);
    const seen = ({ name, description, form_fields }: typeof before) => [
      name,
      description,
      form_fields.map(({ field_id, is_required, position }) => [field_id, is_required, position]),
    ];
    expect(seen(await show())).toEqual(seen(before));
  });

  test('of a field, a sequence, a permission group and a member', async () => {
    const field = await makers.field('Town', { description: 'Where' });
    await call(fieldRoutes.update, { as: owner, params: { id: field }, body: { name: 'City', field_type: 'number' } });
    await undoNewest('fields', field);
    expect(await call(fieldRoutes.show, { as: owner, params: { id: field } })).toMatchObject({
      name: 'Town',
      description: 'Where',
      field_type: 'freeform-short',
      data_type: 'string',
    });

    const forms = [
      await makers.form('One', { A: {} }),
      await makers.form('Two', { B: {} }),
      await makers.form('Three', { C: {} }),
    ];
    const [one, two, three] = forms.map(({ id }) => ({ id })) as [{ id: number }, { id: number }, { id: number }];
    const sequence = await call(sequenceRoutes.create, { as: owner, body: { name: 'Steps', forms: [one, two] } });
    await call(sequenceRoutes.update, { as: owner, params: sequence, body: { name: 'Path', forms: [three, one] } });
    await undoNewest('sequences', sequence.id);
    const restored = await call(sequenceRoutes.show, { as: owner, params: sequence });
    expect([restored.name, restored.forms.map(({ id }) => id)]).toEqual(['Steps', [one.id, two.id]]);

    const group = await call(permissionGroupRoutes.create, {
      as: owner,
      body: { name: 'Desk', privileges: { clients: ['read'] } },
    });
    await call(permissionGroupRoutes.update, {
      as: owner,
      params: group,
      body: { privileges: { clients: ['write'] } },
    });
    await undoNewest('permission_groups', group.id);
    expect((await call(permissionGroupRoutes.show, { as: owner, params: group })).privileges).toEqual({
      clients: ['read'],
    });

    const member = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const params = { id: member.id };
    await call(userRoutes.update, { as: owner, params, body: { role: 'orgadmin', permission_group_ids: [group.id] } });
    await undoNewest('users', member.id);
    expect(await call(userRoutes.show, { as: owner, params })).toMatchObject({
      role: 'orguser',
      permission_group_ids: [member.group_id],
    });
  });

  test('of a record of the organization’s own lists', async () => {
    const form = await makers.form('Shelters', { Name: {}, Beds: { field_type: 'number' } }, { form_type: 'internal' });
    const { id } = await makers.internalRecord(form, { Name: 'Cedar', Beds: 4 });
    const params = { form_id: form.id, id };
    await call(internalFormRoutes.updateRecord, { as: owner, params, body: { answers: form.given({ Name: 'Oak' }) } });
    await undoNewest('internal_records', id);
    const { answers, title } = await call(internalFormRoutes.showRecord, { as: owner, params });
    expect([title, ...answers.map(({ value }) => value)]).toEqual(['Cedar', 'Cedar', 4]);
  });

  test('of a data group and a category, with the place that they had', async () => {
    const [top, group] = await Promise.all(
      ['Top', 'Group'].map((name) => call(dataGroupRoutes.create, { as: owner, body: { name } })),
    );
    const params = { id: group?.id as number };
    await call(dataGroupRoutes.update, { as: owner, params, body: { name: 'Moved', parent_id: top?.id as number } });
    await undoNewest('data_groups', params.id);
    expect(await call(dataGroupRoutes.show, { as: owner, params })).toMatchObject({ name: 'Group', parent_id: null });

    const category = await call(categoryRoutes.create, { as: owner, body: { name: 'Housing' } });
    await call(categoryRoutes.update, { as: owner, params: category, body: { name: 'Shelter' } });
    await undoNewest('categories', category.id);
    expect((await call(categoryRoutes.show, { as: owner, params: category })).name).toBe('Housing');
  });
});
