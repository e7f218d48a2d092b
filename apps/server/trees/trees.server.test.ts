// Over 300 lines: both trees are held to the same rules, then each to its own.
import { describe, expect, test } from 'vitest';
import { categories, categoryRoutes } from '#contract/resources/categories.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { dataGroupRoutes, dataGroups } from '#contract/resources/data-groups.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { describeResource } from '#tests/conformance/describe-resource.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, query, send } = server;

describeResource(server, dataGroups, dataGroupRoutes, {
  names: 'name',
  follows: 'path_name',
  mayShareNames: false,
  valid: (_, name) => ({ name }),
  change: { name: 'Intakes by month' },
  wrong: {
    body: { name: '', parent_id: 0, smart_conditions: { and: [] } },
    paths: ['name', 'parent_id', 'smart_conditions.and'],
  },
});

describeResource(server, categories, categoryRoutes, {
  names: 'name',
  follows: 'path_name',
  mayShareNames: false,
  valid: (_, name) => ({ name }),
  change: { name: 'Housing' },
  wrong: { body: { name: '', parent_id: 'above' }, paths: ['name', 'parent_id'] },
});

const trees = [
  { routes: dataGroupRoutes, one: 'data group', many: 'Data groups', records: 'data_group', table: 'data_groups' },
  { routes: categoryRoutes, one: 'category', many: 'Categories', records: 'category', table: 'categories' },
] as const;

