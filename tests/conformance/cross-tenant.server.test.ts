import { describe, expect, test } from 'vitest';
import { type RouteSpec, successStatus } from '#contract/kit/route.ts';
import { mergedValueNames } from '#contract/resources/merges.ts';
import { type Loose, type Reply, startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';
import { idSlots, type Slot, valueAt, withValue } from './id-slots.ts';
import { exampleOf, type Operation, operationsWhere, sampledOperations } from './operations.ts';
import { newWorld } from './world.ts';

const server = await startServer();
const { send, query } = server;
const superuser = await server.newSuperuser();
// Two organizations of the same shape. Every text of the other one holds this mark.
const canary = 'CNRY-B';
const mine = await newWorld(server, 'Mine');
const theirs = await newWorld(server, canary);
const actors: [string, TestUser][] = [
  ['the owner', mine.owner],
  ['a member with all privileges', mine.member],
];
const nowhere = 9_007_199_254_740_990;

/**
 * Ids that the examples do not send: one within a text, which is a place in an order, and what a report of another type,
 * or one that has no views yet, does not take: the tests of reports send those.
 */
const unsendable = ['query.cursor.id', 'body.report_target_id', 'body.default_view_id'];
/** A form that is shared takes no field that picks records; fields.create sends these ids. */
const isUnsendable = (place: string) => unsendable.includes(place) || /\.field\.internal_option\./.test(place);

/** Ids that a request carries back as it was shown, or by which it calls what it adds, and that decide nothing. */
const ignored = new Set([
  ...['form_fields', 'calculations'].flatMap((list) => [
    `forms.create body.${list}.*.id`,
    `forms.update body.${list}.*.id`,
  ]),
  // New calculations, and fields that are made with the form: both stand there by any number, and have no answers.
  'calculations.preview body.calculations.*.id',
  'calculations.preview body.calculations.*.variables.*.record_id',
  'data_groups.setOfRecord body.seen.*',
  'categories.setOfRecord body.seen.*',
  // Of the draft's own files; whatever else is named stays.
  'drafts.save body.removes.*',
  // One that lets itself be found may be asked by everybody; those that do not: affiliations.server.test.ts.
  'affiliations.create body.affiliate_organization_id',
  // Values are chosen for a merge, and the example marks people as distinct.
  ...mergedValueNames.map((name) => `merge_clients.create body.values.${name}`),
]);

/** Whether another entry of the same list, or another key of the same record, fills a place that this one leaves out. */
const isFilledElsewhere = (place: string, slots: Slot[]): boolean => {
  const parts = place.split('.').map((part) => (part === '*' || /^\d+$/.test(part) ? '[^.]+' : part));
  const alike = new RegExp(`^${parts.join('\\.')}$`);
  return slots.some((slot) => alike.test(slot.join('.')));
};

const tenantTables = (
  await query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'organization_id' and not a.attisdropped order by 1`,
  )
).map(({ name }) => name);

/** What requests write, of tables in which the jobs of other test files write too. */
const columnsOf: Record<string, string> = { jobs: 'id, kind, payload, run, requester_id, user_id' };

/** Asks what the other organization has, table by table, with its people and itself. */
const stateQuestion = () => {
  const id = theirs.organization.id;
  const hash = (name: string, rows: string) =>
    `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(r::text, E'\\n' order by r::text), '')) as hash
       from (${rows}) r`;
  const people = `select m.id from memberships m where m.organization_id = ${id}`;
  return [
    ...tenantTables.map((name) =>
      hash(name, `select ${columnsOf[name] ?? '*'} from ${name} where organization_id = ${id}`),
    ),
    hash('organizations', `select * from organizations where id = ${id}`),
    hash('users', `select * from users where id in (${people})`),
    hash('passwords', `select * from passwords where user_id in (${people})`),
  ].join(' union all ');
};

/** What the other organization has. Planned once for each connection: planning it takes longer than the answer. */
const theirState = async (): Promise<Record<string, string>> => {
  const [known] = await query(`select from pg_prepared_statements where name = 'their_state'`);
  if (!known) await query(`prepare their_state as ${stateQuestion()}`);
  const rows = await query<{ name: string; hash: string }>('execute their_state');
  return Object.fromEntries(rows.map((row) => [row.name, row.hash]));
};

const leaks = ({ bytes, headers }: Reply<unknown>) =>
  [bytes.toString('utf8'), JSON.stringify(headers)].some((text) => text.toLowerCase().includes(canary.toLowerCase()));

/** What a reply tells about ids, wherever they themselves stand in it, or a number that is the same by chance. */
const told = ({ status, body, errors }: Reply<unknown>, ...ids: unknown[]) =>
  `${status} ${JSON.stringify(status < 300 ? body : errors).replaceAll(new RegExp(`\\b(${ids.join('|')})\\b`, 'g'), 'the id')}`;

test('the other organization has rows in every table', async () => {
  const state = await theirState();
  expect(tenantTables.length).toBeGreaterThan(10);
  expect(Object.entries(state).filter(([, hash]) => hash.startsWith('0 '))).toEqual([]);
});

const sample = (wanted: (route: RouteSpec) => boolean) => sampledOperations('cross-tenant', wanted);
const ofOrganization = sample(({ path }) => path.startsWith('/organization/:org'));
const ownExample = (operation: Operation) => exampleOf(operation, mine, superuser);
/** The last state of the other organization that was read, until its owner adds to it. */
let lastState: Record<string, string> | null = null;
const otherExample = (operation: Operation) => {
  lastState = null;
  return exampleOf(operation, theirs, superuser);
};
const stateBefore = async () => lastState ?? theirState();
const expectUnchanged = async (before: Record<string, string>) => {
  lastState = await theirState();
  expect(lastState).toEqual(before);
};

type Examples = { own: Loose; other: Loose };
const made = new Map<string, Examples>();
/** The same two requests for each test of refusals: none of them uses up what the other organization has. */
const examples = async (operation: Operation): Promise<Examples> => {
  const known = made.get(operation.name);
  if (known) return known;
  const both = { own: await ownExample(operation), other: await otherExample(operation) };
  made.set(operation.name, both);
  return both;
};

describe('with an id of another organization', () => {
  test.each(ofOrganization)('$name neither tells nor changes anything', async (operation) => {
    const { route, name } = operation;
    const { own, other } = await examples(operation);
    const { slots, leftOut } = idSlots(route, own);
    const forgotten = leftOut.filter((place) => !isUnsendable(place) && !isFilledElsewhere(place, slots));
    expect(forgotten, `the example of ${name} leaves ids out`).toEqual([]);
    const before = await stateBefore();
    for (const slot of slots) {
      const place = `${slot.join('.')} of ${name}`;
      const theirId = valueAt(other, slot);
      expect(theirId, place).toEqual(expect.any(Number));
      expect(theirId, place).not.toBe(valueAt(own, slot));
      for (const [who, as] of actors) {
        const reply = await send(route, { ...withValue(own, slot, theirId), as });
        expect(leaks(reply), `${place}, asked by ${who}`).toBe(false);
        if (isIgnored(name, slot) || isStandIn(own, slot)) continue;
        if (slot[0] !== 'query') expect([403, 404, 422], `${place}, asked by ${who}`).toContain(reply.status);
        const missing = await send(route, { ...withValue(own, slot, nowhere), as });
        expect(told(reply, theirId, nowhere), `${place} as an id that is nowhere`).toBe(
          told(missing, theirId, nowhere),
        );
      }
    }
    await expectUnchanged(before);
  });

  /** Whether a number only stands for a field that the same entry adds. */
  const isStandIn = (own: object, slot: Slot) =>
    slot.at(-1) === 'field_id' && (valueAt(own, slot.slice(0, -1)) as { field?: object }).field !== undefined;
  const isIgnored = (name: string, slot: Slot) =>
    ignored.has(`${name} ${slot.map((key) => (typeof key === 'number' ? '*' : key)).join('.')}`);
});

describe('at the address of another organization', () => {
  test.each(ofOrganization)('$name is not found, whatever it carries', async (operation) => {
    const { route } = operation;
    const { own, other } = await examples(operation);
    const before = await stateBefore();
    for (const [, as] of actors)
      for (const sent of [other, { ...own, org: theirs.organization }]) {
        const reply = await send(route, { ...sent, as });
        expect(reply.status).toBe(404);
        expect(leaks(reply)).toBe(false);
      }
    await expectUnchanged(before);
  });

  test.each(sample(({ access }) => access === 'superuser'))('$name is for the platform team', async (one) => {
    const { own, other } = await examples(one);
    const before = await stateBefore();
    for (const [, as] of actors)
      for (const sent of [own, other]) {
        const reply = await send(one.route, { ...sent, as });
        expect(reply.status).toBe(403);
        expect(leaks(reply)).toBe(false);
      }
    await expectUnchanged(before);
  });

  test.each(sample(({ access }) => access === 'account'))('$name tells of oneself alone', async (one) => {
    const own = await ownExample(one);
    const before = await stateBefore();
    const reply: Reply<unknown> = await send(one.route, own);
    expect(leaks(reply)).toBe(false);
    await expectUnchanged(before);
  });
});

describe('lists, searches and histories', () => {
  const reads = sample(({ method, path }) => method === 'GET' && path.startsWith('/organization/:org'));
  test.each(reads)('$name holds nothing of another organization', async (operation) => {
    const own = await ownExample(operation);
    const searched: Loose = { ...own, ...(operation.route.query ? { query: { ...own.query } } : {}) };
    if (searched.query && 'query' in searched.query) searched.query.query = canary;
    for (const [, as] of actors) expect(leaks(await send(operation.route, { ...searched, as }))).toBe(false);
  });
});

describe('the rightful owner', () => {
  test.each(sample(() => true))('of the same ids succeeds with $name', async (operation) => {
    const other = await otherExample(operation);
    const reply = await send(operation.route, other);
    expect(reply, JSON.stringify(reply.errors)).toMatchObject({ status: successStatus(operation.route) });
  });

  test('is who sees the mark, so that its absence means something', async () => {
    const seen = operationsWhere(
      ({ method, path }) => method === 'GET' && path.startsWith('/organization/:org/clients'),
    );
    // Four digits hold no mark, nor does a count.
    const unmarked = /\/(ssn_suffix|left_out)$/;
    for (const operation of seen.filter(({ route }) => !route.download && !unmarked.test(route.path))) {
      const other = await otherExample(operation);
      // A list is asked for whole; what is found alone by what is sent, with that.
      const asked = /\/(similar|alike)$/.test(operation.route.path) ? other : { ...other, query: {} };
      expect(leaks(await send(operation.route, asked)), operation.name).toBe(true);
    }
  });
});
