import { sql } from 'kysely';
import { reachByFields, reachByForms } from '#server/forms/sharing.ts';
import { recordRollback } from '#server/imports/rollbacks.ts';
import { undoImport } from '#server/imports/undo-import.ts';
import { enqueueIn, startJobIn } from '#server/kit/enqueue.ts';
import { type ForeignKey, foreignKeys } from '#server/kit/foreign-keys.ts';
import type { Member } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { hold, ofOrganization } from '#server/kit/rows.ts';
import { undoMerge } from '#server/people/merging/undo.ts';
import { saveFormsOfReports } from '#server/reports/report-forms.ts';
import { followClients, insertBlankSlots } from '#server/responses/slots.ts';
import { reasonsOf, whatBlocks } from './blocked.ts';
import { columnsOf } from './keys.ts';
import { decideAgain, pairsFollow, peopleNow, placesFollow } from './people.ts';
import { type Plan, planOf } from './plan.ts';
import { besidesAnswers, freeSlotsOf, putAnswersBack, takeResponsesAway } from './responses.ts';
import { insertAgain, isAmong, putBack, type RollbackContext, takeAway } from './rows.ts';
import { type RolledTable, rolledTables } from './tables.ts';
import type { RemovedRow, RollingBack, RowChange } from './transaction.ts';

type Rows = Extract<Plan, { kind: 'rows' }>;

/** Columns that follow from what comes back and are not in history. */
const following: Record<string, (was: Record<string, unknown>, caller: Member) => Record<string, unknown>> = {
  clients: (was, { person }) =>
    'archived_at' in was ? { ...was, archived_by_id: was.archived_at === null ? null : person.id } : was,
  publish_settings: (was) =>
    'is_active' in was ? { ...was, closed_at: was.is_active ? null : new Date().toISOString() } : was,
  responses: besidesAnswers,
};

/** Rows that came with a record come back with it; links whose other end is gone meanwhile stay away. */
const comingBack = async ({ tx, caller }: RollingBack, { removed }: Rows, keys: readonly ForeignKey[]) => {
  const records = new Set(removed.map(({ table, id }) => `${table.table} ${id}`));
  const kept = new Map<string, Set<number>>();
  for (const { table, column, parent } of keys) {
    const links = removed.filter((one) => one.table.isLink && one.table.table === table && one.row[column] !== null);
    const parentIds = links.map(({ row }) => Number(row[column])).filter((id) => !records.has(`${parent} ${id}`));
    if (parentIds.length === 0) continue;
    const there = await ofOrganization(tx, parent as 'forms', caller)
      .select('id')
      .where('id', '=', sql<number>`any(${parentIds}::bigint[])`)
      .execute();
    const ids = kept.get(parent) ?? new Set();
    kept.set(parent, new Set([...ids, ...there.map(({ id }) => id)]));
  }
  const isWhole = ({ table, row }: RemovedRow) =>
    !table.isLink ||
    keys.every(
      (key) =>
        key.table !== table.table ||
        row[key.column] === null ||
        records.has(`${key.parent} ${row[key.column]}`) ||
        kept.get(key.parent)?.has(Number(row[key.column])),
    );
  return removed.filter(isWhole);
};

const idsOf = (rows: readonly { table: { table: string }; item_id: number }[], table: string) => [
  ...new Set(rows.filter((one) => one.table.table === table).map(({ item_id }) => item_id)),
];

/** Holds the records that are to be changed, so that whoever saves one meanwhile comes before or after. */
const holdAll = async (writing: RollbackContext, { changes }: Rows): Promise<void> => {
  for (const { table, item, entry } of rolledTables) {
    if (entry || item === null) continue;
    const ids = changes.filter((one) => one.table.item === item && one.net !== 'removed').map((one) => one.item_id);
    await hold(writing, table, [...new Set(ids)]);
  }
};

