import { sql } from 'kysely';
import { knownAs, type Names } from '#server/access/member-names.ts';
import type { ReportContext } from './context.ts';

/** What the members of the organization are called, and the superusers, who may act anywhere: by their ids. */
export const memberLabels = async ({ tx, caller }: ReportContext): Promise<Map<string, string>> => {
  const own = caller.organization.id;
  const { rows } = await sql<Names & { id: number; name: string }>`
    select users.id, called.name from users cross join lateral ${knownAs(own, 'users.id')} called
     where users.is_superuser
        or exists (select from memberships where memberships.organization_id = ${own} and memberships.id = users.id)
  `.execute(tx);
  return new Map(rows.map(({ id, name }) => [String(id), name]));
};
