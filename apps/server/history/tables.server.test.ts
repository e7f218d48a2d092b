import { expect, test } from 'vitest';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import { historyItem, recordTables } from '#server/access/record-types.ts';
import { byTable } from '#server/kit/tables.ts';
import { startServer } from '#tests/server/harness.ts';
import { whatBlocks } from './blocked.ts';
import { rolledTables } from './tables.ts';

const server = await startServer();
const { query } = server;

/** What keeps history and is not rolled back. */
const apart = Object.entries(byTable('rollback')).flatMap(([table, rule]) => (rule === 'apart' ? [table] : []));

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

test('the notes on a record are deleted with it, whatever its type', async () => {
  const kept = (await triggers('delete_notes')).map(({ table, args }) => [args.split('\\000')[0], table]);
  // Notes on people go by a foreign key.
  const own = (Object.keys(recordTypes) as RecordType[]).filter(
    (type) => historyItem(type) === type && type !== 'clients',
  );
  expect(kept.toSorted()).toEqual(own.map((type) => [type, recordTables[type].table]).toSorted());
});

test('B1 every table with history, and everything that others refer to, has ids', async () => {
  const without = await query<{ name: string }>(
    `select distinct c.relname as name from pg_class c
      where (exists (select from pg_trigger where tgrelid = c.oid and tgname in ('version_insert', 'removed_rows'))
          or exists (select from pg_constraint where confrelid = c.oid and contype = 'f' and cardinality(conkey) = 2))
        and not exists (select from pg_attribute where attrelid = c.oid and attname = 'id' and not attisdropped)`,
  );
  expect(without).toEqual([]);
});

const events = ['created', 'updated', 'removed'] as const;
test.each(rolledTables.flatMap(({ table }) => events.map((net) => [net, table] as const)))(
  'B1 a transaction that %s a row of %s can be reviewed, whatever the row refers to',
  async (net, name) => {
    const { id, owner } = await server.newOrganization();
    const table = rolledTables.find((one) => one.table === name) as (typeof rolledTables)[number];
    const references = await query<{ column: string }>(
      `select attname as column from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[2]
        where contype = 'f' and cardinality(conkey) = 2 and conrelid = $1::regclass`,
      [name],
    );
    // Nothing has this number.
    const row = Object.fromEntries(references.map(({ column }) => [column, 999_999_999]));
    const change = { table, item_id: 1, key: '1', net, was: net === 'updated' ? row : {}, kept: [] };
    const removed = net === 'removed' ? [{ table, id: 1, row }] : [];
    const blocked = await server.services.database.inOrganization({ organization_id: id, user_id: owner.id }, (tx) =>
      whatBlocks(
        { tx, organization: { id }, transaction_id: 1 },
        { kind: 'rows', changes: table.item === null ? [] : [change], removed, decisions: [], strange: [] },
      ),
    );
    // Links without history of their own stay away without what they lead to.
    const missing = net !== 'created' && table.item !== null ? new Set(references.map(({ column }) => column)).size : 0;
    const told = blocked.filter(({ reason }) => / was deleted, and .* needs it\.$/.test(reason));
    expect(told).toHaveLength(missing);
  },
);