const changeBack = async (
  context: RollingBack,
  writing: RollbackContext,
  changes: readonly RowChange[],
): Promise<void> => {
  for (const table of rolledTables) {
    const own = changes.filter((one) => one.table === table && one.net === 'updated');
    const follow = following[table.table] ?? ((was: Record<string, unknown>) => was);
    await putBack(
      writing,
      table,
      own.map((one) => ({ ...one, was: follow(one.was, context.caller) })),
    );
  }
};

const givesWay = ({ table: { onlyOne, ends, takesPlaces }, net, was }: RowChange): boolean => {
  if (net === 'created') return takesPlaces || onlyOne !== undefined;
  if (onlyOne === undefined) return false;
  const endsAgain = ends !== undefined && Boolean(was[ends]) && was[onlyOne] !== true;
  return net === 'updated' && (was[onlyOne] === false || endsAgain);
};

/**
 * Who became the only one of a record by the transaction is it no more, so that another one can be it again; whoever had
 * left a household leaves it again before they are back in another; and what took the place of something goes.
 */
const giveWay = async (writing: RollbackContext, changes: readonly RowChange[]): Promise<void> => {
  for (const [table, own] of Map.groupBy(changes.filter(givesWay), (one) => one.table)) {
    await putBack(
      writing,
      table,
      own.filter(({ net }) => net === 'updated'),
    );
    await takeAway(
      writing,
      table,
      own.filter(({ net }) => net === 'created'),
    );
  }
};

/** What was sent stays without its notification, as when somebody deletes that. */
const keepMessages = async (
  { tx, caller }: RollingBack,
  table: RolledTable,
  changes: readonly RowChange[],
): Promise<void> => {
  if (changes.length === 0) return;
  const gone = ofOrganization(tx, 'notification_definitions', caller).select('id').where(isAmong(table, changes));
  await tx
    .updateTable('notification_messages')
    .set({ notification_definition_id: null })
    .where('notification_definition_id', 'in', gone)
    .execute();
};

const takeBack = async (
  context: RollingBack,
  writing: RollbackContext,
  changes: readonly RowChange[],
): Promise<void> => {
  for (const table of rolledTables.toReversed()) {
    const own = changes.filter((one) => one.table === table && one.net === 'created');
    if (table.table === 'responses') await takeResponsesAway(context, idsOf(own, 'responses'));
    else if (table.table === 'fields') {
      await freeSlotsOf(context, idsOf(own, 'fields'));
      await takeAway(writing, table, own);
    } else if (table.table === 'notification_definitions') {
      await keepMessages(context, table, own);
      await takeAway(writing, table, own);
    }
    // Nobody deletes people: they are archived, as when an import is undone.
    else if (table.table === 'clients')
      await putBack(
        writing,
        table,
        own.map((one) => ({
          ...one,
          was: { archived_at: new Date().toISOString(), archived_by_id: context.caller.person.id },
        })),
      );
    else await takeAway(writing, table, own);
  }
};

