import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword } from '#server/access/password-rules.ts';
import { passwordMatches } from '#server/access/passwords.ts';
import { ssnOf } from '#server/access/ssn.ts';
import type { Database, Tx } from '#server/kit/db.ts';
import { ensureDemo } from './index.ts';
import { emptyDatabase, type Home } from './testing.ts';

const now = new Date('2026-11-21T18:00:00.000Z');

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
  'calculations',
  'sequences',
  'sequence_forms',
  'notification_definitions',
  'field_slots',
  'responses',
  'response_slots',
  'response_files',
  'record_permissions',
  'households',
  'household_members',
  'data_groups',
  'data_group_records',
  'categories',
  'category_records',
];

/** What looks different in each database: what is encrypted there, and what it counts by itself. */
const itsOwn = ['sealed_as', 'ssn_sealed', 'ssn_hash', 'definition_version'];

/** What the tables hold beside the templates, which every database has, in a few characters each. */
const contentOf = (database: Database) =>
  all(database, async (tx) => {
    const hashes: Record<string, unknown> = {};
    for (const table of tables) {
      const { rows } = await sql<{ hash: string }>`
        select md5(string_agg(content::text, '' order by content::text)) as hash
          from ${sql.table(table)} one, lateral (select to_jsonb(one) - ${itsOwn}::text[] as content) shown where to_jsonb(one) ->> 'slug' is distinct from 'admin'`.execute(
        tx,
      );
      hashes[table] = rows[0]?.hash;
    }
    return hashes;
  });

/** The last 4 of SSN of everybody, by their ids. */
const digitsOf = ({ database, keys }: Home) =>
  all(database, async (tx) => {
    const people = await tx.selectFrom('clients').selectAll().orderBy('id').execute();
    return people.map((row) => ssnOf(keys, row));
  });

describe('the demo organization', () => {
  let home: Home;
  let answers: Awaited<ReturnType<typeof ensureDemo>>[];
  let organization_id: number;

  beforeAll(async () => {
    home = await emptyDatabase();
    const second = home.another();
    answers = await Promise.all([ensureDemo(home, { now }), ensureDemo({ ...home, database: second }, { now })]);
    organization_id = await all(
      home.database,
      async (tx) =>
        (await tx.selectFrom('organizations').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()).id,
    );
  });
  afterAll(() => home.drop());

  const within = <R>(work: (tx: Tx) => Promise<R>) => home.database.inOrganization({ organization_id }, work);

  test('is not loaded beside another organization', async () => {
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
        select (select count(*) from organizations where slug <> 'admin') as organizations, (select count(*) from memberships) as members,
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
      forms: 12,
      responses: 2028,
      slotted: 2028,
    });
  });

  test('is the same when it is loaded on the same day, and other on another day', async () => {
    const [same, later] = [await emptyDatabase(), await emptyDatabase()];
    await ensureDemo(same, { now });
    await ensureDemo(later, { now: new Date(now.getTime() + 86_400_000) });
    const content = await contentOf(home.database);
    expect(await contentOf(same.database)).toEqual(content);
    expect(await digitsOf(same)).toEqual(await digitsOf(home));
    const differing = await contentOf(later.database);
    expect(differing.clients).not.toBe(content.clients);
    expect(differing.fields).not.toBe(content.fields);
    await Promise.all([same.drop(), later.drop()]);
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
      { event: 'create', number: 2028, wrong: 0 },
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
