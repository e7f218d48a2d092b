import { sql } from 'kysely';
import { visibleClients } from '#server/access/scopes.ts';
import type { Member } from '#server/kit/handlers.ts';
import type { Sql } from './relation.ts';

/**
 * What a household is called, as `householdTitles` says it: by its title, else after its head; null when the caller may
 * not see the head. @param household the column of its id
 */
export const householdTitle = (caller: Member, household: Sql): Sql => {
  const own = caller.organization.id;
  return sql`(select coalesce(house.title, coalesce(
      substring(head.name from '[^ ]+$'),
      (select clients.last_name from clients
        where clients.organization_id = ${own} and clients.id = head.client_id and ${visibleClients(caller, 'read')})
    ) || ' household')
    from households house
    left join household_members head
      on head.organization_id = ${own} and head.household_id = house.id and head.is_head
   where house.organization_id = ${own} and house.id = ${household})`;
};
