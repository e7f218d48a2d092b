import { describe, expect, test } from 'vitest';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { templateRoutes } from '#contract/resources/templates.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;
const root = await server.newSuperuser();
/** The platform's own fields and forms. */
const templates = { slug: 'admin' };
const mine = { as: root, org: templates };

const newTemplate = async (name: string) => {
  const [rent, income] = await Promise.all(
    ['Rent', 'Income'].map((one) => call(fieldRoutes.create, { ...mine, body: { name: one, field_type: 'number' } })),
  );
  const ids = [rent!.id, income!.id] as const;
  const form = await call(formRoutes.create, {
    ...mine,
    body: {
      name,
      form_fields: [{ field_id: ids[0], is_locked: true }, { field_id: ids[1] }],
      logic: [
        {
          name: 'Ask for income',
          condition: {
            and: [{ scope: 'form', conditions: { and: [{ field_name: String(ids[0]), op: 'GT', value: 0 }] } }],
          },
          actions: [{ type: 'show', field_id: ids[1] }],
        },
      ],
    },
  });
  await call(calculationRoutes.create, {
    ...mine,
    params: { form_id: form.id },
    body: {
      name: 'Left',
      equation: 'b - a',
      calculation_type: 'numeric',
      variables: [
        { name: 'a', record_type: 'Field', record_id: ids[0] },
        { name: 'b', record_type: 'Field', record_id: ids[1] },
      ],
    },
  });
  return { form_id: form.id, ids };
};

describe('AD-40 AD-41 templates', () => {
  test('are fields and forms under /admin too, for the platform team only', async () => {
    const { form_id, ids } = await newTemplate('Screening');
    const get = (url: string, token: string) =>
      server.app.inject({ url: `/api/admin${url}`, headers: { host: 'localhost', authorization: `Bearer ${token}` } });
    expect((await get(`/forms/${form_id}`, root.token)).json()).toMatchObject({ name: 'Screening', clones: [] });
    expect((await get(`/fields/${ids[0]}`, root.token)).json()).toMatchObject({ name: 'Rent' });
    expect((await get('/forms/page/1?page_size=1', root.token)).json().data).toHaveLength(1);
    const organization = await server.newOrganization();
    for (const url of ['/forms', '/fields', `/forms/${form_id}`, `/fields/${ids[0]}`])
      expect((await get(url, organization.owner.token)).statusCode, url).toBe(403);
    expect((await send(formRoutes.list, { as: organization.owner, org: templates })).status).toBe(403);
  });

  test('are added, shown, changed, listed and deleted there as in organizations', async () => {
    const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
      const headers = { host: 'localhost', authorization: `Bearer ${root.token}` };
      const reply = await server.app.inject({ method, url: `/api/admin${url}`, headers, ...(payload && { payload }) });
      return { status: reply.statusCode, body: reply.body ? reply.json() : null };
    };
    const field = await ask('POST', '/fields', { name: 'Shoe size', field_type: 'number' });
    expect(field).toMatchObject({ status: 201, body: { name: 'Shoe size', clones: [] } });
    const form = await ask('POST', '/forms', { name: 'Clothing', form_fields: [{ field_id: field.body.id }] });
    expect(form).toMatchObject({ status: 201, body: { name: 'Clothing', field_ids: [field.body.id] } });
    for (const [place, { body }] of [
      ['fields', field],
      ['forms', form],
    ] as const) {
      const { id, lock_version } = body;
      expect((await ask('POST', `/${place}`, {})).status).toBe(422);
      const changed = await ask('PUT', `/${place}/${id}`, { name: 'Renamed', lock_version });
      expect(changed).toMatchObject({ status: 200, body: { id, name: 'Renamed' } });
      expect((await ask('PUT', `/${place}/${id}`, { name: 'Late', lock_version })).status).toBe(409);
      expect((await ask('GET', `/${place}/page/1?query=Renamed`)).body.data).toMatchObject([{ id }]);
    }
    expect((await ask('DELETE', `/fields/${field.body.id}`)).status).toBe(422);
    expect((await ask('DELETE', `/forms/${form.body.id}`)).status).toBe(204);
    expect((await ask('DELETE', `/fields/${field.body.id}`)).status).toBe(204);
    expect((await ask('GET', `/fields/${field.body.id}`)).status).toBe(404);
  });

  test('stand in no organization, and their organization is none of the console', async () => {
    const { data } = await call(organizationRoutes.list, { as: root });
    expect(data.filter(({ slug }) => slug === 'admin')).toEqual([]);
    expect((await send(userRoutes.list, mine)).status).toBe(403);
  });
});