describe.each(trees)('the tree of $table', ({ routes, one, many, records, table }) => {
  const add = async (as: TestUser, name: string, parent_id: number | null = null) =>
    (await call(routes.create, { as, body: { name, parent_id } })).id;
  const move = (as: TestUser, id: number, parent_id: number | null) =>
    send(routes.update, { as, params: { id }, body: { parent_id } });
  /** One below the other. */
  const chain = async (as: TestUser, ...names: string[]) => {
    const ids: number[] = [];
    for (const name of names) ids.push(await add(as, name, ids.at(-1) ?? null));
    return ids;
  };
  const pathsOf = async (as: TestUser) => (await call(routes.list, { as })).data.map(({ path_name }) => path_name);

  test('refuses a sixth level, also for what is moved with all below it', async () => {
    const { owner } = await server.newOrganization();
    const ids = await chain(owner, 'A', 'B', 'C', 'D', 'E');
    const tooDeep = { parent_id: [`${many} can be at most 5 levels deep. Choose a parent further up.`] };
    const sixth = { as: owner, body: { name: 'F', parent_id: ids[4] } };
    expect(await send(routes.create, sixth)).toMatchObject({ status: 422, errors: tooDeep });
    const [top] = await chain(owner, 'Above', 'Below');
    expect(await move(owner, top as number, ids[3] as number)).toMatchObject({ status: 422, errors: tooDeep });
    expect((await move(owner, top as number, ids[2] as number)).status).toBe(200);
  });

  test('refuses to stand below itself, unknown parents and those of neighbours', async () => {
    const { owner } = await server.newOrganization();
    const { owner: neighbour } = await server.newOrganization();
    const [top, , bottom] = (await chain(owner, 'A', 'B', 'C')) as [number, number, number];
    const below = { parent_id: [`A ${one} can’t be below itself. Choose another parent.`] };
    for (const parent of [top, bottom])
      expect(await move(owner, top, parent)).toMatchObject({ status: 422, errors: below });
    const unknown = { parent_id: [`Choose a ${one} of this organization`] };
    for (const parent of [999_999_999, await add(neighbour, 'Theirs')])
      expect(await move(owner, top, parent)).toMatchObject({ status: 422, errors: unknown });
  });

  test('of two moves at once that would make a ring one is refused', async () => {
    const { owner } = await server.newOrganization();
    const [a, b] = [await add(owner, 'A'), await add(owner, 'B')];
    for (let round = 0; round < 5; round++) {
      const moved = await Promise.all([move(owner, a, b), move(owner, b, a)]);
      expect(moved.map(({ status }) => status).sort()).toEqual([200, 422]);
      await move(owner, a, null);
      await move(owner, b, null);
    }
  });

  test('refuses to lose one with others below it, and forgets one with records', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const [top, bottom] = (await chain(owner, 'A', 'B')) as [number, number];
    const refused = await send(routes.remove, { as: owner, params: { id: top } });
    expect(refused).toMatchObject({
      status: 422,
      errors: { base: [expect.stringMatching(/Move or delete them first\.$/)] },
    });
    const id = await formMakers(server, organization).person();
    expect((await put(owner, records, id, [bottom])).status).toBe(200);
    expect((await send(routes.remove, { as: owner, params: { id: bottom } })).status).toBe(204);
    expect((await call(clientRoutes.show, { as: owner, params: { id } })).id, 'the person stays').toBe(id);
    expect((await send(routes.remove, { as: owner, params: { id: top } })).status).toBe(204);
  });

  test('takes a name once at a place, in any capitals, and again elsewhere', async () => {
    const { owner } = await server.newOrganization();
    const [top] = await chain(owner, 'A', 'Été');
    const again = await send(routes.create, { as: owner, body: { name: 'ete', parent_id: top } });
    expect(again).toMatchObject({
      status: 422,
      errors: { name: [`A ${one} with this name already exists here. Choose another name.`] },
    });
    expect((await send(routes.create, { as: owner, body: { name: 'a' } })).status).toBe(422);
    expect((await send(routes.create, { as: owner, body: { name: 'Été' } })).status).toBe(201);
  });

  test('lists by path, which follows what is renamed and moved', async () => {
    const { owner } = await server.newOrganization();
    const [lee, below] = (await chain(owner, 'Lee', 'Zoe')) as [number, number];
    await add(owner, 'Leeds');
    await add(owner, 'Deep', below);
    expect(await pathsOf(owner)).toEqual(['Lee', 'Lee › Zoe', 'Lee › Zoe › Deep', 'Leeds']);
    await call(routes.update, { as: owner, params: { id: lee }, body: { name: 'Moor' } });
    expect(await pathsOf(owner)).toEqual(['Leeds', 'Moor', 'Moor › Zoe', 'Moor › Zoe › Deep']);
    await move(owner, below, null);
    const { data } = await call(routes.list, { as: owner });
    expect(data.map(({ path_name, path }) => [path_name, path.map(({ name }) => name)])).toEqual([
      ['Leeds', []],
      ['Moor', []],
      ['Zoe', []],
      ['Zoe › Deep', ['Zoe']],
    ]);
  });

  test('tells who was given one alone nothing of those above it', async () => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const [, bottom] = (await chain(owner, 'Hidden', 'Given')) as [number, number];
    const as = await server.newUser(organization, { grants: [{ entity: table, id: bottom, actions: ['read'] }] });
    expect(await call(routes.list, { as })).toMatchObject({ data: [{ path_name: 'Given', path: [] }] });
    expect((await call(routes.pickable, { as })).data.map(({ path_name }) => path_name)).toEqual(['Given']);
    const nobody = await server.newUser(organization);
    expect((await call(routes.pickable, { as: nobody })).data).toEqual([]);
  });

  test('is listed whole when it is large', async () => {
    const organization = await server.newOrganization();
    await query(
      `insert into ${table} (organization_id, name, sort_path) select $1, 'Number ' || i, 'number ' || i from generate_series(1, 1000) i`,
      [organization.id],
    );
    const { data } = await call(routes.list, { as: organization.owner });
    expect(data).toHaveLength(1000);
  });
});

/** Has a person stand in these of a tree. */
const put = (as: TestUser, one: (typeof trees)[number]['records'], record_id: number, ids: number[]) =>
  send(one === 'category' ? categoryRoutes.setOfRecord : dataGroupRoutes.setOfRecord, {
    as,
    params: { record_type: 'clients', record_id },
    body: { [`${one}_records`]: ids.map((id) => ({ [`${one}_id`]: id })) },
  });

const newCategory = async (as: TestUser, name: string, parent_id: number | null = null) =>
  (await call(categoryRoutes.create, { as, body: { name, parent_id } })).id;
const newGroup = async (as: TestUser, name: string) => (await call(dataGroupRoutes.create, { as, body: { name } })).id;

