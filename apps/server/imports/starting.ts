import { sql } from 'kysely';
import { undoDays } from '#contract/resources/imports.ts';
import type { Tx } from '#server/kit/db.ts';
import type { StartJob } from '#server/kit/enqueue.ts';
import type { Member } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { logged, started } from './log.ts';
import type { ImportRow } from './stored.ts';

type StartContext = { tx: Tx; startJob: StartJob; caller: Member };

const turns = ['imports_of_a_form_take_turns', 'imports_of_people_take_turns'];
const elsewhere = 'Another import to the same destination is running. Start this one when that finishes.';

/**
 * Starts an import that is ready, or its check alone. Throws conflict when it is not ready, was started already, or when
 * another one into the same form is running.
 */
export const startImport = async (
  { tx, startJob, caller }: StartContext,
  { organization_id, id, form_id }: ImportRow,
  { dry_run = false }: { dry_run?: boolean | undefined },
): Promise<ImportRow> => {
  const job = await startJob('import', { import_id: id, form_id });
  const begun = await tx
    .updateTable('imports')
    .set({
      state: 'enqueued',
      dry_run,
      job_id: job.id,
      log: logged(caller.person.id, dry_run ? 'Check started' : started),
      updated_at: sql<string>`now()`,
      lock_version: sql<number>`lock_version + 1`,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('state', '=', 'mapped')
    .returningAll()
    .executeTakeFirst()
    .catch((error: { constraint?: string }) => {
      throw turns.includes(error.constraint ?? '') ? new Problem('conflict', { base: [elsewhere] }) : error;
    });
  if (!begun) throw new Problem('conflict', { base: ['This import isn’t ready, or it was already started.'] });
  return begun;
};

/** Starts the undo of an import: once, and within thirty days. Throws conflict. */
export const undoableImport = async (
  { tx, startJob, caller }: StartContext,
  { organization_id, id, form_id }: ImportRow,
): Promise<ImportRow> => {
  const begun = await tx
    .updateTable('imports')
    .set({
      undo_state: 'running',
      log: logged(caller.person.id, 'Undo started'),
      updated_at: sql<string>`now()`,
      lock_version: sql<number>`lock_version + 1`,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('state', '=', 'succeeded')
    .where('undone_at', 'is', null)
    .where(sql<boolean>`undo_state is distinct from 'running'`)
    .where(sql<boolean>`finished_at > now() - make_interval(days => ${undoDays})`)
    .returningAll()
    .executeTakeFirst();
  if (!begun) {
    const sentence = `You can only undo an import that succeeded in the last ${undoDays} days, and only once.`;
    throw new Problem('conflict', { base: [sentence] });
  }
  await startJob('undo_import', { import_id: id, form_id });
  return begun;
};
