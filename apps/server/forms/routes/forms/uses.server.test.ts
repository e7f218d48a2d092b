import { beforeEach, describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let other: TestForm;
/** Two forms that ask the same number; all that can use a form or a field uses the first. */
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  const income = await make.field('Income', { field_type: 'number' });
  const why = await make.field('Why');
  const logic = [
    ruleOf('Poor', [income, 'LT', 5], { type: 'hide', field_id: why }),
    ruleOf('Said', [why, 'EQ', 'x'], { type: 'lock', field_id: why }),
  ];
  form = await make.form('Budget', { Income: income, Why: why }, { logic: () => logic });
  other = await make.form('Áccount', { Income: income });
  await make.calculation(form.id, {
    name: 'Double',
    equation: 'a * 2',
    calculation_type: 'numeric',
    variables: [{ name: 'a', record_type: 'Field', record_id: income }],
  });
  await make.calculation(form.id, { name: 'Five', equation: '5', calculation_type: 'numeric' });
  await notify({ scoped_fields: [income] });
  await notify({
    conditions: JSON.stringify({
      or: [{ scope: 'form', conditions: { and: [{ field_name: String(income), op: 'LT', value: 5 }] } }],
    }),
  });
  await notify({});
  for (const name of ['Second', 'First'])
    await call(sequenceRoutes.create, { as, body: { name, forms: [{ id: form.id }] } });
  const client_id = await make.person();
  for (const one of [form, form, other]) await make.record(one, { Income: 1 }, { client_id });
  await make.record(form, { Why: 'no number' }, { client_id });
});

const notify = (more: object) =>
  call(notificationRoutes.create, {
    as,
    params: { form_id: form.id },
    body: { name: 'client_form_updated', subject_template: 'News', body_template: 'Look', ...more },
  });
const usesOfForm = async (by = as, id = form.id) => send(formRoutes.uses, { as: by, params: { id } });
const usesOfField = async (by = as, id = form.ids.Income) => send(fieldRoutes.uses, { as: by, params: { id } });
const names = (list: { name: string }[]) => list.map(({ name }) => name);

describe('what uses a form', () => {
  test('is told to nobody who may not see the form', async () => {
    const nobody = await server.newUser(organization, { privileges: { fields: ['read'], forms: ['use'] } });
    expect((await usesOfForm(nobody)).status).toBe(404);
    expect((await usesOfForm((await server.newOrganization()).owner)).status).toBe(404);
  });

  test('is told with its counts and by name', async () => {
    const { sequences, ...rest } = (await usesOfForm()).body;
    expect(rest).toEqual({
      response_count: 3,
      forms: [],
      fields: [],
      rules: ['Poor', 'Said'],
      calculations: ['Double', 'Five'],
      notifications: 3,
      reports: [],
      public_forms: 0,
    });
    expect(names(sequences)).toEqual(['First', 'Second']);
    expect((await usesOfForm(as, other.id)).body).toEqual({
      response_count: 1,
      forms: [],
      fields: [],
      rules: [],
      calculations: [],
      notifications: 0,
      reports: [],
      sequences: [],
      public_forms: 0,
    });
  });

  test('has no sequence for who was granted the form alone: no sequence has the number of a form', async () => {
    const granted = await server.newUser(organization, {
      grants: [{ entity: 'forms', id: form.id, actions: ['read'] }],
    });
    expect((await usesOfForm(granted)).body.sequences).toEqual([]);
    const numbers = await server.query<{ shared: boolean }>(
      `select column_default like '%kit.form_ids%' as shared from information_schema.columns
        where table_schema = 'public' and table_name in ('forms', 'sequences') and column_name = 'id'`,
    );
    expect(numbers).toEqual([{ shared: true }, { shared: true }]);
  });
});

describe('what uses a field', () => {
  test('is told to nobody who may not see the field', async () => {
    const nobody = await server.newUser(organization, { privileges: { forms: ['read'], fields: ['use'] } });
    expect((await usesOfField(nobody)).status).toBe(404);
    expect((await usesOfField((await server.newOrganization()).owner)).status).toBe(404);
  });

  test('is told with its counts and by name', async () => {
    const { forms, ...rest } = (await usesOfField()).body;
    expect(names(forms)).toEqual(['Áccount', 'Budget']);
    expect(rest).toEqual({
      response_count: 3,
      fields: [],
      rules: ['Poor'],
      calculations: ['Double'],
      notifications: 2,
      reports: [],
      sequences: [],
      public_forms: 0,
    });
    expect((await usesOfField(as, form.ids.Why)).body).toMatchObject({
      response_count: 1,
      rules: ['Poor', 'Said'],
      calculations: [],
      notifications: 0,
    });
    const unused = await make.field('Unused');
    expect((await usesOfField(as, unused)).body).toMatchObject({ response_count: 0, forms: [], rules: [] });
  });

  test('is of the forms that the caller may see alone', async () => {
    const blind = await server.newUser(organization, { privileges: { fields: ['read'] } });
    const nothing = { forms: [], rules: [], calculations: [], notifications: 0 };
    expect((await usesOfField(blind)).body).toMatchObject(nothing);
    const granted = await server.newUser(organization, {
      privileges: { fields: ['read'] },
      grants: [{ entity: 'forms', id: other.id, actions: ['read'] }],
    });
    const seen = (await usesOfField(granted)).body;
    expect(seen).toMatchObject({ ...nothing, forms: [{ id: other.id, name: 'Áccount' }] });
  });
});

