import { describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { type Loose, startServer } from '#tests/server/harness.ts';
import { exampleOf, operationsWhere } from './operations.ts';
import { newWorld } from './world.ts';

const server = await startServer();
const { call, send } = server;
const superuser = await server.newSuperuser();
const world = await newWorld(server, 'Seen');
const { organization, owner, client, response, form } = world;

// Nine more people, each with a response, that the reader was not given. Every text of theirs holds this mark.
const canary = 'HIDDENCANARY';
const field_id = world.fieldsOf(form)[0];
for (let n = 0; n < 9; n++) {
  const hidden = await call(clientRoutes.create, {
    as: owner,
    body: { first_name: `${canary} ${n}`, last_name: canary, dob: '1990-01-01', gender: 'female', ssn_suffix: '9876' },
  });
  await call(clientFormRoutes.create, {
    as: owner,
    params: { client_id: hidden.id },
    body: { form_id: form.id, answers: [{ field_id, value: `${canary} answer ${n}` }] },
  });
}
const reader = await server.newUser(organization, {
  privileges: {
    client_forms: ['read'],
    forms: ['read'],
    fields: ['read'],
    users: ['read'],
    permission_groups: ['read'],
  },
  grants: [{ entity: 'clients', id: client.id, actions: ['read'] }],
});

const reads = operationsWhere(({ method, path }) => method === 'GET' && path.startsWith('/organization/:org'));

describe('somebody who was given one person of ten', () => {
  test.each(reads)('finds nothing of the others in $name', async (operation) => {
    const { as: _, ...sent } = await exampleOf(operation, world, superuser);
    const searches: Loose[] = [sent];
    if (operation.route.query && 'query' in (sent.query ?? {}))
      searches.push({ ...sent, query: { ...sent.query, query: canary } }, { ...sent, query: { query: '9876' } });
    for (const one of searches) {
      const reply = await send(operation.route, { ...one, as: reader });
      expect(reply.bytes.toString('utf8')).not.toContain(canary);
    }
  });

  test('finds the one, counted as one, with their response', async () => {
    const page = await call(clientRoutes.page, { as: reader, params: { page: 1 } });
    expect(page.data.map(({ id }) => id)).toEqual([client.id]);
    expect(page.metadata.total_count).toBe(1);
    const responsesFor = async (as: typeof owner) => {
      const { data } = await call(clientFormRoutes.list, { as, params: { client_id: client.id }, query: {} });
      return data.map(({ id }) => id);
    };
    const responses = await responsesFor(reader);
    expect(responses).toContain(response.id);
    expect(responses).toEqual(await responsesFor(owner));
  });
});

/** What nobody sets by sending it. */
const readOnly = {
  id: 1,
  organization_id: 1,
  owner_id: 1,
  user_id: 1,
  created_at: '2020-01-01T00:00:00.000Z',
  created_by_id: 1,
  administrator_id: 1,
  is_superuser: true,
  is_locked: true,
  archived_at: null,
  access_version: 9,
  key_hash: 'x',
  private_key: 'x',
  executed_confidentiality_agreement: true,
};
/** Routes that take a key of this name on purpose. */
const taken: Record<string, string[]> = {
  'templates.copyToTemplates': ['organization_id'],
  'data_imports.create': ['organization_id'],
  'impersonations.start': ['user_id', 'organization_id'],
  'impersonations.startInOrganization': ['user_id'],
  // Which of the form's settings is changed.
  'public_forms.updateNamed': ['id'],
};

describe('what nobody may set is refused by', () => {
  const writes = operationsWhere(({ method, body }) => method !== 'GET' && body !== undefined);
  test.each(writes)('$name', async (operation) => {
    const example = await exampleOf(operation, world, superuser);
    const keys = Object.keys(readOnly).filter((key) => !taken[operation.name]?.includes(key));
    const extra = Object.fromEntries(keys.map((key) => [key, readOnly[key as keyof typeof readOnly]]));
    const reply = await send(operation.route, { ...example, body: { ...(example.body as object), ...extra } });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(expect.arrayContaining(keys));
  });
});
