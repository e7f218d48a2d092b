import { describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes, forms } from '#contract/resources/forms.ts';
import { describeResource } from '#tests/conformance/describe-resource.ts';
import { ruleOf } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();

const fieldOf = async ({ owner }: TestOrganization) => {
  const { id } = await server.call(fieldRoutes.create, { as: owner, body: { name: 'Income', field_type: 'number' } });
  return id;
};

describeResource(server, forms, formRoutes, {
  names: 'name',
  valid: async (organization, name) => ({ name, form_fields: [{ field_id: await fieldOf(organization) }] }),
  also: { fields: ['use'] },
  change: { description: 'For the first visit' },
  wrong: {
    body: {
      name: '',
      active: 'no',
      form_type: 'x',
      redirect_url: 'http://example.org',
      form_fields: [{ field_id: 0, is_required: 1 }],
    },
    paths: ['name', 'active', 'form_type', 'redirect_url', 'form_fields.0.field_id', 'form_fields.0.is_required'],
  },
});

describe('many forms', () => {
  test('are listed as they stand, also when one of them was changed by another process', async () => {
    const organization = await server.newOrganization();
    const field_id = await fieldOf(organization);
    await server.query(
      `with made as (insert into forms (organization_id, name) select $1, 'Form ' || n from generate_series(1, 520) n returning id)
       insert into form_fields (organization_id, form_id, field_id, position, is_required) select $1, id, $2, 0, false from made`,
      [organization.id, field_id],
    );
    const list = async () => (await server.call(formRoutes.list, { as: organization.owner })).data;
    const [first] = await list();
    const added = await fieldOf(organization);
    await server.query(
      `insert into form_fields (organization_id, form_id, field_id, position, is_required) values ($1, $2, $3, 1, false)`,
      [organization.id, first?.id, added],
    );
    const changed = await list();
    expect(changed).toHaveLength(520);
    expect(changed[0]?.field_ids).toEqual([field_id, added]);
  });
});

describe('a field is put on a form', () => {
  const fieldsOn = (as: TestUser, ids: number[]) =>
    server.send(formRoutes.create, {
      as,
      body: { name: 'Intake', form_fields: ids.map((field_id) => ({ field_id })) },
    });

  test('by nobody who may neither read nor use it', async () => {
    const organization = await server.newOrganization();
    const [mine, other] = [await fieldOf(organization), await fieldOf(organization)];
    const writer = await server.newUser(organization, { privileges: { forms: ['write'] } });
    const reader = await server.newUser(organization, {
      privileges: { forms: ['write'] },
      grants: [{ entity: 'fields', id: mine, actions: ['read'] }],
    });
    const refused = { status: 422, errors: { 'form_fields.0.field_id': ['Choose a field of this organization'] } };
    expect(await fieldsOn(writer, [mine])).toMatchObject(refused);
    expect((await server.send(fieldRoutes.usable, { as: writer, params: { page: 1 } })).status).toBe(403);
    expect(await fieldsOn(reader, [other])).toMatchObject(refused);
    expect((await fieldsOn(reader, [mine])).status).toBe(201);
    const usable = await server.call(fieldRoutes.usable, { as: reader, params: { page: 1 } });
    expect(usable.data.map(({ id }) => id)).toEqual([mine]);
  });

  test('by who may use fields, without opening them; and stays where it is when somebody else saves the form', async () => {
    const organization = await server.newOrganization();
    const field_id = await fieldOf(organization);
    const user = await server.newUser(organization, { privileges: { forms: ['write'], fields: ['use'] } });
    const usable = await server.call(fieldRoutes.usable, { as: user, params: { page: 1 } });
    expect(usable.data).toMatchObject([{ id: field_id, name: 'Income' }]);
    expect((await server.send(fieldRoutes.page, { as: user, params: { page: 1 } })).status).toBe(403);
    const created = await fieldsOn(user, [field_id]);
    expect(created.status).toBe(201);
    const writer = await server.newUser(organization, { privileges: { forms: ['write'] } });
    const body = { form_fields: [{ field_id, is_required: false }] };
    const saved = await server.send(formRoutes.update, { as: writer, params: { id: created.body.id }, body });
    expect(saved.status).toBe(200);
  });
});