describe('AD-42 FO-48 FO-50 a template is given to organizations', () => {
  test('with copies of its fields, its rules and calculations, and the locks', async () => {
    const { form_id, ids } = await newTemplate('Intake');
    const [one, other] = [await server.newOrganization('One'), await server.newOrganization('Other')];
    const { data } = await call(templateRoutes.assign, {
      as: root,
      body: { form_id, organization_ids: [one.id, other.id] },
    });
    expect(data.map(({ organization_id }) => organization_id)).toEqual([one.id, other.id]);
    const copy = await call(formRoutes.show, { as: one.owner, params: { id: data[0]!.form_id } });
    const [rent, income] = copy.field_ids;
    expect(copy).toMatchObject({ name: 'Intake', is_owned: true, clones: [] });
    expect([rent, income].some((id) => ids.includes(id as number))).toBe(false);
    expect(copy.form_fields.map(({ is_locked }) => is_locked)).toEqual([true, false]);
    expect(copy.logic[0]).toMatchObject({
      condition: { and: [{ conditions: { and: [{ field_name: String(rent) }] } }] },
      actions: [{ field_id: income }],
    });
    expect(copy.calculations[0]).toMatchObject({ variables: [{ record_id: rent }, { record_id: income }] });
    const shown = await call(formRoutes.show, { ...mine, params: { id: form_id } });
    expect(shown.clones.map(({ organization_id }) => organization_id)).toEqual([one.id, other.id]);
    const field = await call(fieldRoutes.show, { ...mine, params: { id: ids[0] } });
    expect(field.clones.map(({ organization_name }) => organization_name)).toEqual([one.name, other.name]);
  });

  test('once, and a field that is there already is used again', async () => {
    const { form_id, ids } = await newTemplate('Twice');
    const second = await call(formRoutes.create, {
      ...mine,
      body: { name: 'Second', form_fields: [{ field_id: ids[0] }] },
    });
    const organization = await server.newOrganization();
    const organization_ids = [organization.id];
    const first = await call(templateRoutes.assign, { as: root, body: { form_id, organization_ids } });
    const again = await send(templateRoutes.assign, { as: root, body: { form_id, organization_ids } });
    expect(again).toMatchObject({
      status: 422,
      errors: { 'organization_ids.0': [`${organization.name} already has this form`] },
    });
    const next = await call(templateRoutes.assign, { as: root, body: { form_id: second.id, organization_ids } });
    const show = async (id: number) => call(formRoutes.show, { as: organization.owner, params: { id } });
    expect((await show(next.data[0]!.form_id)).field_ids[0]).toBe((await show(first.data[0]!.form_id)).field_ids[0]);
  });

  test('is refused to others, for unknown organizations and for forms of organizations', async () => {
    const { form_id } = await newTemplate('Refused');
    const { owner, id } = await server.newOrganization();
    const body = { form_id, organization_ids: [id] };
    expect((await send(templateRoutes.assign, { as: owner, body })).status).toBe(403);
    const unknown = await send(templateRoutes.assign, { as: root, body: { form_id, organization_ids: [999_999_999] } });
    expect(unknown.errors).toEqual({ 'organization_ids.0': ['Choose an organization'] });
    const none = await send(templateRoutes.assign, { as: root, body: { form_id, organization_ids: [] } });
    expect(none.errors).toEqual({ organization_ids: ['Choose at least one organization'] });
    const [asked] = [await call(fieldRoutes.create, { as: owner, body: { name: 'Mine', field_type: 'date' } })];
    const own = await call(formRoutes.create, {
      as: owner,
      body: { name: 'Own', form_fields: [{ field_id: asked.id }] },
    });
    const theirs = await send(templateRoutes.assign, { as: root, body: { form_id: own.id, organization_ids: [id] } });
    expect(theirs.status).toBe(404);
  });
});

describe('R60 a form is copied to the templates', () => {
  test('with fields of their own, by the platform team only', async () => {
    const { owner, id } = await server.newOrganization();
    const asked = await call(fieldRoutes.create, { as: owner, body: { name: 'Mine', field_type: 'date' } });
    const form = await call(formRoutes.create, {
      as: owner,
      body: { name: 'Good form', form_fields: [{ field_id: asked.id }] },
    });
    const body = { organization_id: id, form_id: form.id };
    expect((await send(templateRoutes.copyToTemplates, { as: owner, body })).status).toBe(403);
    const copy = await call(templateRoutes.copyToTemplates, { as: root, body });
    const template = await call(formRoutes.show, { ...mine, params: { id: copy.id } });
    expect(template).toMatchObject({ name: 'Good form', response_count: 0 });
    expect(template.field_ids[0]).not.toBe(asked.id);
  });
});
