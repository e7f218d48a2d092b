import { sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';

export type AccountOrganization = { id: number; name: string; slug: string; is_admin: boolean };

/** The organizations that a person can enter, by name. */
export const organizationsOf = async (tx: Tx, user_id: number): Promise<AccountOrganization[]> => {
  const { rows } = await sql<AccountOrganization>`select * from kit.organizations_of(${user_id})`.execute(tx);
  return rows;
};