describe('a field is made with the form that asks it', () => {
  const standIn = 2 ** 52 + 7;
  const body = {
    name: 'Budget',
    form_fields: [{ field_id: standIn, field: { name: 'Income', field_type: 'number' as const } }],
    logic: [ruleOf('High', [standIn, 'GT', 100], { type: 'hide', field_id: standIn })],
    calculations: [
      {
        id: 1,
        name: 'Twice',
        equation: 'a * 2',
        calculation_type: 'numeric' as const,
        variables: [{ name: 'a', record_type: 'Field' as const, record_id: standIn }],
      },
    ],
  };
  const fieldsOf = async ({ owner: as }: TestOrganization) =>
    (await server.call(fieldRoutes.list, { as })).data.map(({ name }) => name);

  test('with its rules and calculations, also when the form is changed', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const made = await server.call(formRoutes.create, { as, body: body as never });
    const [id] = made.field_ids as [number];
    expect(id).toBeLessThan(standIn);
    expect(made.logic).toMatchObject([{ actions: [{ field_id: id }] }]);
    expect(JSON.stringify(made.logic)).not.toContain(String(standIn));
    expect(made.calculations).toMatchObject([{ variables: [{ record_id: id }] }]);
    const more = [{ field_id: id }, { field_id: standIn, field: { name: 'Rent', field_type: 'number' as const } }];
    const params = { id: made.id };
    const changed = await server.call(formRoutes.update, { as, params, body: { form_fields: more } });
    expect(changed.form_fields.map(({ field }) => field.name)).toEqual(['Income', 'Rent']);
    expect(await fieldsOf(organization)).toEqual(['Income', 'Rent']);
  });

  test('and not when the form is refused, changed by somebody else, or saved by who may not make fields', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const { id } = await server.call(formRoutes.create, { as: owner, body: body as never });
    const refused = await server.send(formRoutes.create, { as: owner, body: { ...body, name: '' } as never });
    expect(refused.status).toBe(422);
    const wrong = [{ field_id: standIn, field: { name: 'Color', field_type: 'select-one' as const } }];
    const faulty = await server.send(formRoutes.create, { as: owner, body: { name: 'X', form_fields: wrong } });
    expect(Object.keys(faulty.errors)).toEqual(['form_fields.0.field.field_options']);
    const late = { form_fields: body.form_fields, lock_version: 0 };
    expect((await server.send(formRoutes.update, { as: owner, params: { id }, body: late })).status).toBe(409);
    const as = await server.newUser(organization, { privileges: { forms: ['write'], fields: ['use'] } });
    expect((await server.send(formRoutes.create, { as, body: body as never })).status).toBe(403);
    expect(await fieldsOf(organization)).toEqual(['Income']);
  });
});

