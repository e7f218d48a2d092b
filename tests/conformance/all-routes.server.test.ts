import { describe, expect, test } from 'vitest';
import type { RouteSpec } from '#contract/kit/route.ts';
import { paramNames, successStatus } from '#contract/kit/route.ts';
import { openapi } from '#contract/openapi.ts';
import { problems } from '#contract/problems.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';
import { exampleOf, type Operation, operationsWhere, sampledOperations } from './operations.ts';
import { newWorld } from './world.ts';

const server = await startServer();
const { send } = server;
const superuser = await server.newSuperuser();
const world = await newWorld(server, 'Mine');
const { organization } = world;
const sample = (wanted: (route: RouteSpec) => boolean) => sampledOperations('all routes', wanted);
const example = (operation: Operation) => exampleOf(operation, world, superuser);

/** Makes one for each key, at first use. What is refused changes nothing, so that many refusals can be of the same. */
const once = <V>(make: (key: string) => Promise<V>) => {
  const made = new Map<string, Promise<V>>();
  return (key: string): Promise<V> => {
    const one = made.get(key) ?? make(key);
    made.set(key, one);
    return one;
  };
};
const refused = once((name) => exampleOf({ name }, world, superuser));
const outsider = once(async () => (await server.newOrganization()).owner);
const beforeAgreement = once(async (access) => {
  const person = await server.newUser(organization, { privileges: allPrivileges, agreed: false });
  if (access === 'superuser') await server.query('update users set is_superuser = true where id = $1', [person.id]);
  return person;
});
/** Who has all privileges but those of a route's entity; for a platform route all, for any other route none. */
const withoutPrivilege = once((access) => {
  const besides = access === 'superuser' ? {} : { [access]: [] };
  return server.newUser(organization, {
    role: 'orgadmin',
    privileges: access === 'member' ? {} : { ...allPrivileges, ...besides },
  });
});

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
  test.each(sample(() => true))('$name succeeds for the right person', async (operation) => {
    const reply = await send(operation.route, await example(operation));
    expect(reply, JSON.stringify(reply.errors)).toMatchObject({ status: successStatus(operation.route) });
  });

  test('stands in the OpenAPI document, and nothing else does', async () => {
    const document = (await server.app.inject('/api/openapi.json')).json();
    expect(document).toEqual(JSON.parse(JSON.stringify(openapi())));
    const documented = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { operationId: string }>)
        // Those of templates are an organization's, under another address.
        .filter(([, { operationId }]) => !/^templates\..+\./.test(operationId))
        .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, ':')}`),
    );
    await server.app.ready();
    const apart = ['health', 'openapi.json', 'docs', 'docs/start.js', 'docs*'].map((one) => `GET /api/${one}`);
    expect(mounted(server.app.printRoutes({ commonPrefix: false }))).toEqual([...documented, ...apart].sort());
  });
});

describe('the OpenAPI document', () => {
  test('has what the platform team does with templates, and that is answered there', async () => {
    const { paths } = (await server.app.inject('/api/openapi.json')).json();
    for (const collection of ['fields', 'forms'])
      expect([
        Object.keys(paths[`/api/admin/${collection}`]).sort(),
        Object.keys(paths[`/api/admin/${collection}/{id}`]).sort(),
      ]).toEqual([
        ['get', 'post'],
        ['delete', 'get', 'put'],
      ]);
    const { token } = await server.newSuperuser();
    const { owner } = await server.newOrganization();
    const statusFor = async (url: string, token?: string) =>
      (await server.app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} })).statusCode;
    for (const url of ['/api/admin/forms', '/api/admin/fields', '/api/admin/field_types'])
      expect([await statusFor(url, token), await statusFor(url, owner.token), await statusFor(url)], url).toEqual([
        200, 403, 401,
      ]);
    expect(paths['/api/admin/forms/{form_id}/notification_definitions']).toBeUndefined();
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
  test.each(sample((route) => !isPublic(route)))('$name without a token', async (operation) => {
    const { as: _, ...sent } = await refused(operation.name);
    const reply = await send(operation.route, sent);
    expect(reply).toMatchObject({ status: 401, errors: { base: [problems.not_signed_in.message] } });
    const other = await send(operation.route, { ...sent, headers: { authorization: 'Bearer nonsense' } });
    expect(other.status).toBe(401);
  });

  test.each(sample(({ access }) => access !== 'public' && access !== 'account'))(
    '$name before the agreement',
    async (operation) => {
      const { as: _, ...sent } = await refused(operation.name);
      const as = await beforeAgreement(operation.route.access === 'superuser' ? 'superuser' : 'member');
      const reply = await send(operation.route, { ...sent, as });
      expect(reply).toMatchObject({ status: 403, errors: { base: [problems.agreement_required.message] } });
    },
  );

  test.each(
    sample((route) => !isPublic(route) && route.access !== 'account').filter(({ name }) => !openToMembers.has(name)),
  )('$name without its privilege', async (operation) => {
    const { as: _, ...sent } = await refused(operation.name);
    const { route } = operation;
    const as = await withoutPrivilege(typeof route.access === 'object' ? route.access.entity : route.access);
    const reply = await send(route, { ...sent, as });
    expect([403, 404]).toContain(reply.status);
  });

  test.each(sample(isOfOrganization))('$name of an organization not their own', async (operation) => {
    const { as: _, ...sent } = await refused(operation.name);
    const as = await outsider('');
    const reply = await send(operation.route, { ...sent, as });
    expect(reply).toMatchObject({ status: 404, errors: { base: [problems.not_found.message] } });
    const nowhere = await send(operation.route, { ...sent, as, org: { slug: 'nowhere' } });
    expect(nowhere.errors, 'as where there is no organization').toEqual(reply.errors);
    const nul = await send(operation.route, { ...sent, org: { slug: 'a\0b' }, headers: { host: 'localhost' } });
    expect(nul.status).toBe(404);
  });
});

describe('an address that names nothing is not found', () => {
  const rows = sample(({ path }) => path.includes('id')).flatMap((operation) =>
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
    const sent = await refused(operation.name);
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
      const sent = await refused(operation.name);
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
