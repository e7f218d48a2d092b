// Longer than most: one list of all that a resource promises, to be read from top to bottom.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Entity, EntityPrivileges } from '#contract/kit/privileges.ts';
import type { RouteSpec } from '#contract/kit/route.ts';
import { problems } from '#contract/problems.ts';
import type { RecordType } from '#contract/record-types.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import type { Loose, Reply, TestServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

type Verb = 'list' | 'page' | 'show' | 'create' | 'update' | 'remove';
type Row = { id: number; lock_version: number; [column: string]: unknown };
type Listed = { data: Row[]; metadata: { page: number; page_size: number; total_count: number; total_pages: number } };
type Sent = Record<string, unknown>;

type Resource = {
  name: string;
  entity: Entity;
  title: { one: string; many: string };
  create: z.ZodType;
  sort: readonly string[];
};

type Subject = {
  /** A body that creates one, whose `names` holds the word. */
  valid: (organization: TestOrganization, word: string) => Sent | Promise<Sent>;
  /** The column that lists are searched by and, by default, sorted by. */
  names: string;
  /** Whether two may have the same name; they may, unless this says no. */
  mayShareNames?: false;
  /** A column that is shown and says the same as `names` of a new one. */
  follows?: string;
  /** What else it takes to write one. */
  also?: EntityPrivileges;
  /** What a PUT changes, one column at a time. */
  change: Sent;
  /** A body full of mistakes, and the path of every one of them. */
  wrong: { body: Sent; paths: string[] };
};

/** The text columns that a body may carry, and whether each may be absent. */
const textsOf = (schema: z.ZodType) => {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  type Property = { type?: string; enum?: unknown; format?: string; pattern?: string; anyOf?: Property[] };
  const isText = (one: Property) => one.type === 'string' && !one.enum && !one.format && !one.pattern;
  return Object.entries((properties ?? {}) as Record<string, Property>).flatMap(([column, property]) => {
    const nullable = property.anyOf?.some(({ type }) => type === 'null') ?? false;
    return isText(property) || property.anyOf?.some(isText) ? [{ column, nullable }] : [];
  });
};

/**
 * What every resource with crudRoutes() must pass: who is refused and how, what is checked, what is kept, what history
 * tells, and that lists hold exactly what the caller may read.
 */
