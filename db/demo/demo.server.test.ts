import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { evaluate } from '#forms/answers/evaluate.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { goodPassword } from '#server/access/password-rules.ts';
import { passwordMatches } from '#server/access/passwords.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { type Database, openDatabase, type Tx } from '#server/kit/db.ts';
import { migrate } from '#server/kit/migrate.ts';
import { ensureDemo } from './index.ts';

const shared = inject('database');
const now = new Date('2026-11-21T18:00:00.000Z');

const run = async (address: string, statement: string) => {
  const client = new Client(address);
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

/** A migrated database without any organisation, and how to take it away again. */
const emptyDatabase = async (): Promise<{ database: Database; another: () => Database; drop: () => Promise<void> }> => {
  const name = `demo-${randomBytes(4).toString('hex')}`;
  await run(shared.url, `create database "${name}"`);
  const url = Object.assign(new URL(shared.url), { pathname: name }).href;
  const urls = await migrate(url, { secret: shared.secret, directory: 'db/migrations' });
  const opened: Database[] = [];
  const another = () => {
    const database = openDatabase(urls);
    opened.push(database);
    return database;
  };
  const drop = async () => {
    await Promise.all(opened.map((database) => database.end()));
    await run(shared.url, `drop database "${name}" with (force)`);
    await run(shared.url, `drop role "${name}_app"; drop role "${name}_admin"`);
  };
  return { database: another(), another, drop };
};

const all = <R>(database: Database, work: (tx: Tx) => Promise<R>) => database.adminTransaction(({ tx }) => work(tx));

const tables = [
  'users',
  'organizations',
  'memberships',
  'permission_groups',
  'membership_permission_groups',
  'clients',
  'fields',
  'forms',
  'form_fields',
  'field_slots',
  'responses',
  'response_slots',
  'record_permissions',
];

/** What the tables hold, in a few characters each. */
const contentOf = (database: Database) =>
  all(database, async (tx) => {
    const hashes: Record<string, unknown> = {};
    for (const table of tables) {
      const { rows } = await sql<{ hash: string }>`
        select md5(string_agg(to_jsonb(one)::text, '' order by to_jsonb(one)::text)) as hash
          from ${sql.table(table)} one`.execute(tx);
      hashes[table] = rows[0]?.hash;
    }
    return hashes;
  });

describe('the demo organisation', () => {
  let home: Awaited<ReturnType<typeof emptyDatabase>>;
  let answers: Awaited<ReturnType<typeof ensureDemo>>[];
  let organization_id: number;

  beforeAll(async () => {
    home = await emptyDatabase();
    const second = home.another();
    const started = performance.now();
    answers = await Promise.all([ensureDemo(home, { now }), ensureDemo({ database: second }, { now })]);
    console.info(`The demo was loaded in ${Math.round(performance.now() - started)} ms`);
    organization_id = await all(
      home.database,
      async (tx) => (await tx.selectFrom('organizations').select('id').executeTakeFirstOrThrow()).id,
    );
  });
  afterAll(() => home.drop());

  const within = <R>(work: (tx: Tx) => Promise<R>) => home.database.inOrganization({ organization_id }, work);

  test('is not loaded beside another organisation', async () => {
    const other = await emptyDatabase();
    await all(other.database, (tx) =>
      tx.insertInto('organizations').values({ name: 'Alder Clinic', slug: 'alder' }).execute(),
    );
    const before = await contentOf(other.database);
    expect(await ensureDemo(other, { now })).toBeNull();
    expect(await contentOf(other.database)).toEqual(before);
    await other.drop();
  });

  test('is loaded once, also by two processes at once and at the next start', async () => {
    const before = await contentOf(home.database);
    expect(answers[0]).toEqual(answers[1]);
    expect(await ensureDemo(home, { now: new Date('2027-02-03T10:00:00Z') })).toEqual(answers[0]);
    expect(await contentOf(home.database)).toEqual(before);
    const counts = await all(home.database, async (tx) => {
      const { rows } = await sql<Record<string, number>>`
        select (select count(*) from organizations) as organizations, (select count(*) from memberships) as members,
               (select count(*) from permission_groups) as groups, (select count(*) from clients) as clients,
               (select count(*) from forms) as forms, (select count(*) from responses) as responses,
               (select count(*) from response_slots) as slotted`.execute(tx);
      return rows[0];
    });
    expect(counts).toEqual({
      organizations: 1,
      members: 7,
      groups: 7,
      clients: 300,
      forms: 8,
      responses: 2000,
      slotted: 2000,
    });
  });

  test('is the same when it is loaded on the same day, and other on another day', async () => {
    const [same, later] = [await emptyDatabase(), await emptyDatabase()];
    await ensureDemo(same, { now });
    await ensureDemo(later, { now: new Date(now.getTime() + 86_400_000) });
    const content = await contentOf(home.database);
    expect(await contentOf(same.database)).toEqual(content);
    const differing = await contentOf(later.database);
    expect(differing.clients).not.toBe(content.clients);
    expect(differing.fields).not.toBe(content.fields);
    await Promise.all([same.drop(), later.drop()]);
  });

  test('has responses that the rules of their forms accept, with their typed columns', async () => {
    await within(async (tx) => {
      const responses = await tx.selectFrom('responses').selectAll().execute();
      const slots = new Map((await tx.selectFrom('response_slots').selectAll().execute()).map((row) => [row.id, row]));
      const forms = await formDefinitions(tx, organization_id, [...new Set(responses.map(({ form_id }) => form_id))]);
      for (const response of responses) {
        const form = forms.get(response.form_id)!;
        const given = response.answers as Record<string, unknown>;
        const timeZone = 'America/Los_Angeles';
        const today = todayIn(timeZone, new Date(response.completed_at));
        const checked = evaluate(form, given, {}, { today, now: response.completed_at, timeZone });
        expect(checked).toMatchObject({ issues: [], answers: given });
        const slotted = slots.get(response.id) as unknown as Record<string, unknown>;
        expect(slotted.completed_at).toBe(response.completed_at);
        for (const { field_id, slot, field_type } of form.slots) {
          const value = given[field_id] ?? null;
          expect(slotted[slot]).toEqual(value === null ? null : fieldType(field_type).slotValue(value));
        }
      }
    });
  });

  test('has fields of every type, one of them on several forms', async () => {
    const { types, onForms } = await within(async (tx) => ({
      types: await tx.selectFrom('fields').select('field_type').distinct().execute(),
      onForms: await sql<{ most: number }>`
        select max(number) as most from (select count(*) as number from form_fields group by field_id) uses`.execute(
        tx,
      ),
    }));
    expect(types).toHaveLength(8);
    expect(onForms.rows[0]!.most).toBeGreaterThan(3);
  });

  test('lies before the moment of the loading, in an order that makes sense', async () => {
    const { rows } = await within((tx) =>
      sql<{ wrong: number }>`
        select count(*) as wrong from responses join clients on clients.id = responses.client_id
         where responses.completed_at > ${now.toISOString()} or responses.updated_at > ${now.toISOString()}
            or responses.updated_at < responses.created_at or responses.created_at < clients.created_at
            or clients.updated_at < clients.created_at or clients.created_at::date < dob or dod < dob`.execute(tx),
    );
    expect(rows[0]!.wrong).toBe(0);
  });

  test('has a history that names who recorded and who changed', async () => {
    const { rows } = await within((tx) =>
      sql<{ event: string; number: number; wrong: number }>`
        select event, count(*) as number,
               count(*) filter (where versions.user_id <> case event when 'create' then administrator_id else updated_by_id end
                                   or event = 'update' and versions.user_id = administrator_id) as wrong
          from versions join responses on responses.id = item_id
         where item_type = 'client_forms' group by event order by event`.execute(tx),
    );
    expect(rows).toMatchObject([
      { event: 'create', number: 2000, wrong: 0 },
      { event: 'update', wrong: 0 },
    ]);
    expect(rows[1]!.number).toBeGreaterThan(100);
  });

  test('has sign-ins that the password rules accept, one of them with the agreement to accept', async () => {
    const users = await all(home.database, (tx) =>
      tx
        .selectFrom('users')
        .innerJoin('passwords', 'passwords.user_id', 'users.id')
        .leftJoin('confidentiality_agreements as agreements', 'agreements.user_id', 'users.id')
        .select(['email', 'first_name', 'last_name', 'hash', 'agreements.version'])
        .execute(),
    );
    const { sign_ins } = answers[0]!;
    expect(sign_ins).toHaveLength(7);
    for (const { email, password } of sign_ins) {
      const user = users.find((one) => one.email === email)!;
      expect(await passwordMatches(password, user.hash)).toBe(true);
      expect(password.length).toBeGreaterThanOrEqual(12);
      await goodPassword(password, password, [email, user.first_name, user.last_name, 'Harborvale Family Services']);
    }
    expect(users.filter(({ version }) => version === null).map(({ first_name }) => first_name)).toEqual(['Femi']);
  });
});
