import { describe, expect, test } from 'vitest';
import type { RouteSpec } from '#contract/kit/route.ts';
import { paramNames, successStatus } from '#contract/kit/route.ts';
import { openapi } from '#contract/openapi.ts';
import { problems } from '#contract/problems.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { exampleOf, type Operation, operationsWhere } from './operations.ts';
import { newWorld } from './world.ts';

const server = await startServer();
const { send } = server;
const superuser = await server.newSuperuser();
const world = await newWorld(server, 'Mine');
const { organization } = world;
const example = (operation: Operation) => exampleOf(operation, world, superuser);

const isOfOrganization = ({ path }: Operation['route']) => path.startsWith('/organization/:org');
const isPublic = ({ access }: Operation['route']) => access === 'public';

/** What each member may see, and do about themselves, whatever their privileges. */
const openToMembers = new Set([
  'account.beginSecondFactor',
  'account.confirmSecondFactor',
  'account.removeSecondFactor',
  'organization_account.organizationAccount',
  'organization_account.permissionsSchema',
  'organization_account.organizationPermissionsSchema',
  'fields.fieldTypes',
  'fields.organizationFieldTypes',
  // What people are asked to agree to is told to whoever works there.
  'consents.purposes',
  // What columns mean is no secret.
  'record_files.versionsDictionary',
  // One's own alone.
  'jobs.list',
  'jobs.page',
  // Messages to one's own groups: who is in none is told of none.
  'pinned_messages.mine',
  'my_work.drafts',
  'notices.page',
  'notices.readAll',
  'notices.stream',
  'notices.preferences',
  'notices.changePreferences',
  'drafts.list',
  'drafts.remove',
  'drafts.deviceSecrets',
  // Nothing, for who may read and use none.
  'data_groups.pickable',
  'categories.pickable',
]);