describe('a form', () => {
  const sent = async (entry: object) => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const form_fields = [{ field_id: await fieldOf(organization), ...entry }];
    const reply = await server.send(formRoutes.create, { as, body: { name: 'Intake', form_fields } });
    return [reply.status, Object.keys(reply.errors)];
  };

  test.each([
    [{ settings: { colour: 'red' } }, 'settings.colour'],
    [{ settings: { hide: 'yes' } }, 'settings.hide'],
    [{ parameters_mapping: { client: 999_999 } }, 'parameters_mapping.client'],
    [
      { settings: { pre_populate: { form_id: 999_999, form_field_id: 1, field_id: 1 } } },
      'settings.pre_populate.form_id',
    ],
    [{ field_id: 999_999 }, 'field_id'],
  ])('refuses %j under its path', async (entry, path) => {
    expect(await sent(entry)).toEqual([422, [`form_fields.0.${path}`]]);
  });

  test('gives each parameter of a field’s endpoint an answer of the form, and nothing else (FI-41)', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const metadata = { api_endpoint: 'https://example.org/units', api_parameters: ['house', 'town'] };
    const body = { name: 'Unit', field_type: 'search', metadata } as const;
    const { id: search } = await server.call(fieldRoutes.create, { as, body });
    const other = await fieldOf(organization);
    const make = (parameters_mapping: Record<string, number>) =>
      server.send(formRoutes.create, {
        as,
        body: {
          name: 'Visit',
          active: false,
          form_fields: [{ field_id: other }, { field_id: search, parameters_mapping }],
        },
      });
    const at = (name: string) => `form_fields.1.parameters_mapping.${name}`;
    expect((await make({})).errors).toEqual({
      [at('house')]: ['Choose the field that gives house'],
      [at('town')]: ['Choose the field that gives town'],
    });
    expect((await make({ house: search, town: 999_999, street: other })).errors).toEqual({
      [at('house')]: ['Choose another field: this one can’t depend on itself'],
      [at('town')]: ['Choose a field of this form'],
      [at('street')]: ['Remove street: this field has no such parameter'],
    });
    const made = await make({ house: other, town: other });
    expect(made.status).toBe(201);
    // A form that was saved before its field asked for more can be copied, and tells what it lacks once it is saved.
    const more = { ...metadata, api_parameters: ['house', 'town', 'unit'] };
    await server.call(fieldRoutes.update, { as, params: { id: search }, body: { metadata: more } });
    const params = { id: made.body.id };
    expect((await server.send(formRoutes.clone, { as, params, body: {} })).status).toBe(201);
    expect((await server.send(formRoutes.update, { as, params, body: { name: 'Renamed' } })).status).toBe(200);
    const { form_fields } = made.body;
    const again = form_fields.map(({ field_id, parameters_mapping }) => ({ field_id, parameters_mapping }));
    const saved = await server.send(formRoutes.update, { as, params, body: { form_fields: again } });
    expect(Object.keys(saved.errors)).toEqual([at('unit')]);
  });

  test('takes earlier answers from forms and fields of the organization only', async () => {
    const [organization, elsewhere] = [await server.newOrganization(), await server.newOrganization()];
    const { owner: as } = organization;
    const makeForm = async (of: typeof organization, field_id: number, settings: Record<string, unknown> = {}) =>
      server.call(formRoutes.create, { as: of.owner, body: { name: 'Form', form_fields: [{ field_id, settings }] } });
    const [field_id, theirs] = [await fieldOf(organization), await fieldOf(elsewhere)];
    const [mine, foreign] = [await makeForm(organization, field_id), await makeForm(elsewhere, theirs)];
    const good = { form_id: mine.id, form_field_id: mine.form_fields[0]!.id, field_id };
    const sourceAt = async (pre_populate: object) => {
      const form_fields = [{ field_id, settings: { pre_populate } }];
      const form = await server.send(formRoutes.create, { as, body: { name: 'Next', form_fields } });
      const body = { name: 'Own', field_type: 'number', metadata: { pre_populate } } as const;
      const field = await server.send(fieldRoutes.create, { as, body });
      return [...Object.keys(form.errors), ...Object.keys(field.errors)];
    };
    const [ofForm, ofField] = ['form_fields.0.settings.pre_populate', 'metadata.pre_populate'];
    expect(await sourceAt({ ...good, form_id: foreign.id })).toEqual([`${ofForm}.form_id`, `${ofField}.form_id`]);
    expect(await sourceAt({ ...good, field_id: theirs })).toEqual([`${ofForm}.field_id`, `${ofField}.field_id`]);
    expect(await sourceAt({ ...good, form_field_id: foreign.form_fields[0]!.id })).toEqual([
      `${ofForm}.form_field_id`,
      `${ofField}.form_field_id`,
    ]);
    expect(await sourceAt(good)).toEqual([]);
    // Where the field has left its form since, what was stored stays good.
    const next = await makeForm(organization, field_id, { pre_populate: good });
    const other = await fieldOf(organization);
    await server.call(formRoutes.update, { as, params: { id: mine.id }, body: { form_fields: [{ field_id: other }] } });
    const same = [{ field_id, settings: { pre_populate: good } }];
    const saved = await server.send(formRoutes.update, { as, params: { id: next.id }, body: { form_fields: same } });
    expect(saved.status).toBe(200);
  });

  test('asks no field twice, and keeps its kind', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const entry = { field_id: await fieldOf(organization) };
    const body = { name: 'Intake', form_fields: [entry, entry] };
    expect((await server.send(formRoutes.create, { as, body })).errors).toEqual({
      form_fields: ['A field can be on a form only once'],
    });
    const { id } = await server.call(formRoutes.create, { as, body: { ...body, form_fields: [entry] } });
    const change = { as, params: { id }, body: { form_type: 'internal' } };
    expect(Object.keys((await server.send(formRoutes.update, change)).errors)).toEqual(['form_type']);
  });

  test('is not deleted with responses, nor a field that is on it', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const field_id = await fieldOf(organization);
    const { id } = await server.call(formRoutes.create, { as, body: { name: 'Intake', form_fields: [{ field_id }] } });
    const person = {
      first_name: 'Ana',
      last_name: 'Ruiz',
      dob: '1990-01-02',
      gender: 'female',
      ssn_suffix: '1234',
    } as const;
    const client = await server.call(clientRoutes.create, { as, body: person });
    const answers = [{ field_id, value: 5 }];
    await server.call(clientFormRoutes.create, {
      as,
      params: { client_id: client.id },
      body: { form_id: id, answers },
    });
    expect(await server.send(formRoutes.remove, { as, params: { id } })).toMatchObject({
      status: 422,
      errors: { base: ['This form has responses. Make it inactive instead.'] },
    });
    expect(await server.send(fieldRoutes.remove, { as, params: { id: field_id } })).toMatchObject({
      status: 422,
      errors: { base: ['This field is used by the form “Intake”. Remove it there first.'] },
    });
    const retyped = { as, params: { id: field_id }, body: { field_type: 'date' } };
    expect((await server.send(fieldRoutes.update, retyped)).errors.field_type).toEqual([
      'This field has 1 answer. Create a new field instead.',
    ]);
  });
});

