import { expect, test } from 'vitest';
import { startServer } from '#tests/server/harness.ts';
import { rolledTables } from './tables.ts';

const { query } = await startServer();

/**
 * What keeps history and is not rolled back here: trees, whose paths follow, what signs programs in, what people agreed to,
 * and what two organizations have together.
 */
const apart = [
  'affiliations',
  'api_credentials',
  'categories',
  'consents',
  'data_groups',
  'form_affiliations',
  'merges',
  'webhooks',
];

type Trigger = { table: string; args: string };
const triggers = (name: string) =>
  query<Trigger>(
    `select relname as table, encode(tgargs, 'escape') as args from pg_trigger t join pg_class c on c.oid = tgrelid
      where tgname = $1 and tgparentid = 0 order by 1`,
    [name],
  );

test('every table with history is rolled back as its history is written, or is left apart on purpose', async () => {
  const kept = (await triggers('version_insert')).map(({ table, args }) => {
    const [item, record, key, , , kind] = args.split('\\000');
    return { table, item, ...(key ? { entry: { kind: kind || key, record, key } } : {}) };
  });
  const rolled = rolledTables
    .filter(({ item }) => item !== null)
    .map(({ table, item, entry }) => ({ table, item, ...(entry ? { entry } : {}) }))
    .toSorted((a, b) => (a.table < b.table ? -1 : 1));
  expect(rolled).toEqual(kept.filter(({ table }) => !apart.includes(table)));
});

test('of every table that comes back the deleted rows are kept, and of no other', async () => {
  const kept = (await triggers('removed_rows')).map(({ table, args }) => [table, args.split('\\000')[0]]);
  // Nobody deletes people.
  const rolled = rolledTables.map(({ table }) => table).filter((table) => table !== 'clients');
  expect(kept).toEqual(rolled.toSorted().map((table) => [table, table]));
});

test('what others refer to comes back before them', async () => {
  const keys = await query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent from pg_constraint
       join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      where contype = 'f' and conparentid = 0 and child.oid <> parent.oid`,
  );
  const place = (name: string) => rolledTables.findIndex(({ table }) => table === name);
  const early = keys.filter(({ child, parent }) => place(child) >= 0 && place(parent) > place(child));
  expect(early).toEqual([]);
});
