import type { Tx } from '../kit/db.ts';

/** Whether nobody but the platform team gets into an organization at this moment. */
export const isSuspended = async (tx: Tx, organization_id: number): Promise<boolean> =>
  (await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organization_id)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()) !== undefined;
