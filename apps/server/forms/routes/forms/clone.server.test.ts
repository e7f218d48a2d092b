import { beforeEach, describe, expect, test } from 'vitest';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  form = await make.form(
    'Budget',
    {
      Income: { field_type: 'number', entry: { is_required: true, is_quick_view: true } },
      Why: { entry: { settings: { hide: true } } },
      Mail: { field_type: 'email' },
    },
    { description: 'By month', redirect_url: 'https://example.org/thanks' },
  );
});

const clone = (body?: object, by = as, id = form.id) => send(formRoutes.clone, { as: by, params: { id }, body });
const show = (id: number) => call(formRoutes.show, { as, params: { id } });
const calculation = (name: string, record_type: 'Field' | 'Calculation', record_id: number | undefined) =>
  make.calculation(form.id, {
    name,
    equation: 'a * 2',
    calculation_type: 'numeric',
    variables: [{ name: 'a', record_type, record_id }],
  });
const calculated = (id: number) =>
  ({
    name: 'Rich',
    condition: {
      and: [{ scope: 'calculator', conditions: { and: [{ field_name: String(id), op: 'GT', value: 9 }] } }],
    },
    actions: [{ type: 'show', field_id: form.ids.Why }],
  }) as Rule;

describe('a copy of a form is refused', () => {
  test('to who may not write forms, or not see this one', async () => {
    const reader = await server.newUser(organization, { privileges: { forms: ['read'], fields: ['use'] } });
    const granted = await server.newUser(organization, {
      privileges: { fields: ['use'] },
      grants: [{ entity: 'forms', id: form.id, actions: ['write'] }],
    });
    expect((await clone({}, reader)).status).toBe(403);
    expect((await clone({}, granted)).status, 'a new form takes the privilege').toBe(403);
    expect((await clone({}, (await server.newOrganization()).owner)).status).toBe(404);
    expect((await clone({}, as, 999_999)).status).toBe(404);
    expect((await call(formRoutes.list, { as })).data).toHaveLength(1);
  });

  test.each([
    ['clients', { client_forms: ['read', 'write'] }],
    ['responses', { clients: ['read'], client_forms: ['write'] }],
    ['new responses', { clients: ['read'], client_forms: ['read'] }],
  ])('with its data to who lacks a privilege on %s', async (what, privileges) => {
    const wanted = { forms: ['read', 'write'], fields: ['use'], ...privileges };
    const user = await server.newUser(organization, { privileges: wanted as never });
    const allowed = what === 'responses' ? 202 : 403;
    expect((await clone({ include_data: true }, user)).status, 'write implies read').toBe(allowed);
    expect((await clone({}, user)).status).toBe(201);
  });

  test('with the data of an internal form to who has no privilege on internal forms, and only then', async () => {
    const internal = await make.form('Shelters', { Name: {} }, { form_type: 'internal' });
    await make.internalRecord(internal, { Name: 'Harbor' });
    const forms = { forms: ['write'], fields: ['use'] } as const;
    const people = { clients: ['read'], client_forms: ['write'] } as const;
    const outside = await server.newUser(organization, { privileges: { ...forms, ...people } as never });
    const inside = await server.newUser(organization, { privileges: { ...forms, internal_forms: ['write'] } as never });
    expect((await clone({ include_data: true }, outside, internal.id)).status).toBe(403);
    expect((await clone({ include_data: true }, inside, internal.id)).status).toBe(202);
  });

  test('with words that nobody knows', async () => {
    const reply = await clone({ include_data: 'yes', name: 'Mine' });
    expect([reply.status, Object.keys(reply.errors).sort()]).toEqual([422, ['include_data', 'name']]);
  });
});