describe('how many responses there are', () => {
  const counts = async (by: TestUser, id = form.id, field = form.ids.Income) => {
    const shown = await send(formRoutes.show, { as: by, params: { id } });
    const fillable = await send(formRoutes.fillableForm, { as: by, params: { id } });
    return [
      shown.body.response_count,
      fillable.body?.response_count,
      (await usesOfForm(by, id)).body.response_count,
      (await usesOfField(by, field)).body.response_count,
    ];
  };
  const forms = { forms: ['read', 'write', 'use'], fields: ['read', 'write', 'remove'] } satisfies EntityPrivileges;
  const answers = { client_forms: ['read', 'write'] } satisfies EntityPrivileges;

  test('is told of those alone that the caller may see', async () => {
    const none = await server.newUser(organization, { privileges: { ...forms, ...answers } });
    expect(await counts(none), 'without people').toEqual([0, 0, 0, 0]);
    const client_id = await make.person();
    await make.record(form, { Income: 7 }, { client_id });
    const grants = [{ entity: 'clients' as const, id: client_id, actions: ['read' as const] }];
    const one = await server.newUser(organization, { privileges: { ...forms, ...answers }, grants });
    expect(await counts(one)).toEqual([1, 1, 1, 1]);
    const all = await server.newUser(organization, { privileges: { ...forms, ...answers, clients: ['read'] } });
    for (const who of [all, as]) expect(await counts(who)).toEqual([4, 4, 4, 4]);
    await server.query('update clients set archived_at = now() where id = $1', [client_id]);
    for (const who of [all, as]) expect(await counts(who), 'archived').toEqual([3, 3, 3, 3]);
    expect(await counts(one)).toEqual([0, 0, 0, 0]);
  });

  test('is nothing of a restricted form for who was not given it', async () => {
    const privileges = { ...forms, ...answers, clients: ['read'] } satisfies EntityPrivileges;
    const [inside, outside] = [
      await server.newUser(organization, { privileges }),
      await server.newUser(organization, { privileges }),
    ];
    await call(recordRoutes.setRecordPermissions, {
      as,
      params: { record_type: 'forms', record_id: form.id },
      body: {
        record_permissions: [{ permissionable_type: 'User', permissionable_id: inside.id, privileges: ['read'] }],
      },
    });
    expect(await counts(inside)).toEqual([3, 3, 3, 3]);
    // The field is on another form as well, which is open.
    expect(await counts(outside)).toEqual([0, 0, 0, 1]);
  });

  test('is nothing of a resource for who may not see its records, and what cannot be done tells no number', async () => {
    const kind = await make.field('Kind');
    const { id } = await call(formRoutes.create, {
      as,
      body: { name: 'Partners', form_type: 'internal', form_fields: [{ field_id: kind }] },
    });
    const body = { answers: [{ field_id: kind, value: 'bank' }] };
    await call(internalFormRoutes.createRecord, { as, params: { form_id: id }, body });
    const one = async (more: EntityPrivileges) =>
      server.newUser(organization, { privileges: { ...forms, ...answers, clients: ['read'], ...more } });
    const [blind, reader] = [await one({}), await one({ internal_forms: ['read'] })];
    expect(await counts(blind, id, kind)).toEqual([0, 0, 0, 0]);
    for (const who of [reader, as]) expect(await counts(who, id, kind)).toEqual([1, 1, 1, 1]);
    const change = async (who: TestUser) =>
      (await send(fieldRoutes.update, { as: who, params: { id: kind }, body: { field_type: 'number' } })).errors;
    expect(await change(blind)).toHaveProperty('field_type', [
      'This field has answers that you can’t see. Create a new field instead.',
    ]);
    expect(await change(reader)).toHaveProperty('field_type', ['This field has 1 answer. Create a new field instead.']);
  });
});