describe('every operation', () => {
  test.each(operationsWhere(() => true))('$name succeeds for the right person', async (operation) => {
    const reply = await send(operation.route, await example(operation));
    expect(reply, JSON.stringify(reply.errors)).toMatchObject({ status: successStatus(operation.route) });
  });

  test('stands in the OpenAPI document, and nothing else does', async () => {
    const document = (await server.app.inject('/api/openapi.json')).json();
    expect(document).toEqual(JSON.parse(JSON.stringify(openapi())));
    const documented = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, ':')}`),
    );
    await server.app.ready();
    const apart = ['health', 'openapi.json', 'docs', 'docs/start.js', 'docs*'].map((one) => `GET /api/${one}`);
    expect(mounted(server.app.printRoutes({ commonPrefix: false }))).toEqual([...documented, ...apart].sort());
  });
});

/** The API's routes from the tree that the framework prints, parameters without their names. */
const mounted = (tree: string): string[] => {
  const parents: string[] = [];
  const found = tree.split('\n').flatMap((line) => {
    const [, indent, path, methods] = /^([│├└─\s]*)(\S+)(?: \(([^)]+)\))?$/.exec(line) ?? [];
    if (indent === undefined || path === undefined) return [];
    const depth = indent.length / 4;
    parents[depth] = (parents[depth - 1] ?? '') + path;
    const whole = (parents[depth] as string).replaceAll(/:\w+(\|:\w+)*/g, ':');
    return (methods ?? '').split(', ').map((method) => `${method} ${whole}`);
  });
  return found.filter((one) => /^(GET|POST|PUT|DELETE) \/api\//.test(one)).sort();
};

describe('nobody calls', () => {
  test.each(operationsWhere((route) => !isPublic(route)))('$name without a token', async (operation) => {
    const { as: _, ...sent } = await example(operation);
    const reply = await send(operation.route, sent);
    expect(reply).toMatchObject({ status: 401, errors: { base: [problems.not_signed_in.message] } });
    const other = await send(operation.route, { ...sent, headers: { authorization: 'Bearer nonsense' } });
    expect(other.status).toBe(401);
  });

  test.each(operationsWhere(({ access }) => access !== 'public' && access !== 'account'))(
    '$name before the agreement',
    async (operation) => {
      const { as: _, ...sent } = await example(operation);
      const person = await server.newUser(organization, { privileges: allPrivileges, agreed: false });
      if (operation.route.access === 'superuser')
        await server.query('update users set is_superuser = true where id = $1', [person.id]);
      const reply = await send(operation.route, { ...sent, as: person });
      expect(reply).toMatchObject({ status: 403, errors: { base: [problems.agreement_required.message] } });
    },
  );

  test.each(
    operationsWhere((route) => !isPublic(route) && route.access !== 'account').filter(
      ({ name }) => !openToMembers.has(name),
    ),
  )('$name without its privilege', async (operation) => {
    const { as: _, ...sent } = await example(operation);
    const { route } = operation;
    const person = await server.newUser(organization, {
      role: 'orgadmin',
      // All but those of the route's own entity; for a platform route all of them.
      privileges: {
        ...(route.access === 'superuser' ? allPrivileges : {}),
        ...(typeof route.access === 'object' ? { ...allPrivileges, [route.access.entity]: [] } : {}),
      },
    });
    const reply = await send(route, { ...sent, as: person });
    expect([403, 404]).toContain(reply.status);
  });

  test.each(operationsWhere(isOfOrganization))('$name of an organization not their own', async (operation) => {
    const { as: _, ...sent } = await example(operation);
    const outsider = await server.newOrganization();
    const reply = await send(operation.route, { ...sent, as: outsider.owner });
    expect(reply).toMatchObject({ status: 404, errors: { base: [problems.not_found.message] } });
    const nowhere = await send(operation.route, { ...sent, as: outsider.owner, org: { slug: 'nowhere' } });
    expect(nowhere.errors, 'as where there is no organization').toEqual(reply.errors);
    const nul = await send(operation.route, { ...sent, org: { slug: 'a\0b' }, headers: { host: 'localhost' } });
    expect(nul.status).toBe(404);
  });
});

describe('an address that names nothing is not found', () => {
  const rows = operationsWhere(({ path }) => path.includes('id')).flatMap((operation) =>
    paramNames(operation.route.path)
      .filter((param) => /(^|_)id$/.test(param) && !operation.route.params?.[param])
      .map((param) => ({ ...operation, param })),
  );
  /** What is kept for some days is told alike when it is over and when it never was. */
  const wordsOf = ({ path }: RouteSpec) => [
    [problems.not_found.message],
    ...(/\/(prepare_files|exports)\/:id$/.test(path) ? [['Export has expired.']] : []),
  ];
  test.each(rows)('$name with an impossible $param', async ({ param, ...operation }) => {
    const sent = await example(operation);
    const ids = ['0', '-1', '01', '1.5', '1e3', 'abc', '9007199254740991', '9007199254740993', '12\0'];
    for (const id of ids) {
      const reply = await send(operation.route, { ...sent, params: { ...sent.params, [param]: id } });
      expect(reply.status, id).toBe(404);
      expect(wordsOf(operation.route), id).toContainEqual(reply.errors.base);
    }
  });

  test.each(operationsWhere(({ path }) => path.includes(':record_type')))(
    '$name of no known type',
    async (operation) => {
      const sent = await example(operation);
      for (const record_type of ['constructor', 'versions', 'Clients', 'sessions', '']) {
        const reply = await send(operation.route, { ...sent, params: { ...sent.params, record_type } });
        expect(reply.status, record_type).toBe(404);
      }
    },
  );

  test.each(['/api/', '/api/nothing', '/api/organization/%E0%A4%A/clients'])('%s', async (url) => {
    const reply = await server.app.inject({ url, headers: { authorization: `Bearer ${world.owner.token}` } });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({ errors: { base: [problems.not_found.message] }, request_id: expect.any(String) });
  });
});
