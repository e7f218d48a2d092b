import { expect, test } from 'vitest';
import { archivedClientRoutes } from '#contract/resources/archived-clients.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { householdMemberRoutes } from '#contract/resources/households.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;
const as = await server.newSuperuser();
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const search = async (query: string) =>
  (await call(archivedClientRoutes.page, { as, params: { page: 1 }, query: { query } })).data;
const archive = (id: number) => call(clientRoutes.remove, { as: owner, params: { id } });

test('AD-33 to AD-39: who was archived is found by name, ID or organization, and comes back', async () => {
  const id = await make.person('Zephyrine');
  expect(await search('Zephyrine')).toEqual([]);
  await archive(id);
  const [found] = await search('zephyrine');
  expect(found).toMatchObject({
    id,
    first_name: 'Zephyrine',
    organization: { id: organization.id },
    archive: { created_at: expect.any(String), administrator: { last_name: owner.last_name } },
    merged_into: null,
  });
  expect((await search(String(id))).map((one) => one.id)).toContain(id);
  expect((await search(`${found?.organization.name} zephyr`)).map((one) => one.id)).toEqual([id]);
  await call(archivedClientRoutes.remove, { as, params: { id } });
  expect(await search('Zephyrine')).toEqual([]);
  expect(await call(clientRoutes.show, { as: owner, params: { id } })).toMatchObject({ first_name: 'Zephyrine' });
  expect(await send(archivedClientRoutes.remove, { as, params: { id } })).toMatchObject({ status: 404 });
});

test('who was archived is found by a name typed in part, with or without its apostrophe', async () => {
  const body = { dob: '1985-03-14', gender: 'female', ssn_suffix: '1234', first_name: 'Zenobia' } as const;
  for (const last_name of ["O'Zephyr", 'OZephyr'])
    await archive((await call(clientRoutes.create, { as: owner, body: { ...body, last_name } })).id);
  for (const typed of ["o'ze", 'oze', 'o’zephyr', "zenobia o'z"])
    expect((await search(typed)).map(({ last_name }) => last_name).toSorted(), typed).toEqual(["O'Zephyr", 'OZephyr']);
});

test('R103: the household is as it was', async () => {
  const [head, id] = [await make.person('Head'), await make.person('Member')];
  const params = { client_id: head };
  await call(householdMemberRoutes.create, {
    as: owner,
    params,
    body: { type: 'client', existing_client_id: id, relationship: 'sister' },
  });
  const members = async () =>
    (await call(householdMemberRoutes.list, { as: owner, params })).data.map(
      ({ lock_version: _, updated_at: __, ...member }) => member,
    );
  const before = await members();
  expect(before).toHaveLength(1);
  await archive(id);
  expect(await members()).toEqual([]);
  await call(archivedClientRoutes.remove, { as, params: { id } });
  expect(await members()).toEqual(before);
});

test('who comes back is compared with the others again', async () => {
  const [one, other] = [await make.person('Twin'), await make.person('Twin')];
  const pairs = () =>
    server.query<{ state: string }>(
      'select state from client_pairs where organization_id = $1 and client_id = $2 and other_client_id = $3',
      [organization.id, one, other],
    );
  const before = await pairs();
  expect(before).toHaveLength(1);
  await archive(other);
  expect(await pairs()).toEqual([]);
  await call(archivedClientRoutes.remove, { as, params: { id: other } });
  expect(await pairs()).toEqual(before);
});

test('the owner of an organization does not come here', async () => {
  expect(await send(archivedClientRoutes.list, { as: owner })).toMatchObject({ status: 403 });
});

test('of people who have one ID in two organizations, the one is meant whose organization is named', async () => {
  const id = await make.person('Doubled');
  const restored = await server.newOrganization();
  await archive(id);
  await server.query(
    `insert into clients (organization_id, id, first_name, last_name, dob, gender, archived_at, ssn_key_id, ssn_sealed, ssn_hash, sealed_as) overriding system value
     select $2, id, 'Other', last_name, dob, gender, now(), ssn_key_id, ssn_sealed, ssn_hash, sealed_as from clients where organization_id = $1 and id = $3`,
    [organization.id, restored.id, id],
  );
  const params = { id };
  expect(await send(archivedClientRoutes.remove, { as, params })).toMatchObject({
    status: 422,
    errors: { organization_id: ['People in several organizations have this ID. Choose the organization.'] },
  });
  const query = { organization_id: String(organization.id) };
  expect(await call(archivedClientRoutes.show, { as, params, query })).toMatchObject({ first_name: 'Doubled' });
  await call(archivedClientRoutes.remove, { as, params, query });
  expect(await call(archivedClientRoutes.show, { as, params })).toMatchObject({ first_name: 'Other' });
});
