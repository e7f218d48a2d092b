import { sql } from 'kysely';
import type { Tx } from '../kit/db.ts';
import { invalid, Problem } from '../kit/problem.ts';
import { endSessions } from './sessions.ts';

type Membership = { organization: { id: number; owner_id: number | null }; id: number };

/** Refuses to archive the owner, or oneself. */
const mayArchive = ({ organization, id }: Membership, caller_id: number): void => {
  if (id === organization.owner_id) throw invalid('base', 'The owner of the organization can’t be archived.');
  if (id === caller_id) throw invalid('base', 'You can’t archive yourself. Ask someone else to do it.');
};

/**
 * Whether somebody works for another organization than the transaction's, or for the platform. To be asked before the
 * transaction writes what is spread, as a remembered request or a note may have: what is asked with other rights cannot
 * look past that on several machines.
 */
export const belongsElsewhere = async (tx: Tx, user_id: number): Promise<boolean> => {
  const { rows } = await sql<{ is_elsewhere: boolean }>`
    select kit.belongs_elsewhere(${user_id}) as is_elsewhere`.execute(tx);
  return rows[0]?.is_elsewhere === true;
};

/**
 * Takes a member's access to the organization away. Their groups and grants stay. Who belonged to no other
 * organization (`isElsewhere`) is signed out; the sessions of everybody else are not this organization's to end.
 */
export const archiveMember = async (
  tx: Tx,
  membership: Membership,
  { caller_id, isElsewhere }: { caller_id: number; isElsewhere: () => Promise<boolean> },
): Promise<void> => {
  mayArchive(membership, caller_id);
  const staysSignedIn = await isElsewhere();
  const archived = await set(tx, membership, new Date());
  if (archived?.accepted_at && !staysSignedIn) await endSessions(tx, membership.id);
};

/** Gives an archived member back what they had. */
export const unarchiveMember = async (tx: Tx, membership: Membership): Promise<void> => {
  await set(tx, membership, null);
};

/** The membership as it was changed; undefined when it was so before. */
const set = async (tx: Tx, { organization, id }: Membership, archived_at: Date | null) => {
  const changed = await tx
    .updateTable('memberships')
    .set({ archived_at, updated_at: sql`now()`, lock_version: sql`lock_version + 1` })
    .where('organization_id', '=', organization.id)
    .where('id', '=', id)
    .where('archived_at', archived_at ? 'is' : 'is not', null)
    .returning('accepted_at')
    .executeTakeFirst();
  if (changed) return changed;
  const known = await tx
    .selectFrom('memberships')
    .select('id')
    .where('organization_id', '=', organization.id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) throw new Problem('not_found');
};
