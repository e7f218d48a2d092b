import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartError } from '#server/kit/start-error.ts';
import { shared as database } from '#tests/shared-database.ts';
import { connect } from './connect.ts';
import { migrate, tooOld } from './migrate.ts';

const secret = 'a secret';

let directory: string;
let name: string;
let url: string;

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'hearth-migrations-'));
  name = `migrate-${randomBytes(4).toString('hex')}`;
  url = at(database.url, { pathname: name });
  await run(database.url, `create database "${name}"`);
});
afterEach(async () => {
  rmSync(directory, { recursive: true });
  await run(database.url, `drop database "${name}" with (force)`);
  await run(database.url, `drop role if exists "${name}_app"; drop role if exists "${name}_admin"`);
});

const write = (file: string, sql: string) => writeFileSync(path.join(directory, file), sql);
const migrateIt = (address = url) => migrate(address, { secret, directory });

function at(
  address: string,
  change: { pathname?: string; username?: string; password?: string; port?: string },
): string {
  return Object.assign(new URL(address), change).href;
}

async function run<Row>(address: string, sql: string): Promise<Row[]> {
  const client = new Client(address);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

describe('migrate refuses', () => {
  test('a PostgreSQL before 15', () => {
    expect(tooOld(140_002, '14.2')).toBe('Hearth needs PostgreSQL 15 or newer; this is 14.2.');
    expect(tooOld(150_000, '15.0')).toBeNull();
  });

  test('a role with too few rights, and says how to give them', async () => {
    const { appUrl } = await migrateIt();
    await expect(migrateIt(appUrl)).rejects.toThrow(`alter role "${name}_app" bypassrls createrole;`);
  });

  test('a database that a newer version wrote', async () => {
    write('0001-one.sql', 'create table one ()');
    write('0002-two.sql', 'create table two ()');
    await migrateIt();
    rmSync(path.join(directory, '0002-two.sql'));
    await expect(migrateIt()).rejects.toThrow(/newer version of Hearth: it has 0002-two\.sql/);
  });

  test('a migration that was changed after it was applied', async () => {
    write('0001-one.sql', 'create table one ()');
    await migrateIt();
    write('0001-one.sql', 'create table one (id int)');
    await expect(migrateIt()).rejects.toThrow(/0001-one\.sql was changed/);
  });

  test('a migration that comes too late', async () => {
    write('0002-two.sql', 'create table two ()');
    await migrateIt();
    write('0001-one.sql', 'create table one ()');
    await expect(migrateIt()).rejects.toThrow(/0001-one\.sql comes before 0002-two\.sql/);
  });

  test('a database whose keys another secret wraps, and says what to set', async () => {
    await migrateIt();
    await expect(migrate(url, { secret: 'another secret', directory })).rejects.toThrow(
      /SECRET doesn’t match.*SECRET_BEFORE/,
    );
  });

  test.each([
    [['one.sql'], /one\.sql isn’t a valid name/],
    [['0001-one.sql', '0001-two.sql'], /Two migrations have the number 0001/],
  ])('files named %o', async (files, message) => {
    for (const file of files) write(file, 'select 1');
    await expect(migrateIt()).rejects.toThrow(message);
  });

  test('a migration that fails, keeping what came before and nothing of it', async () => {
    write('0001-one.sql', 'create table one ()');
    write('0002-two.sql', 'create table two ();\ncreate table three ();\nselect * from nowhere;');
    await expect(migrateIt()).rejects.toThrow(/0002-two\.sql failed in line 3: relation "nowhere" does not exist/);
    expect(await run(url, `select to_regclass('one') as one, to_regclass('two') as two`)).toEqual([
      { one: 'one', two: null },
    ]);
    expect(await run(url, 'select name from schema_migrations')).toEqual([{ name: '0001-one.sql' }]);
  });
});

describe('migrate', () => {
  test('applies each migration once, also when several processes start together', async () => {
    write('0001-one.sql', 'create table one (); select pg_sleep(0.2)');
    write('0002-two.sql', 'create table two ()');
    await Promise.all([migrateIt(), migrateIt(), migrateIt()]);
    await migrateIt();
    expect(await run(url, 'select name from schema_migrations order by name')).toEqual([
      { name: '0001-one.sql' },
      { name: '0002-two.sql' },
    ]);
  });

  test('puts the names of the roles for :app and :admin, and leaves casts alone', async () => {
    write(
      '0001-one.sql',
      `create domain app as text; create table one as select 'x'::app as name; grant select on one to :app, :admin`,
    );
    const { appUrl, adminUrl } = await migrateIt();
    expect(await run(appUrl, 'select name from one')).toEqual([{ name: 'x' }]);
    expect(await run(adminUrl, 'select name from one')).toEqual([{ name: 'x' }]);
  });

  test('makes roles that own nothing, and only the second passes row-level security', async () => {
    await migrateIt();
    const roles = await run(
      url,
      `select rolname, rolcanlogin, rolbypassrls, rolsuper or rolcreatedb or rolcreaterole or rolreplication as more
       from pg_roles where starts_with(rolname, '${name}') order by rolname`,
    );
    expect(roles).toEqual([
      { rolname: `${name}_admin`, rolcanlogin: true, rolbypassrls: true, more: false },
      { rolname: `${name}_app`, rolcanlogin: true, rolbypassrls: false, more: false },
    ]);
  });

  test('takes away rights that a role should not have', async () => {
    await migrateIt();
    await run(url, `alter role "${name}_app" superuser bypassrls`);
    await migrateIt();
    const roles = await run(url, `select rolsuper, rolbypassrls from pg_roles where rolname = '${name}_app'`);
    expect(roles).toEqual([{ rolsuper: false, rolbypassrls: false }]);
  });

  test('keeps the roles’ passwords while SECRET is replaced, so that running processes go on', async () => {
    const before = await migrateIt();
    const after = await migrate(url, { secret: 'another secret', secretBefore: secret, directory });
    expect(after).toEqual(before);
    expect(await migrateIt(), 'a process that was not given the new one yet').toEqual(before);
    expect(await run(before.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('gives each database passwords of its own, which the secret alone does not tell', async () => {
    const { appUrl, adminUrl } = await migrateIt();
    const passwords = [appUrl, adminUrl].map((address) => new URL(address).password);
    expect(new Set(passwords).size).toBe(2);
    const told = createHmac('sha256', secret).update(`${name}_app`).digest('hex');
    expect(passwords).not.toContain(told);
  });

  test('works as a role that is no superuser', async () => {
    await run(
      url,
      `create role "${name}_owner" login bypassrls createrole password 'owner'; alter database "${name}" owner to "${name}_owner"`,
    );
    try {
      write('0001-one.sql', 'create table one (); grant select on one to :app');
      const { appUrl } = await migrateIt(at(url, { username: `${name}_owner`, password: 'owner' }));
      expect(await run(appUrl, 'select * from one')).toEqual([]);
    } finally {
      await run(
        url,
        `reassign owned by "${name}_owner" to postgres; drop owned by "${name}_owner"; drop role "${name}_owner"`,
      );
    }
  });
});

describe('connect', () => {
  const words = async (address: string) => {
    const error = await connect(address, 300).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  };

  test('says where nothing answers', async () => {
    expect(await words('postgres://u:hunter2@127.0.0.1:1/x')).toMatch(
      /^(?!.*hunter2).*Nothing answers at 127\.0\.0\.1:1\. Check .*DATABASE_URL/,
    );
  });

  test('says that the host, the password or the database is wrong', async () => {
    expect(await words('postgres://u@no-such-host.invalid/x')).toMatch(/host no-such-host\.invalid/);
    expect(await words(at(database.url, { password: 'wrong' }))).toMatch(/refused the password of postgres/);
    expect(await words(at(database.url, { pathname: 'nowhere' }))).toMatch(/no database "nowhere"/);
  });

  test('waits for a server that is still starting', async () => {
    const real = new URL(database.url);
    const proxy = net.createServer((socket) => {
      socket.on('error', () => {});
      const onward = net.connect(Number(real.port), real.hostname).on('error', () => {});
      socket.pipe(onward).pipe(socket);
    });
    const reserved = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => reserved.once('listening', resolve));
    const { port } = reserved.address() as net.AddressInfo;
    await new Promise((resolve) => reserved.close(resolve));

    const connected = connect(at(database.url, { port: String(port) }), 60_000);
    setTimeout(() => proxy.listen(port, '127.0.0.1'), 400);
    await (await connected).end();
    proxy.close();
  });
});