describe('a copy of a form (R58)', () => {
  test('stands on the same fields, with their settings, under a name of its own', async () => {
    const { status, body } = await clone();
    expect(status).toBe(201);
    const [original, copy] = [await show(form.id), await show(body.id)];
    expect(copy).toMatchObject({
      name: 'Budget (copy)',
      description: 'By month',
      redirect_url: 'https://example.org/thanks',
      form_type: 'client',
      active: true,
      field_ids: Object.values(form.ids),
      response_count: 0,
    });
    const entries = ({ form_fields }: typeof copy) => form_fields.map(({ id: _, required_since, ...entry }) => entry);
    expect(entries(copy)).toEqual(entries(original));
    expect((await clone()).body.name).not.toBe('Budget (copy)');
    expect((await call(formRoutes.list, { as })).data).toHaveLength(3);
  });

  test('of a form that has lost its questions has none', async () => {
    await server.query('delete from form_fields where organization_id = $1 and form_id = $2', [
      organization.id,
      form.id,
    ]);
    const { id } = await call(formRoutes.clone, { as, params: { id: form.id } });
    expect((await show(id)).form_fields).toEqual([]);
  });

  test('can be made by who may write forms, without a privilege on fields', async () => {
    const writer = await server.newUser(organization, { privileges: { forms: ['read', 'write'] } });
    const { status, body } = await clone({}, writer);
    expect(status).toBe(201);
    expect(body.field_ids).toEqual((await show(form.id)).field_ids);
  });

  test('has rules and calculations that speak of the copies', async () => {
    const double = await calculation('Double', 'Field', form.ids.Income);
    const more = await calculation('More', 'Calculation', double.id);
    const logic = [
      calculated(more.id),
      ruleOf('Needed', [form.ids.Income, 'GT', 100], { type: 'require', field_id: form.ids.Why }),
    ];
    await call(formRoutes.update, { as, params: { id: form.id }, body: { logic } });
    const copy = (await clone()).body;
    const [first, second] = copy.calculations;
    expect(copy.calculations.map(({ name, equation }) => [name, equation])).toEqual([
      ['Double', 'a * 2'],
      ['More', 'a * 2'],
    ]);
    const ids = [first?.id, second?.id];
    expect(ids.some((id) => id === double.id || id === more.id)).toBe(false);
    expect(first?.variables).toMatchObject([{ record_type: 'Field', record_id: form.ids.Income }]);
    expect(second?.variables).toMatchObject([{ record_type: 'Calculation', record_id: first?.id }]);
    expect(copy.logic.map(({ name, position }) => [name, position])).toEqual([
      ['Rich', 0],
      ['Needed', 1],
    ]);
    expect(copy.logic[0]?.condition).toEqual(calculated(second?.id as number).condition);
    expect(copy.logic[1]).toMatchObject(logic[1] as Rule);
    expect((await show(form.id)).logic[0]?.condition, 'the form itself stays').toEqual(calculated(more.id).condition);

    const client_id = await make.person();
    const values = async (Income: number) => {
      const response = await make.record({ ...form, id: copy.id }, { Income }, { client_id });
      return response.calculation_results.map(({ name, value }) => [name, value]);
    };
    expect(await values(5)).toEqual([
      ['Double', 10],
      ['More', 20],
    ]);
  });

  test('has the notifications, switched off', async () => {
    const [address, waited] = [form.ids.Mail as number, form.ids.Income as number];
    const params = { form_id: form.id };
    const body = {
      name: 'client_form_created' as const,
      subject_template: 'News',
      body_template: 'Look',
      recipients: [{ name: 'Desk', email: 'desk@example.org', delivery_types: ['email' as const] }],
      recipient_field_ids: [address],
      scoped_fields: [waited],
    };
    const original = await call(notificationRoutes.create, { as, params, body });
    const copy = (await clone()).body;
    const { data } = await call(notificationRoutes.list, { as, params: { form_id: copy.id } });
    const { id, owner_id: _, created_at, updated_at, ...rest } = original;
    expect(original.active).toBe(true);
    expect(data).toMatchObject([{ ...rest, active: false, owner_id: copy.id }]);
    expect(data[0]?.id).not.toBe(id);
    expect((await call(notificationRoutes.list, { as, params })).data).toEqual([original]);
  });

  test('of an internal form is an internal form', async () => {
    const internal = await make.form('Shelters', { Name: {} }, { form_type: 'internal' });
    const copy = (await clone({}, as, internal.id)).body;
    expect(copy.form_type).toBe('internal');
    expect((await call(internalFormRoutes.show, { as, params: { id: copy.id } })).name).toBe('Shelters (copy)');
  });

  test('of a restricted form is restricted with the same list, with its data and without (R29a)', async () => {
    const user = await server.newUser(organization, { privileges: {} });
    const granted = (id: number) =>
      server.query(
        `select restricted, user_id::float8, permission_group_id, actions
           from forms left join record_permissions given
             on given.organization_id = forms.organization_id and entity = 'forms' and record_id = forms.id
          where forms.organization_id = $1 and forms.id = $2`,
        [organization.id, id],
      );
    const nobody = { user_id: null, permission_group_id: null, actions: null };
    const open = (await clone({ include_data: true })).body;
    expect(await granted(open.id)).toEqual([{ restricted: false, ...nobody }]);
    await make.grant('forms', form.id, user, 'read');
    // Who copies is in a group that extends its permissions on forms, and that gets nothing by the way.
    const designer = await server.newUser(organization, { privileges: allPrivileges });
    expect((await clone({ include_data: true }, designer)).status, 'answers that they cannot read').toBe(403);
    await server.query(
      `update permission_groups set record_permission_assignments = '{"forms": ["read", "write"]}' where id = $1`,
      [designer.group_id],
    );
    for (const [body, by] of [
      [{}, designer],
      [{ include_data: true }, as],
    ] as const) {
      const { id } = (await clone(body, by)).body;
      expect(await granted(id)).toEqual([
        { restricted: true, user_id: user.id, permission_group_id: null, actions: ['read'] },
      ]);
    }
  });
});

test('the history of a form tells of its calculations by their names', async () => {
  const { id } = await calculation('Double', 'Field', form.ids.Income);
  await call(calculationRoutes.update, { as, params: { form_id: form.id, id }, body: { equation: 'a * 3' } });
  const { history } = await call(recordRoutes.versions, {
    as,
    params: { record_type: 'forms', record_id: form.id },
    query: { history: 'true' },
  });
  expect(history[0]?.change).toEqual({
    'calculation.Double': [{ equation: 'a * 2' }, { equation: 'a * 3' }],
  });
});
