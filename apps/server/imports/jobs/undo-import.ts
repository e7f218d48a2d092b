import { sql } from 'kysely';
import { actionsOpenOn } from '#server/access/allowed-actions.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { type Job, JobFailed } from '#server/jobs/run-job.ts';
import type { Tx } from '#server/kit/db.ts';
import { enqueueIn } from '#server/kit/enqueue.ts';
import type { Member } from '#server/kit/handlers.ts';
import { logged } from '../log.ts';
import { mayUndo } from '../plans.ts';
import { type ImportRow, isOwn, typeOf } from '../stored.ts';
import { undoImport } from '../undo-import.ts';

const digitsStay = (people: number) =>
  `The last 4 of SSN of ${people === 1 ? '1 person' : `${people.toLocaleString('en-US')} people`} still have the values from the file: the values before the import aren’t stored.`;

const note = (
  tx: Tx,
  at: { organization_id: number; import_id: number },
  columns: {
    kept?: string;
    undone_at?: string | null;
    undo_state: string;
    errors?: string;
    log: ReturnType<typeof logged>;
  },
) =>
  tx
    .updateTable('imports')
    .set({ ...columns, updated_at: sql<string>`now()` })
    .where('id', '=', at.import_id)
    .execute();

/** Whether the caller may undo an import at this moment; one of the platform team is for who may do everything. */
const mayUndoNow = async (tx: Tx, caller: Member, row: ImportRow): Promise<boolean> => {
  const { form_id } = row;
  const type = typeOf(row);
  if (!isOwn(type) || form_id === null) return caller.everything;
  const openOn = await actionsOpenOn({ tx, caller }, [form_id]);
  return mayUndo(caller, row, { type, open: openOn(form_id) });
};

/** Takes back what an import wrote, in one transaction; what was changed since stays, and is written on the import. */
const work: Job<'undo_import'>['work'] = async ({ database, keys }, { import_id }, run) => {
  const { organization_id, user_id, impersonator_id } = run;
  await database.inOrganization({ organization_id, user_id, impersonator_id, inBulk: true }, async (tx) => {
    const organization = await organizationWith(tx, organization_id);
    const caller = await memberNow(tx, organization, user_id);
    const row = await tx.selectFrom('imports').selectAll().where('id', '=', import_id).executeTakeFirstOrThrow();
    if (!caller || !(await mayUndoNow(tx, caller, row)))
      throw new JobFailed('Nothing was undone: the person who requested it can’t undo this import.');
    const { kept, digits } =
      row.transaction_id === null
        ? { kept: [], digits: 0 }
        : await undoImport({ tx, caller, keys }, { form_id: row.form_id, transaction_id: row.transaction_id });
    await note(
      tx,
      { organization_id, import_id },
      {
        kept: JSON.stringify(kept),
        log: logged(
          user_id,
          kept.length > 0 ? `Undone: kept ${kept.length.toLocaleString('en-US')} changed since the import` : 'Undone',
        ),
        // A run before it may have failed, which took this back.
        undone_at: row.undone_at ?? new Date().toISOString(),
        undo_state: 'done',
        ...(digits > 0 ? { errors: JSON.stringify({ base: [digitsStay(digits)] }) } : {}),
      },
    );
    if (row.form_id === null) await enqueueIn(tx)('find_pairs', {});
    await run.finish(tx, 1);
  });
};

export const undoImported: Job<'undo_import'> = {
  work,
  unfinished: 'Nothing was undone.',
  failed: async ({ database }, { import_id }, { organization_id, user_id }) => {
    await database.inOrganization({ organization_id }, (tx) =>
      note(
        tx,
        { organization_id, import_id },
        { undone_at: null, undo_state: 'failed', log: logged(user_id, 'Undo failed. Nothing was undone') },
      ),
    );
  },
};
