import { stillHolds } from '#server/access/held-rights.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import type { ExportRow } from './exports.ts';

/**
 * Refuses an export to whoever asked for it once they have lost any of the rights that it was made with: it may hold what
 * they can't read any more.
 * @throws forbidden
 */
export const refuseSinceLost = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  { state, made_with }: Pick<ExportRow, 'state' | 'made_with'>,
): Promise<void> => {
  if (state !== 'succeeded' || caller.everything) return;
  if (made_with === null || !(await stillHolds(tx, caller, made_with)))
    throw new Problem('forbidden', {
      base: ['Your access has changed since this file was prepared. Prepare it again.'],
    });
};
