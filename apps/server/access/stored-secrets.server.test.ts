import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#server/host/migrate.ts';
import { type Database, openDatabase } from '#server/kit/db.ts';
import { type Keyring, openKeyring } from '#server/kit/keyring.ts';
import { keyFor, sealed } from '#server/kit/secret-box.ts';
import { ownDatabase, run } from '#tests/own-database.ts';
import { clearTexts } from '#tests/server/clear-texts.ts';
import { ssnOf } from './ssn.ts';
import { encryptStored } from './stored-secrets.ts';
import { secretOf } from './totp-secrets.ts';

type Own = Awaited<ReturnType<typeof ownDatabase>>;
const people = 1203;
const digitsOf = (n: number) => String((n * 37) % 10_000).padStart(4, '0');
const totp = Buffer.from('twenty bytes of seed');

// What is encrypted once can't be met in clear again.
describe('what earlier versions stored in clear', { shuffle: false }, () => {
  let own: Own;
  let before: string;
  let keys: Keyring;
  let owner: Database;
  let end: () => Promise<unknown>;

  beforeAll(async () => {
    before = mkdtempSync(path.join(tmpdir(), 'hearth-before-'));
    for (const name of readdirSync('db/migrations').filter((one) => one < '0060'))
      cpSync(path.join('db/migrations', name), path.join(before, name));
    own = await ownDatabase(before);
    await run(own.url, `insert into organizations (name, slug) values ('One', 'one'), ('Two', 'two')`);
    await run(own.url, `insert into users (email) values ('ana@example.org')`);
    await run(
      own.url,
      `insert into clients (organization_id, first_name, last_name, dob, gender, ssn_suffix)
       select o.id, 'Ana', 'Ruiz', '1990-01-02', 'female', lpad((n * 37 % 10000)::text, 4, '0')
         from generate_series(1, ${people}) n, organizations o where o.slug in ('one', 'two')`,
    );
    const place = 'second_factors 1';
    await run(own.url, 'insert into second_factors (user_id, secret) values (1, $1)', [
      sealed(keyFor(own.secret, 'second factor'), totp, place),
    ]);
    await run(
      own.url,
      `insert into idempotency_keys (organization_id, user_id, key, request_hash, status, answer)
       select id, 1, 'k', 'h', 201, '{"ssn_suffix": "0037"}' from organizations where slug = 'one'`,
    );
    await migrate(own.url, { secret: own.secret, directory: 'db/migrations' });
    const database = openDatabase(own);
    owner = openDatabase({ appUrl: own.url, adminUrl: own.url });
    end = () => Promise.all([database.end(), owner.end()]);
    keys = await openKeyring(database, own);
  });
  afterAll(async () => {
    keys.close();
    await end();
    await own.drop();
    rmSync(before, { recursive: true });
  });

  const left = async () =>
    (await run<{ left: string | null }>(own.url, `select to_regclass('unencrypted') as left`))[0]?.left;
  const versions = async () => (await run<{ count: string }>(own.url, 'select count(*) from versions'))[0]?.count;

  test('is not given up while it cannot be decrypted, and the database does not take it for done', async () => {
    await run(own.url, `update unencrypted set content = 'ff' || content where kind = 'second_factors'`);
    await expect(encryptStored(owner, keys, own)).rejects.toThrow(/second factor of user 1.*SECRET_BEFORE/);
    await run(own.url, `update unencrypted set content = substr(content, 3) where kind = 'second_factors'`);
    expect(await left()).toBe('unencrypted');
    await expect(run(own.url, 'call kit.everything_is_encrypted()')).rejects.toThrow(
      /contains null values|violated by some row/,
    );
  });

  test('is encrypted when the server starts, once, by several processes together, and leaves no history', async () => {
    const told = await versions();
    await Promise.all([encryptStored(owner, keys, own), encryptStored(owner, keys, own)]);
    await encryptStored(owner, keys, own);
    expect(await left()).toBeNull();
    expect(await versions()).toBe(told);
    const rows = await run<Parameters<typeof ssnOf>[1] & { slug: string; ssn_suffix: number }>(
      own.url,
      `select clients.*, organizations.slug from clients join organizations on organizations.id = organization_id
        order by clients.organization_id, clients.id`,
    );
    const expected = Array.from({ length: people }, (_, index) => digitsOf(index + 1)).sort();
    for (const slug of ['one', 'two'])
      expect(
        rows
          .filter((row) => row.slug === slug)
          .map((row) => ssnOf(keys, row))
          .sort(),
      ).toEqual(expected);
    expect(new Set(rows.map((row) => row.ssn_suffix))).toEqual(new Set([1]));
    const [factor] = await run<Parameters<typeof secretOf>[1]>(own.url, 'select * from second_factors');
    expect(secretOf(keys, { ...factor!, user_id: 1 })).toEqual(totp);
  });

  test('stands nowhere any more, and cannot come back', async () => {
    for (const n of [1, 50, 1000]) expect(await clearTexts(own.url, digitsOf(n))).toEqual([]);
    await expect(
      run(
        own.url,
        `insert into clients (organization_id, first_name, last_name, dob, gender)
         select id, 'Ana', 'Ruiz', '1990-01-02', 'female' from organizations where slug = 'one'`,
      ),
    ).rejects.toThrow(/violates not-null constraint/);
  });
});