export const describeResource = (
  server: TestServer,
  resource: Resource,
  routes: Record<Verb, RouteSpec>,
  { valid, names, mayShareNames, follows, also, change, wrong }: Subject,
) => {
  const { send } = server;
  const { entity } = resource;
  const bodyOf = <T>(reply: Reply<unknown>, status = 200): T => {
    expect(reply, JSON.stringify(reply.errors)).toMatchObject({ status });
    return reply.body as T;
  };
  const ask = (verb: Verb, sent: Loose) => send(routes[verb], { ...sent, params: { page: 1, ...sent.params } });

  const added = async (organization: TestOrganization, word: string, more: Sent = {}): Promise<Row> => {
    const body = { ...(await valid(organization, word)), ...more };
    return bodyOf<Row>(await ask('create', { as: organization.owner, body }), 201);
  };
  const one = async () => {
    const organization = await server.newOrganization();
    return { organization, owner: organization.owner, row: await added(organization, 'Alma') };
  };
  const userWith = (organization: TestOrganization, ...actions: EntityPrivileges['clients'] & object) =>
    server.newUser(organization, { privileges: { ...also, [entity]: actions } });

  /** Each verb sent as somebody, to the record and with a body that would do. */
  const everyVerb = async (as: TestUser | undefined, organization: TestOrganization, row: Row) => {
    const sent = { ...(as ? { as } : {}), org: organization, params: { id: row.id } };
    const answers: Partial<Record<Verb, Reply<unknown>>> = {};
    for (const verb of ['list', 'page', 'show'] as const) answers[verb] = await ask(verb, sent);
    answers.create = await ask('create', { ...sent, body: await valid(organization, 'Bruno') });
    answers.update = await ask('update', { ...sent, body: change });
    answers.remove = await ask('remove', sent);
    return answers as Record<Verb, Reply<unknown>>;
  };
  const statuses = async (...asked: Parameters<typeof everyVerb>) =>
    Object.fromEntries(Object.entries(await everyVerb(...asked)).map(([verb, { status }]) => [verb, status]));

  const idsOf = (listed: Listed) => listed.data.map(({ id }) => id);
  const versionsOf = (organization: TestOrganization, { id }: Row) =>
    server.call(recordRoutes.versions, {
      as: organization.owner,
      params: { record_type: resource.name as RecordType, record_id: id },
      query: { history: 'true' },
    });

  describe(`${resource.name} refuses`, () => {
    test('who is not signed in', async () => {
      const { organization, row } = await one();
      expect(await statuses(undefined, organization, row)).toEqual({
        list: 401,
        page: 401,
        show: 401,
        create: 401,
        update: 401,
        remove: 401,
      });
    });

    test('who has no privilege: lists and writes are forbidden, records are not there', async () => {
      const { organization, row } = await one();
      const nobody = await server.newUser(organization);
      const answers = await everyVerb(nobody, organization, row);
      for (const verb of ['list', 'page', 'create'] as const) {
        expect(answers[verb], verb).toMatchObject({ status: 403, errors: { base: [problems.forbidden.message] } });
      }
      const missing = await ask('show', { as: nobody, params: { id: row.id + 1_000_000 } });
      for (const verb of ['show', 'update', 'remove'] as const) {
        expect(answers[verb], verb).toMatchObject({ status: 404, errors: missing.errors });
      }
    });

    test('who belongs to another organization', async () => {
      const { organization, row } = await one();
      const other = await server.newOrganization();
      expect(new Set(Object.values(await statuses(other.owner, organization, row)))).toEqual(new Set([404]));
      const under = await everyVerb(other.owner, other, row);
      const missing = await ask('show', { as: other.owner, params: { id: row.id + 1_000_000 } });
      for (const verb of ['show', 'update', 'remove'] as const) {
        expect(under[verb], verb).toMatchObject({ status: 404, errors: missing.errors });
      }
      expect(await ask('show', { as: organization.owner, params: { id: row.id } })).toMatchObject({ status: 200 });
    });

    test('a reader who writes or deletes, a writer who deletes, a remover who writes', async () => {
      const { organization, row } = await one();
      const may = { list: 200, page: 200, show: 200 };
      const asked = async (action: 'read' | 'write' | 'remove') =>
        statuses(await userWith(organization, action), organization, row);
      expect(await asked('read')).toEqual({ ...may, create: 403, update: 403, remove: 403 });
      expect(await asked('write')).toEqual({ ...may, create: 201, update: 200, remove: 403 });
      expect(await asked('remove')).toEqual({ ...may, create: 403, update: 403, remove: 204 });
    });

    test('mistakes, all of them at once, each at its path', async () => {
      const { owner, row } = await one();
      for (const sent of [
        { verb: 'create', params: {} },
        { verb: 'update', params: { id: row.id } },
      ] as const) {
        const reply = await ask(sent.verb, { as: owner, params: sent.params, body: { ...wrong.body, misspelt: 1 } });
        expect(reply.status).toBe(422);
        expect(Object.keys(reply.errors).sort()).toEqual([...wrong.paths, 'misspelt'].sort());
      }
    });

    test.each(textsOf(resource.create))('$column that is blank, too long or holds a NUL', async (text) => {
      const { organization, owner, row } = await one();
      const { column, nullable } = text;
      const put = (value: unknown) => ask('update', { as: owner, params: { id: row.id }, body: { [column]: value } });
      for (const blank of ['', '  \t ']) {
        const reply = await put(blank);
        if (nullable) expect(bodyOf<Row>(reply)[column]).toBeNull();
        else
          expect(reply).toMatchObject({ status: 422, errors: { [column]: [expect.stringMatching(/^Enter .*name/)] } });
      }
      expect(await put('a\0b')).toMatchObject({ status: 422, errors: { [column]: ['Remove the NUL character'] } });
      const long = await put('x'.repeat(nullable ? 2001 : 300));
      expect(long).toMatchObject({ status: 422, errors: { [column]: [expect.stringMatching(/^Use at most \d+ /)] } });
      const body = await valid(organization, 'Carla');
      const created = await ask('create', { as: owner, body: { ...body, [column]: '' } });
      expect(created.status).toBe(nullable ? 201 : 422);
    });

    test('a body that is no object, is not JSON, or is of another type', async () => {
      const { owner, row } = await one();
      const params = { id: row.id };
      for (const body of [[], 'text', 7]) expect((await ask('update', { as: owner, params, body })).status).toBe(422);
      const raw = (payload: string, type: string) =>
        server.app.inject({
          method: 'PUT',
          url: `/api${routes.update.path.replace(':org', owner.organization.slug).replace(':id', String(row.id))}`,
          headers: { authorization: `Bearer ${owner.token}`, 'content-type': type },
          payload,
        });
      const malformed = await raw('{"name":', 'application/json');
      expect(malformed.statusCode).toBe(400);
      expect(malformed.json()).toMatchObject({ errors: { base: [problems.malformed.message] } });
      expect((await raw('name=x', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    });

    test('a version that is not the newest, and says who changed it', async () => {
      const { owner, row } = await one();
      const params = { id: row.id };
      const { lock_version } = bodyOf<Row>(await ask('update', { as: owner, params, body: change }));
      expect(lock_version).toBeGreaterThan(row.lock_version);
      const stale = row.lock_version;
      const base = [problems.conflict.message, `Changed by ${owner.first_name} ${owner.last_name}.`];
      for (const reply of [
        await ask('update', { as: owner, params, body: { ...change, lock_version: stale } }),
        await ask('update', { as: owner, params, body: change, headers: { 'if-match': `"${stale}"` } }),
        await ask('remove', { as: owner, params, body: { lock_version: stale } }),
        await ask('remove', { as: owner, params, headers: { 'if-match': `"${stale}"` } }),
      ])
        expect(reply).toMatchObject({ status: 409, errors: { base } });
      expect(
        await ask('update', { as: owner, params, body: change, headers: { 'if-match': `"${lock_version}"` } }),
      ).toMatchObject({ status: 200 });
    });

    test.each([
      ['filters', { filters: { nonsense: true } }],
      ['filters', { filters: '{' }],
      ['filters', { filters: [] }],
      ['sort', { sort: '[{' }],
      ['sort', { sort: [{ field: 'ssn', order: 'asc' }] }],
      ['sort', { sort: [{ field: 'created_at', order: 'up' }] }],
      ['sort', { sort: Array(4).fill({ field: 'created_at', order: 'asc' }) }],
      ['page_size', { page_size: 0 }],
      ['page_size', { page_size: 101 }],
      ['page_size', { page_size: 'ten' }],
      ['query', { query: 'a\0b' }],
      ['colour', { colour: 'red' }],
    ])('%s that cannot be used: %j', async (parameter, query) => {
      const { owner } = await server.newOrganization();
      for (const verb of ['list', 'page'] as const) {
        const reply = await ask(verb, { as: owner, query });
        expect(reply.status, JSON.stringify(reply.errors)).toBe(422);
        expect(Object.keys(reply.errors).map((path) => path.split('.')[0])).toEqual([parameter]);
      }
    });
  });

  describe(`${resource.name} keeps`, () => {
    test('what was sent, and shows it the same everywhere; a trailing slash changes nothing', async () => {
      const { owner, row } = await one();
      const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(row).toMatchObject({ id: expect.any(Number), created_at: stamp, updated_at: stamp, lock_version: 1 });
      for (const suffix of ['', '/']) {
        const sent = { as: owner, params: { id: row.id }, suffix };
        expect(bodyOf(await ask('show', sent))).toEqual(row);
        expect(idsOf(bodyOf<Listed>(await ask('list', sent)))).toContain(row.id);
        expect(idsOf(bodyOf<Listed>(await ask('page', sent)))).toContain(row.id);
      }
    });

    test('with a PUT what it does not carry', async () => {
      const { owner, row } = await one();
      const saved = bodyOf<Row>(await ask('update', { as: owner, params: { id: row.id }, body: change }));
      const { updated_at, ...rest } = saved;
      const following = follows ? { [follows]: change[names] } : {};
      expect({ ...rest, updated_at: row.updated_at }).toEqual({ ...row, ...change, ...following, lock_version: 2 });
      expect(bodyOf(await ask('show', { as: owner, params: { id: row.id } }))).toEqual(saved);
    });

    test('text in NFC, without spaces around it', async () => {
      const { owner, row } = await one();
      const body = { [names]: '  Zoe\u0308 \t Ana ' };
      expect(bodyOf<Row>(await ask('update', { as: owner, params: { id: row.id }, body }))[names]).toBe('Zoë Ana');
    });

    test('a version of each write, with the person, what was and what became; none when nothing changed', async () => {
      const { organization, row } = await one();
      const writer = await userWith(organization, 'write');
      const put = (body: Sent) => ask('update', { as: writer, params: { id: row.id }, body });
      bodyOf(await put(change));
      bodyOf(await put(change));
      const { history, created_by, updated_by } = await versionsOf(organization, row);
      const changes = Object.entries(change).map(([column, value]) => [column, [row[column], value]]);
      expect(history[0]).toMatchObject({
        event: 'update',
        change: Object.fromEntries(changes),
        admin_name: `${writer.first_name} ${writer.last_name}`,
        impersonator_name: null,
      });
      expect(Object.keys(history[0]?.change ?? {}).sort()).toEqual(Object.keys(change).sort());
      expect(history.filter(({ event }) => event === 'create')).toHaveLength(1);
      expect(history.at(-1)).toMatchObject({ change: { [names]: [null, row[names]] } });
      const first = new Set(history.slice(1).map(({ transaction_id }) => transaction_id));
      expect(first.size, 'one transaction a request').toBe(1);
      expect(first).not.toContain(history[0]?.transaction_id);
      expect([created_by?.id, updated_by?.id]).toEqual([organization.owner.id, writer.id]);
    });

    test('nothing once it is deleted', async () => {
      const { organization, owner, row } = await one();
      const sent = { as: owner, params: { id: row.id } };
      const removed = await ask('remove', sent);
      expect([removed.status, removed.bytes.length]).toEqual([204, 0]);
      for (const verb of ['show', 'remove'] as const) expect((await ask(verb, sent)).status).toBe(404);
      expect((await ask('update', { ...sent, body: change })).status).toBe(404);
      expect(idsOf(bodyOf<Listed>(await ask('list', sent)))).not.toContain(row.id);
      const versions = await server.query<{ user_id: number; impersonator_id: null; old_values: Sent }>(
        `select user_id::float8, impersonator_id, old_values from versions
          where organization_id = $1 and item_type = $2 and item_id = $3 and event <> 'create' order by id desc limit 1`,
        [organization.id, resource.name, row.id],
      );
      expect(versions).toMatchObject([{ user_id: owner.id, impersonator_id: null, old_values: expect.anything() }]);
    });

    test('one record for a repeated Idempotency-Key', async () => {
      const organization = await server.newOrganization();
      const { owner: as } = organization;
      const body = await valid(organization, 'Dora');
      const headers = { 'idempotency-key': `key of ${resource.name}` };
      const [first, second] = await Promise.all([
        ask('create', { as, body, headers }),
        ask('create', { as, body, headers }),
      ]);
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
      expect(bodyOf<Listed>(await ask('page', { as })).metadata.total_count).toBe(1);
      const other = await ask('create', { as, body: await valid(organization, 'Erwin'), headers });
      expect(other).toMatchObject({ status: 422, errors: { base: [expect.stringContaining('Idempotency-Key')] } });
    });
  });

  describe(`${resource.name} lists`, () => {
    test('pages without losing or repeating a row, whatever the order', async () => {
      const organization = await server.newOrganization();
      const { owner: as } = organization;
      const rows: Row[] = [];
      // Names tie in pairs, so that only the ending by id keeps pages apart.
      for (let n = 0; n < 11; n++) rows.push(await added(organization, `Kim ${mayShareNames === false ? n : n >> 1}`));
      const ids = rows.map(({ id }) => id);
      for (const field of resource.sort)
        for (const order of ['asc', 'desc']) {
          const seen: number[] = [];
          for (const page of [1, 2, 3]) {
            const query = { page_size: 4, sort: [{ field, order }] };
            const listed = bodyOf<Listed>(await ask('page', { as, params: { page }, query }));
            expect(listed.metadata).toEqual({ page, page_size: 4, total_count: 11, total_pages: 3 });
            seen.push(...idsOf(listed));
          }
          expect(
            seen.toSorted((a, b) => a - b),
            `${field} ${order}`,
          ).toEqual(ids);
          const whole = await ask('list', { as, query: { sort: [{ field, order }] } });
          expect(idsOf(bodyOf<Listed>(whole)), `${field} ${order}`).toEqual(seen);
        }
      const beyond = bodyOf<Listed>(await ask('page', { as, params: { page: 9 }, query: { page_size: 100 } }));
      expect(beyond).toEqual({ data: [], metadata: { page: 9, page_size: 100, total_count: 11, total_pages: 1 } });
      expect(bodyOf<Listed>(await ask('page', { as })).metadata.page_size).toBe(25);
    });

    test('by name, small letters beside capitals and accents beside plain letters', async () => {
      const organization = await server.newOrganization();
      const inOrder = ['abel', 'Ábela', 'Abelard', 'Zita'];
      for (const word of ['Zita', 'Abelard', 'abel', 'Ábela']) await added(organization, word);
      const listed = async (query: Sent) =>
        bodyOf<Listed>(await ask('list', { as: organization.owner, query })).data.map((row) => row[names]);
      expect(await listed({})).toEqual(inOrder);
      const by = (order: string) => ({ sort: [{ field: names, order }] });
      expect(await listed(by('asc'))).toEqual(inOrder);
      expect(await listed(by('desc'))).toEqual(inOrder.toReversed());
    });

    test('what is searched for: any case, with or without accents, wildcards as they stand, or the ID', async () => {
      const organization = await server.newOrganization();
      const words = [
        'Zoë-Ångström',
        '50%off',
        '50xoff',
        'art_ist',
        'artxist',
        'back\\slash',
        'backslash',
        'Maria Lopez',
      ];
      const rows = new Map<string, Row>();
      for (const word of words) rows.set(word, await added(organization, word));
      const found = async (query: string) =>
        bodyOf<Listed>(await ask('page', { as: organization.owner, query: { query } }));
      const named = async (query: string) => (await found(query)).data.map((row) => row[names]).sort();
      for (const query of ['zoe-ang', 'ZOË-ÅNG', 'zoe\u0308-a', 'ångström', 'gstro'])
        expect(await named(query)).toEqual([words[0]]);
      expect(await named('50%off')).toEqual(['50%off']);
      expect(await named('art_ist')).toEqual(['art_ist']);
      expect(await named('back\\slash')).toEqual(['back\\slash']);
      for (const query of ['％％％', '＿＿＿', 'z％n', '＼＼＼', '＼％'])
        expect(await named(query), `${query}, which folds to wildcards`).toEqual([]);
      expect(await named('50％off'), 'as folded').toEqual(['50%off']);
      expect(await named('back＼slash')).toEqual(['back\\slash']);
      expect(await named('lopez maria'), 'every word, in any order').toEqual(['Maria Lopez']);
      expect(await named('lopez zoe')).toEqual([]);
      const { id } = rows.get('artxist') as Row;
      const byId = await found(String(id));
      expect(idsOf(byId)).toContain(id);
      expect(byId.metadata.total_count).toBeLessThan(words.length);
      expect((await found('art')).metadata.total_count, 'the count is of what was searched for').toBe(2);
    });

    test.each([
      { through_group: false, name: 'the person' },
      { through_group: true, name: 'their group' },
    ])('exactly the records that were granted to $name', async ({ through_group }) => {
      const organization = await server.newOrganization();
      const [mine, changeable, removable, hidden] = [
        await added(organization, 'Granted one'),
        await added(organization, 'Granted two'),
        await added(organization, 'Granted three'),
        await added(organization, 'Granted to nobody'),
      ] as [Row, Row, Row, Row];
      const as = await server.newUser(organization, {
        grants: [
          { entity, id: mine.id, actions: ['read'], through_group },
          { entity, id: changeable.id, actions: ['write'], through_group },
          { entity, id: removable.id, actions: ['remove'], through_group },
        ],
      });
      const granted = [mine.id, changeable.id, removable.id];
      const sorted = (listed: Listed) => idsOf(listed).toSorted((a, b) => a - b);
      expect(sorted(bodyOf<Listed>(await ask('list', { as })))).toEqual(granted);
      const page = bodyOf<Listed>(await ask('page', { as }));
      expect([sorted(page), page.metadata.total_count]).toEqual([granted, 3]);
      const search = bodyOf<Listed>(await ask('page', { as, query: { query: 'granted' } }));
      expect([sorted(search), search.metadata.total_count]).toEqual([granted, 3]);
      const nothing = bodyOf<Listed>(await ask('page', { as, query: { query: 'nobody' } }));
      expect([nothing.data, nothing.metadata.total_count]).toEqual([[], 0]);

      const asked = async ({ id }: Row) => {
        const sent = { as, params: { id } };
        const put = await ask('update', { ...sent, body: change });
        return [(await ask('show', sent)).status, put.status, (await ask('remove', sent)).status];
      };
      expect(await asked(mine)).toEqual([200, 403, 403]);
      expect(await asked(changeable)).toEqual([200, 200, 403]);
      expect(await asked(removable)).toEqual([200, 403, 204]);
      expect(await asked(hidden)).toEqual([404, 404, 404]);
      const body = await valid(organization, 'Granted four');
      expect((await ask('create', { as, body })).status, 'a grant on a record creates none').toBe(403);
    });
  });
};
