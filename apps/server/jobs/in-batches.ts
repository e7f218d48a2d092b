import type { Tx } from '../kit/db.ts';
import type { JobServices } from './worker.ts';

const batch = 500;

type Stored = { id: number; answers: Record<string, unknown> };

/**
 * Works through the responses of a form in the order of their ids, a batch and a transaction at a time. The responses of
 * a batch are locked while `work` has them, so that nobody who saves meanwhile is overwritten.
 */
export const inBatches = async (
  { database }: JobServices,
  { organization_id, form_id }: { organization_id: number; form_id: number },
  work: (tx: Tx, responses: Stored[]) => Promise<void>,
): Promise<void> => {
  let last = 0;
  for (;;) {
    const read = await database.inOrganization({ organization_id }, async (tx) => {
      const responses = await tx
        .selectFrom('responses')
        .select(['id', 'answers'])
        .where('organization_id', '=', organization_id)
        .where('form_id', '=', form_id)
        .where('id', '>', last)
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .execute();
      if (responses.length > 0) await work(tx, responses as Stored[]);
      return responses;
    });
    if (read.length < batch) return;
    last = read.at(-1)?.id ?? last;
  }
};