describe('the categories of a record', () => {
  const filed = async (organization: TestOrganization) => {
    const { owner } = organization;
    const housing = await newCategory(owner, 'Housing');
    const families = await newCategory(owner, 'Families', housing);
    return { owner, housing, families, person: await formMakers(server, organization).person() };
  };
  const save = (as: TestUser, record_id: number, ids: number[], more: object = {}) =>
    send(categoryRoutes.setOfRecord, {
      as,
      params: { record_type: 'clients', record_id },
      body: { category_records: ids.map((category_id) => ({ category_id })), ...more },
    });

  test('take write on the record and use of categories; neither alone does', async () => {
    const organization = await server.newOrganization();
    const { families, person } = await filed(organization);
    const may = async (privileges: object) =>
      save(await server.newUser(organization, { privileges }), person, [families]);
    expect((await may({ clients: ['write'] })).status).toBe(403);
    expect((await may({ clients: ['write'], categories: ['read', 'write'] })).status).toBe(403);
    expect((await may({ clients: ['read'], categories: ['use'] })).status).toBe(403);
    expect((await may({ categories: ['use'] })).status).toBe(404);
    expect((await may({ clients: ['write'], categories: ['use'] })).status).toBe(200);
  });

  test('refuse unknown ones, those of neighbours, and types that have none', async () => {
    const organization = await server.newOrganization();
    const { owner, families, person } = await filed(organization);
    const theirs = await newCategory((await server.newOrganization()).owner, 'Theirs');
    for (const id of [theirs, 999_999_999])
      expect(await save(owner, person, [families, id])).toMatchObject({
        status: 422,
        errors: { 'category_records.1.category_id': ['Choose a category of this organization'] },
      });
    expect(
      await call(categoryRoutes.ofRecord, { as: owner, params: { record_type: 'clients', record_id: person } }),
    ).toEqual({
      data: [],
    });
    const params = { record_type: 'fields', record_id: 1 };
    expect((await send(categoryRoutes.ofRecord, { as: owner, params })).status).toBe(404);
  });

  test('are replaced, told by path, and of two who save at once one hears of the other', async () => {
    const organization = await server.newOrganization();
    const { owner, housing, families, person } = await filed(organization);
    expect((await save(owner, person, [families, families])).body).toEqual({
      data: [{ id: expect.any(Number), category_id: families, path_name: 'Housing › Families', automatic: false }],
    });
    const both = await Promise.all([
      save(owner, person, [families, housing], { seen: [families] }),
      save(owner, person, [], { seen: [families] }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await save(owner, person, [housing]);
    const { category } = await call(clientRoutes.show, { as: owner, params: { id: person } });
    expect(category).toEqual([{ id: housing, path_name: 'Housing' }]);
    const as = await server.newUser(organization, { privileges: { clients: ['read'] } });
    expect((await call(clientRoutes.show, { as, params: { id: person } })).category).toEqual([]);
  });

  test('narrow the lists of people and forms, with those below', async () => {
    const organization = await server.newOrganization();
    const { owner, housing, families, person } = await filed(organization);
    await save(owner, person, [families]);
    const form = await formMakers(server, organization).form('Intake', { Town: {} });
    const params = { record_type: 'forms', record_id: form.id } as const;
    await call(categoryRoutes.setOfRecord, {
      as: owner,
      params,
      body: { category_records: [{ category_id: housing }] },
    });
    const people = async (category: unknown) =>
      (await send(clientRoutes.page, { as: owner, params: { page: 1 }, query: { category } })).body.data.map(
        ({ id }) => id,
      );
    expect(await people(housing)).toEqual([person]);
    expect(await people(families)).toEqual([person]);
    expect(await people(await newCategory(owner, 'Health'))).toEqual([]);
    const forms = await call(formRoutes.list, { as: owner, query: { category: String(housing) } });
    expect(forms.data.map(({ id }) => id)).toEqual([form.id]);
    const theirs = await newCategory((await server.newOrganization()).owner, 'Theirs');
    const group = (await call(dataGroupRoutes.create, { as: owner, body: { name: 'Winter', parent_id: null } })).id;
    const below = (await call(dataGroupRoutes.create, { as: owner, body: { name: 'Night', parent_id: group } })).id;
    await call(dataGroupRoutes.setOfRecord, {
      as: owner,
      params: { record_type: 'clients', record_id: person },
      body: { data_group_records: [{ data_group_id: below }] },
    });
    const grouped = (data_group: unknown, as = owner) =>
      send(clientRoutes.page, { as, params: { page: 1 }, query: { data_group } });
    for (const data_group of [group, below])
      expect((await grouped(data_group)).body.data.map(({ id }: { id: number }) => id)).toEqual([person]);
    const unseen = { status: 422, errors: { data_group: ['Choose a data group of this organization'] } };
    expect(await grouped(99_999_999)).toMatchObject(unseen);
    expect(
      await grouped(group, await server.newUser(organization, { privileges: { clients: ['read'] } })),
    ).toMatchObject(unseen);
    const unknown = { status: 422, errors: { category: ['Choose a category of this organization'] } };
    for (const category of [theirs, 'all', 0])
      expect(await send(clientRoutes.page, { as: owner, params: { page: 1 }, query: { category } })).toMatchObject(
        unknown,
      );
    const as = await server.newUser(organization, { privileges: { clients: ['read'] } });
    expect(await send(clientRoutes.page, { as, params: { page: 1 }, query: { category: housing } })).toMatchObject(
      unknown,
    );
  });

  test('count and show what the viewer may see, and no more', async () => {
    const organization = await server.newOrganization();
    const { owner, families, person } = await filed(organization);
    const other = await formMakers(server, organization).person('Bo');
    const form = await formMakers(server, organization).form('Intake', { Town: {} });
    for (const record_id of [person, other]) await save(owner, record_id, [families]);
    await call(categoryRoutes.setOfRecord, {
      as: owner,
      params: { record_type: 'forms', record_id: form.id },
      body: { category_records: [{ category_id: families }] },
    });
    const seenBy = async (as: TestUser) => {
      const shown = await call(categoryRoutes.show, { as, params: { id: families } });
      return [shown.number_of_records, shown.category_records.map(({ record_name }) => record_name)];
    };
    expect(await seenBy(owner)).toEqual([3, ['Ruiz, Ana', 'Ruiz, Bo', 'Intake']]);
    const as = await server.newUser(organization, {
      privileges: { categories: ['read'] },
      grants: [{ entity: 'clients', id: other, actions: ['read'] }],
    });
    expect(await seenBy(as)).toEqual([1, ['Ruiz, Bo']]);
    const listed = await call(categoryRoutes.list, { as, query: { filters: '{"record_type":"forms"}' } });
    expect(listed.data, 'a form that they cannot see is in none').toEqual([]);
    for (const asked of [{ filters: '{"type":"form"}' }, { type: 'Form' }, { type: 'FORMS', id: String(form.id) }])
      expect((await call(categoryRoutes.list, { as: owner, query: asked as never })).data).toMatchObject([
        { id: families },
      ]);
    const reports = { as: owner, query: { type: 'reportDefinition' } as never };
    expect((await call(categoryRoutes.list, reports)).data, 'RP-08').toEqual([]);
    expect((await send(categoryRoutes.list, { as: owner, query: { type: 'users' } as never })).errors).toEqual({
      type: ['Choose Client, Form or ReportDefinition'],
    });
    const { category_records } = await call(categoryRoutes.show, { as: owner, params: { id: families } });
    expect(category_records.map(({ record_type }) => record_type)).toEqual(['Client', 'Client', 'Form']);
    const page = { id: families, page: 1 };
    const records = await call(categoryRoutes.records, { as, params: page, query: { record_type: 'clients' } });
    expect(records.data.map(({ record_id }) => record_id)).toEqual([other]);
    await call(clientRoutes.remove, { as: owner, params: { id: other } });
    expect(await seenBy(owner)).toEqual([2, ['Ruiz, Ana', 'Intake']]);
    await call(formRoutes.remove, { as: owner, params: { id: form.id } });
    expect(await seenBy(owner)).toEqual([1, ['Ruiz, Ana']]);
    const [left] = await query<{ count: number }>(
      "select count(*) from category_records where organization_id = $1 and record_type = 'forms'",
      [organization.id],
    );
    expect(left?.count, 'what is deleted is in none').toBe(0);
  });
});

describe('the data groups of a record', () => {
  test('take write on data groups, and reading the record is enough', async () => {
    const organization = await server.newOrganization();
    const group = await newGroup(organization.owner, 'Winter');
    const person = await formMakers(server, organization).person();
    const may = async (privileges: object) =>
      put(await server.newUser(organization, { privileges }), 'data_group', person, [group]);
    expect((await may({ clients: ['write'], data_groups: ['read', 'use'] })).status).toBe(403);
    expect((await may({ data_groups: ['write'] })).status).toBe(404);
    expect((await may({ clients: ['read'], data_groups: ['write'] })).status).toBe(200);
  });
});