describe('a locked field of a form', () => {
  test('is locked, unlocked and removed by the platform team alone, and stays locked otherwise', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const [locked, other] = [await fieldOf(organization), await fieldOf(organization)];
    const { id } = await server.call(formRoutes.create, {
      as,
      body: { name: 'Intake', form_fields: [{ field_id: locked }, { field_id: other }] },
    });
    const change = (form_fields: { field_id: number; is_locked?: boolean }[]) =>
      server.send(formRoutes.update, { as, params: { id }, body: { form_fields } });
    const refused = await change([{ field_id: locked, is_locked: true }, { field_id: other }]);
    expect(refused).toMatchObject({
      status: 422,
      errors: { 'form_fields.0.is_locked': ['Only the platform team can lock or unlock a field'] },
    });
    await server.query('update form_fields set is_locked = true where organization_id = $1 and field_id = $2', [
      organization.id,
      locked,
    ]);
    expect((await change([{ field_id: other }])).errors).toEqual({
      form_fields: ['Only the platform team can remove a locked field'],
    });
    expect((await change([{ field_id: locked, is_locked: false }, { field_id: other }])).status).toBe(422);
    expect((await change([{ field_id: other }, { field_id: locked }])).status).toBe(200);
    const { form_fields } = await server.call(formRoutes.show, { as, params: { id } });
    expect(form_fields.map(({ field_id, is_locked }) => [field_id, is_locked])).toEqual([
      [other, false],
      [locked, true],
    ]);
  });
});
