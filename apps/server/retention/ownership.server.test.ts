import { expect, test } from 'vitest';
import { foreignKeys } from '#server/kit/foreign-keys.ts';
import type { ErasableTable } from '#server/kit/tables.ts';
import { startServer } from '#tests/server/harness.ts';
import { ownedColumns } from './erase-records.ts';
import { ownership } from './ownership.ts';

const { query, services } = await startServer();
const keys = await services.owner.transaction(({ tx }) => foreignKeys(tx));
const tables = Object.keys(ownership) as ErasableTable[];

test('a table that names a record by a key, and of which nobody has said whose it is, is named', () => {
  const key = { table: 'leases', column: 'client_id', parent: 'clients', cascades: false };
  expect(() => ownedColumns('clients', [...keys, key])).toThrow(
    'Say in db/tables.ts what becomes of leases.client_id when clients are erased',
  );
  expect(() => ownedColumns('clients', [...keys, { ...key, cascades: true }])).not.toThrow();
});

test.each(tables)('everything that names %s by a key is owned, or stays on purpose', (table) => {
  expect(keys.some(({ parent }) => parent === table)).toBe(true);
  expect(() => ownedColumns(table, keys)).not.toThrow();
});

test.each(tables)('every column whose rows go with %s is there', async (table) => {
  const found = await query<{ name: string }>(`
    select c.relname || '.' || a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`);
  const names = found.map(({ name }) => name);
  const owned = [...ownedColumns(table, keys)].flatMap(([from, columns]) => columns.map((one) => `${from}.${one}`));
  expect(owned.filter((name) => !names.includes(name))).toEqual([]);
});
