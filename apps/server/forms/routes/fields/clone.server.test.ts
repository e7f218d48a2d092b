import { beforeEach, describe, expect, test } from 'vitest';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
});

const clone = (id: number, by = as, body?: object) => send(fieldRoutes.clone, { as: by, params: { id }, body });

describe('a copy of a field is refused', () => {
  test('to who may not write fields, or not see this one', async () => {
    const id = await make.field('Income');
    const by = (privileges: object) => server.newUser(organization, { privileges });
    const granted = await server.newUser(organization, { grants: [{ entity: 'fields', id, actions: ['write'] }] });
    expect((await clone(id, await by({ fields: ['read', 'use'] }))).status).toBe(403);
    expect((await clone(id, granted)).status, 'a new field takes the privilege').toBe(403);
    expect((await clone(id, (await server.newOrganization()).owner)).status).toBe(404);
    expect((await clone(999_999)).status).toBe(404);
    expect((await clone(id, await by({ fields: ['write'] }))).status).toBe(201);
  });

  test('with words that nobody knows', async () => {
    const reply = await clone(await make.field('Income'), as, { name: 'Mine' });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['name']]);
  });
});

describe('a copy of a field (FI-02)', () => {
  test('is like the field, under a name of its own, and on no form', async () => {
    const shelters = await make.form('Shelters', { Name: {} }, { form_type: 'internal' });
    const form = await make.form('Intake', {
      Choice: {
        field_type: 'select-many',
        data_type: 'numeric_array',
        description: 'Ask gently',
        metadata: { allow_other: true },
        field_options: [
          { label: 'Two', value: 2 },
          { label: 'One', value: 1 },
        ],
      },
      Shelter: {
        field_type: 'ref-picker',
        internal_option: { internal_form_id: shelters.id, internal_field_id: shelters.ids.Name as number },
      },
    });
    for (const [name, id] of Object.entries(form.ids)) {
      const original = await call(fieldRoutes.show, { as, params: { id } });
      const { status, body } = await clone(id);
      expect(status).toBe(201);
      const { id: _, created_at, updated_at, ...rest } = original;
      expect(body).toEqual({
        ...rest,
        id: expect.any(Number),
        name: `${name} (copy)`,
        type: 'fields',
        forms: [],
        lock_version: 1,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
      expect(body.id).not.toBe(id);
      expect(await call(fieldRoutes.show, { as, params: { id } }), 'the field itself stays').toEqual(original);
      expect((await clone(id)).body.name, 'a second copy').not.toBe(body.name);
    }
  });

  test('has answers of its own', async () => {
    const form = await make.form('Intake', { Income: { field_type: 'number' } });
    const client_id = await make.person();
    await make.record(form, { Income: 5 }, { client_id });
    const copy = (await clone(form.ids.Income as number)).body;
    const uses = await call(fieldRoutes.uses, { as, params: { id: copy.id } });
    expect(uses).toMatchObject({ response_count: 0, forms: [] });
    const changed = await send(fieldRoutes.update, { as, params: { id: copy.id }, body: { field_type: 'email' } });
    expect(changed.status).toBe(200);
  });
});
