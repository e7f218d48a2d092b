import { sql } from 'kysely';
import type { Tx } from '../kit/db.ts';
import { invalid, Problem } from '../kit/problem.ts';
import { endSessions } from './sessions.ts';

type Membership = { organization: { id: number; owner_id: number | null }; id: number };

/** Refuses to archive the owner, or oneself. */
const mayArchive = ({ organization, id }: Membership, caller_id: number): void => {
  if (id === organization.owner_id) throw invalid('base', 'The owner of the organization cannot be archived');
  if (id === caller_id) throw invalid('base', 'You cannot archive yourself. Ask somebody else to do it');
};

/** Takes a member's access to the organisation away, and signs them out everywhere. Their groups and grants stay (R24). */
export const archiveMember = async (tx: Tx, membership: Membership, caller_id: number): Promise<void> => {
  mayArchive(membership, caller_id);
  await set(tx, membership, new Date());
  await endSessions(tx, membership.id);
};

/** Gives an archived member back what they had. */
export const unarchiveMember = (tx: Tx, membership: Membership): Promise<void> => set(tx, membership, null);

const set = async (tx: Tx, { organization, id }: Membership, archived_at: Date | null): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('memberships')
    .set({ archived_at, updated_at: sql`now()`, lock_version: sql`lock_version + 1` })
    .where('organization_id', '=', organization.id)
    .where('id', '=', id)
    .where('archived_at', archived_at ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows) return;
  const known = await tx
    .selectFrom('memberships')
    .select('id')
    .where('organization_id', '=', organization.id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) throw new Problem('not_found');
};
