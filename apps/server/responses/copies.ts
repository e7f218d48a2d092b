import { sql } from 'kysely';
import type { Row } from '#server/kit/rows.ts';
import { insertRows } from './rows.ts';
import type { Writing } from './slots.ts';

/** Columns of the typed slots, in the words of the statement that copies them. */
const slotColumns = async ({ tx }: Writing): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = 'response_slots'::regclass and attname ~ '^[bdnsm][0-9]{2}$' and not attisdropped`.execute(tx);
  return rows.map(({ name }) => name).join(', ');
};

type Copying = Writing & {
  /** The form, its copy, and who asked for the copy. */
  form_id: number;
  copy_id: number;
  user_id: number;
};

/**
 * Copies responses of a form to its copy, with typed columns, files, uses of records and grants: who may open a response
 * by itself may open its copy, and nobody else. Nobody is told.
 * @param responses each with the results that its copy has
 */
export const copyResponses = async (
  { tx, organization_id, form_id, copy_id, user_id }: Copying,
  responses: readonly Row<'responses'>[],
): Promise<void> => {
  if (responses.length === 0) return;
  const columns = sql.raw(await slotColumns({ tx, organization_id }));
  const copies = await insertRows(
    { tx, organization_id },
    copy_id,
    responses.map(
      ({ id, client_id, administrator_id, completed_at, answers, calculation_results, result_versions, title }) => ({
        client_id,
        administrator_id,
        updated_by_id: user_id,
        completed_at,
        answers,
        calculation_results,
        result_versions,
        title,
        copied_from_id: id,
      }),
    ),
  );
  const pairs = sql`unnest(${responses.map(({ id }) => id)}::bigint[], ${copies.map(({ id }) => id)}::bigint[]) as pair (old, new)`;
  await sql`
    insert into response_slots (organization_id, form_id, id, client_id, completed_at, ${columns})
    select ${organization_id}::bigint, ${copy_id}::bigint, pair.new, client_id, completed_at, ${columns}
      from response_slots join ${pairs} on pair.old = response_slots.id
     where organization_id = ${organization_id} and form_id = ${form_id}
    returning id`.execute(tx);
  await sql`
    insert into record_permissions (organization_id, entity, record_id, user_id, permission_group_id, actions)
    select ${organization_id}::bigint, entity, pair.new, user_id, permission_group_id, actions
      from record_permissions join ${pairs} on pair.old = record_id
     where organization_id = ${organization_id} and entity = 'client_forms'
    returning id`.execute(tx);
  await sql`
    insert into response_files (organization_id, response_id, file_id)
    select ${organization_id}::bigint, pair.new, file_id from response_files join ${pairs} on pair.old = response_id
     where organization_id = ${organization_id}
    returning id`.execute(tx);
  await sql`
    insert into record_uses (organization_id, record_id, response_id, field_id)
    select ${organization_id}::bigint, record_id, pair.new, field_id from record_uses join ${pairs} on pair.old = response_id
     where organization_id = ${organization_id}
    returning id`.execute(tx);
};