const rollRowsBack = async (context: RollingBack, plan: Rows, writing: RollbackContext): Promise<void> => {
  const { changes } = plan;
  const keys = await foreignKeys(context.tx);
  const people = await peopleNow(context, idsOf(changes, 'clients'));
  const back = await comingBack(context, plan, keys);
  await giveWay(writing, changes);
  const others = changes.filter((one) => !givesWay(one));
  for (const table of rolledTables) {
    const rows = back.filter((one) => one.table === table).map(({ row }) => row);
    await insertAgain(writing, table, rows);
    if (table.table === 'responses') await insertBlankSlots(writing, rows);
  }
  await changeBack(context, writing, others);
  const responses = changes.filter(({ table, net }) => table.table === 'responses' && net === 'updated');
  await followClients(
    writing,
    responses.filter(({ was }) => 'client_id' in was).map(({ item_id }) => item_id),
  );
  const again = back
    .filter(({ table }) => table.table === 'responses')
    .map(({ id, row }) => ({ item_id: id, was: row, isBack: true }));
  await putAnswersBack(context, [...responses.map((one) => ({ ...one, isBack: false })), ...again]);
  await takeBack(context, writing, others);
  await placesFollow(context, people, changes);
  await pairsFollow(context, people);
  await decideAgain(context, plan.decisions);
  await saveFormsOfReports(context, idsOf(changes, 'report_definitions'));
  const reaching = { ...context, enqueue: enqueueIn(context.tx) };
  const ofForms = changes.filter(({ table }) => table.item === 'forms').map(({ item_id }) => item_id);
  await reachByForms(reaching, [...new Set(ofForms)]);
  await reachByFields(reaching, idsOf(changes, 'fields'));
  const forms = new Set(changes.filter(({ table }) => table.table === 'calculations').map(({ item_id }) => item_id));
  for (const form_id of forms)
    if (!changes.some((one) => one.table.table === 'forms' && one.net !== 'updated' && one.item_id === form_id))
      await startJobIn(context.tx)('recalculate', { form_id });
};

const rollImportBack = async (
  context: RollingBack,
  { import_id, form_id }: Extract<Plan, { kind: 'import' }>,
  transaction_id: number,
): Promise<void> => {
  const { kept } = await undoImport(context, { form_id, transaction_id });
  if (kept.length > 0)
    throw new Problem('conflict', {
      base: [`${kept.length} records of this import are now used elsewhere.`],
    });
  await context.tx
    .updateTable('imports')
    .set({ undone_at: sql<string>`now()`, undo_state: 'done', kept: '[]', updated_at: sql<string>`now()` })
    .where('id', '=', import_id)
    .execute();
  if (form_id === null) await enqueueIn(context.tx)('find_pairs', {});
};

/** An import whose rollback is rolled back is in effect again. */
const importAgain = async ({ tx }: RollingBack, transaction_id: number): Promise<void> => {
  await tx
    .updateTable('imports')
    .set({ undone_at: null, undo_state: null, updated_at: sql<string>`now()` })
    .where('transaction_id', '=', (eb) =>
      eb.selectFrom('rollbacks').select('rolled_back_transaction_id').where('transaction_id', '=', transaction_id),
    )
    .execute();
};

/**
 * Rolls a transaction back, all of it in this transaction: what it changed is as before, what it deleted is there again
 * under its ids with all that went with it, what it recorded goes. Secrets, which history does not hold, stay as they are.
 * Throws conflict, with the reasons, where something later stands on what it wrote: then nothing is written.
 * @returns how many records were written
 */
export const rollBack = async (context: RollingBack, transaction_id: number): Promise<number> => {
  const { tx, caller } = context;
  const where = { tx, organization: caller.organization, transaction_id };
  const organization_id = caller.organization.id;
  // Whoever rolls the same transaction back at this moment waits, and finds it rolled back.
  await sql`select pg_advisory_xact_lock(${transaction_id})`.execute(tx);
  const plan = await planOf(where);
  const writing: RollbackContext = { tx, organization_id, columns: await columnsOf(tx) };
  if (plan.kind === 'rows') await holdAll(writing, plan);
  if (plan.kind === 'import') await hold(writing, 'imports', [plan.import_id]);
  const blocked = await whatBlocks(where, plan);
  if (blocked.length > 0) throw new Problem('conflict', { base: reasonsOf(blocked) });
  await recordRollback(where);
  if (plan.kind === 'rows') {
    await rollRowsBack(context, plan, writing);
    await importAgain(context, transaction_id);
  }
  if (plan.kind === 'import') await rollImportBack(context, plan, transaction_id);
  if (plan.kind === 'merge')
    await undoMerge(
      tx,
      { organization_id, master_id: plan.master_id, id: plan.id, user_id: caller.person.id },
      context.keys,
    );
  return plan.kind === 'rows' ? plan.changes.length : 1;
};
