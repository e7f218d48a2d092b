import { sql } from 'kysely';
import { type EntityPrivileges, entities, recordActions, satisfies } from '#contract/kit/privileges.ts';
import type { Tx } from '../kit/db.ts';
import type { Member } from '../kit/handlers.ts';
import { holdsAll } from './demands.ts';

/** What somebody would come to hold: privileges on entities, and the grants to some principals. */
export type Holdings = { entity_privileges: EntityPrivileges[]; principals: number[] };

/**
 * Whether a caller holds all of this themselves. What they lack they may not come to, nor give to others: not by
 * putting somebody into a group, not by acting for somebody, not through a program.
 */
export const holdsEverythingOf = async (
  tx: Tx,
  caller: Member,
  { entity_privileges, principals }: Holdings,
): Promise<boolean> => {
  if (caller.everything) return true;
  if (!entity_privileges.every((given) => holdsAll(caller, given))) return false;
  // A grant on a form opens its answers where the privilege on forms does not, so that only a grant will do.
  const held = entities.flatMap((entity) =>
    entity === 'forms'
      ? []
      : recordActions
          .filter((action) => satisfies(caller.entity_privileges[entity], action))
          .map((action) => `${entity} ${action}`),
  );
  const { rows } = await sql`
    select 1
      from record_permissions given, unnest(given.actions) as action
     where given.organization_id = ${caller.organization.id} and given.principal = any(${principals}::bigint[])
       and not given.entity || ' ' || action = any(${held}::text[])
       and not exists (
         select 1 from record_permissions mine
          where mine.organization_id = given.organization_id and mine.entity = given.entity
            and mine.record_id = given.record_id and mine.principal = any(${caller.principals}::bigint[])
            and (action = 'read' or action = any(mine.actions)))
     limit 1`.execute(tx);
  return rows.length === 0;
};
