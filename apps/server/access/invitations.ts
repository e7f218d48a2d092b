import { sql } from 'kysely';
import type { Tx } from '../kit/db.ts';
import type { Enqueue } from '../kit/enqueue.ts';
import { Problem } from '../kit/problem.ts';
import { isSuspended } from './suspension.ts';

const suspended = 'This organization is suspended. Reinstate it before you invite anyone.';

/** The person with this address, made when there is none. An existing person keeps their names. */
export const personWith = async (
  tx: Tx,
  person: { email: string; first_name?: string | null; last_name?: string | null },
): Promise<number> => {
  await tx
    .insertInto('users')
    .values(person)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const { id } = await tx.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow();
  return id;
};

type Invitation = {
  organization_id: number;
  membership_id: number;
  first_name?: string | null;
  last_name?: string | null;
};

/**
 * Invites a member for 14 days; earlier invitations stop working. The mail, with the secret, is written by a job. Throws
 * conflict for an organization that is suspended: nobody could accept.
 */
export const invite = async (
  { tx, enqueue }: { tx: Tx; enqueue: Enqueue },
  { organization_id, membership_id, first_name = null, last_name = null }: Invitation,
): Promise<void> => {
  if (await isSuspended(tx, organization_id)) throw new Problem('conflict', { base: [suspended] });
  await tx
    .updateTable('invitations')
    .set({ superseded_at: sql`now()` })
    .where('organization_id', '=', organization_id)
    .where('membership_id', '=', membership_id)
    .where('superseded_at', 'is', null)
    .execute();
  const { id } = await tx
    .insertInto('invitations')
    .values({ organization_id, membership_id, first_name, last_name, expires_at: sql`now() + interval '14 days'` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue('invitation_mail', { invitation_id: id });
};
