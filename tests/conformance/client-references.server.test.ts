import { expect, test } from 'vitest';
import { byTable } from '#server/kit/tables.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();

/** Columns that hold the ids of people: by a foreign key, by their name, or beside a type of record. */
const referring = () =>
  server.query<{ name: string }>(`
    select distinct c.relname || '.' || a.attname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and (
       exists (select from pg_constraint k
                where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'clients'::regclass
                  and a.attnum = any(k.conkey) and a.attname <> 'organization_id')
       or a.attname ~ '(^|_)clients?_ids?$'
       or a.attname in ('record_id', 'item_id', 'notable_id'))
     order by 1`);

test('every column that names a person is known to merges', async () => {
  const found = (await referring()).map(({ name }) => name);
  expect(found, 'say in db/tables.ts what a merge does with it').toEqual(
    Object.entries(byTable('references'))
      .flatMap(([table, { clients = {} }]) => Object.keys(clients).map((column) => `${table}.${column}`))
      .toSorted(),
  );
});
