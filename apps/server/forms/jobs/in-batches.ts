import { sql } from 'kysely';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { Run } from '#server/jobs/run-job.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Row } from '#server/kit/rows.ts';

const batch = 500;

type StoredAnswers = Pick<Row<'responses'>, 'id' | 'answers' | 'calculation_results' | 'result_versions'>;

/** The responses of a form, and who wants to hear how many of them are done. */
type Batches = {
  organization_id: number;
  form_id: number;
  /** Responses with an answer to this field alone. */
  field_id?: number;
  progress?: Run['progress'];
  /** In whose name history says that it was done; nobody's where it is left out. */
  run?: Pick<Run, 'user_id' | 'impersonator_id'>;
};

/** How many responses a form has. */
export const responsesOf = async (tx: Tx, form_id: number): Promise<number> =>
  (
    await tx
      .selectFrom('responses')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('form_id', '=', form_id)
      .executeTakeFirstOrThrow()
  ).count;

/**
 * Works through the responses of a form in the order of their ids, a batch and a transaction at a time. The responses of
 * a batch are locked while `work` has them, so that nobody who saves meanwhile is overwritten.
 */
export const inBatches = async (
  { database }: JobServices,
  { organization_id, form_id, field_id, progress, run }: Batches,
  work: (tx: Tx, responses: StoredAnswers[]) => Promise<void>,
): Promise<void> => {
  if (progress) progress(0, await database.inOrganization({ organization_id }, (tx) => responsesOf(tx, form_id)));
  let last = 0;
  for (let done = 0; ; ) {
    const scope = { organization_id, ...(run && { user_id: run.user_id, impersonator_id: run.impersonator_id }) };
    const read = await database.inOrganization(scope, async (tx) => {
      const responses = await tx
        .selectFrom('responses')
        .select(['id', 'answers', 'calculation_results', 'result_versions'])
        .where('form_id', '=', form_id)
        .where('id', '>', last)
        .$if(field_id !== undefined, (query) => query.where(sql<boolean>`jsonb_exists(answers, ${String(field_id)})`))
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .execute();
      if (responses.length > 0) await work(tx, responses as StoredAnswers[]);
      return responses;
    });
    done += read.length;
    progress?.(done);
    if (read.length < batch) return;
    last = read.at(-1)?.id ?? last;
  }
};
