import { expect, test } from 'vitest';
import { byTable } from '#server/kit/tables.ts';
import { startServer } from '#tests/server/harness.ts';
import { accountColumns, archivedTables, secretColumns } from './tables.ts';

const { query } = await startServer();

/** Columns of tables, as `table.column`, that meet a condition. */
const columns = async (condition: string): Promise<string[]> => {
  const rows = await query<{ name: string }>(`
    select c.relname || '.' || a.attname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and (${condition})
     order by 1`);
  return rows.map(({ name }) => name);
};
const flat = (byTable: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(byTable)
    .flatMap(([table, names]) => names.map((name) => `${table}.${name}`))
    .sort();
const notSecret = Object.fromEntries(
  Object.entries(byTable('notSecret')).map(([table, said]) => [table, Object.keys(said)]),
);
const among = (names: readonly string[]) => `(${names.map((name) => `'${name}'`).join(', ')})`;
const refersTo = (...names: string[]) => `
  exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)
    and k.confrelid in (${names.map((name) => `'${name}'::regclass`).join(', ')}) and a.attname <> 'organization_id')`;

test('each column of an archive that sounds like a secret is decided on', async () => {
  const found = await columns(
    `relname in ${among(archivedTables)} and attname ~ '(secret|token|hash|key|passw|seal|code$|credential|wrapped|content|answer|mapping|pin(ned)?_)'`,
  );
  expect(found, 'say in db/tables.ts whether it is a secret').toEqual(
    [...flat(secretColumns), ...flat(notSecret)].sort(),
  );
});

test('each column of an archive that names an account is known', async () => {
  const found = await columns(
    `relname in ${among(archivedTables)} and (attname ~ '(^|_)(user|administrator|membership|impersonator|requester)_id$|_by_id$|_creators$' or ${refersTo('users', 'memberships')})`,
  );
  expect(found, 'say in db/tables.ts that it names an account').toEqual(flat(accountColumns));
});

test('what names an organization outside its own rows is known to erasing', async () => {
  const found = await columns(`attname ~ '.organization_id$' or ${refersTo('organizations')}`);
  expect(found, 'say it in db/tables.ts, and erase it in organizations/erase.ts').toEqual(
    flat(byTable('organizations')),
  );
});
