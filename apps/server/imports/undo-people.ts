import { sql } from 'kysely';
import { openColumns, valuesIn } from '#forms/person-columns.ts';
import { openColumnsFromGiven, openColumnTypes } from '#server/access/person-sql.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { endPlacesOf } from '#server/people/households/places.ts';
import { manyPeopleLeft } from '#server/people/pairs.ts';
import type { ImportContext } from './importing.ts';

type Change = { item_id: number; event: string; old_values: Record<string, unknown> | null };

/** People of whom something was written down since: they stay. */
const whoIsNeeded = async ({ tx, caller }: ImportContext, ids: number[]): Promise<Set<number>> => {
  const [answered, noted, living, merged] = await Promise.all([
    ofOrganization(tx, 'responses', caller)
      .select('client_id')
      .distinct()
      .where('client_id', '=', among(ids))
      .execute(),
    ofOrganization(tx, 'notes', caller).select('client_id').distinct().where('client_id', '=', among(ids)).execute(),
    ofOrganization(tx, 'household_members', caller).select('client_id').where('client_id', '=', among(ids)).execute(),
    ofOrganization(tx, 'clients', caller)
      .select('merged_into_id as client_id')
      .where('merged_into_id', '=', among(ids))
      .execute(),
  ]);
  return new Set([...answered, ...noted, ...living, ...merged].flatMap(({ client_id }) => client_id ?? []));
};

/**
 * Takes back what an import wrote about people: those whom it recorded are archived, unless something was written down about
 * them since; values are as before, but for the last 4 of SSN, which no history holds. Duplicates are looked for by `find_pairs`.
 * @returns the ids of those who stay
 */
export const restorePeople = async (context: ImportContext, changes: readonly Change[]): Promise<number[]> => {
  const { tx, keys, caller } = context;
  const where = { tx, keys, organization_id: caller.organization.id };
  const made = changes.filter(({ event }) => event === 'create').map(({ item_id }) => item_id);
  const needed = await whoIsNeeded(context, made);
  const going = await tx
    .updateTable('clients')
    .set((eb) => ({
      archived_at: sql<string>`now()`,
      archived_by_id: caller.person.id,
      lock_version: eb('lock_version', '+', 1),
    }))
    .where('id', '=', among(made.filter((id) => !needed.has(id))))
    .where('archived_at', 'is', null)
    .returning('id')
    .execute();
  const archived = going.map(({ id }) => id);
  await endPlacesOf(context, archived);
  await manyPeopleLeft(where, archived);
  const before = new Map(
    changes.filter(({ event }) => event === 'update').map(({ item_id, old_values }) => [item_id, old_values ?? {}]),
  );
  const rows = await ofOrganization(tx, 'clients', caller)
    .selectAll()
    .where('id', '=', among([...before.keys()]))
    .forUpdate()
    .execute();
  if (rows.length > 0) {
    const given = rows.map((row) => ({
      id: row.id,
      ...valuesIn(openColumns, { ...row, ...before.get(row.id) }),
    }));
    await sql`
      update clients
         set ${openColumnsFromGiven}, updated_at = now(), lock_version = clients.lock_version + 1
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id bigint, ${openColumnTypes})
       where clients.organization_id = ${where.organization_id} and clients.id = given.id`.execute(tx);
  }
  return [...needed];
};
