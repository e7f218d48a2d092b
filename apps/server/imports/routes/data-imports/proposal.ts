import { sql } from 'kysely';
import { proposedColumns } from '#forms/transfer/other-tools.ts';
import type { Destination } from '#server/imports/platform-plans.ts';
import type { ImportRow } from '#server/imports/stored.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';

/** The newest mapping of a file with the same first row, for the same form or for people. */
const mappedBefore = ({ tx, caller }: MemberContext, { id, type, form_id, header }: ImportRow) =>
  ofOrganization(tx, 'imports', caller)
    .select(['name', 'client_id_column', 'response_id_column', 'mappings'])
    .where('type', '=', type)
    .where('form_id', form_id === null ? 'is' : '=', form_id)
    .where('header', '=', sql<string[]>`${JSON.stringify(header)}`)
    .where('client_id_column', 'is not', null)
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * How the columns of a file that was not mapped yet may be mapped: as those of the last file with the same first row, else by
 * their names. Null once they are mapped.
 */
export const proposalFor = async (context: MemberContext, row: ImportRow, destinations: readonly Destination[]) => {
  const { header } = row;
  if (header.length === 0 || row.mappings.length > 0) return null;
  const before = await mappedBefore(context, row);
  const { client_id_column, response_id_column, person_column, mappings } = proposedColumns(header, destinations);
  if (!before)
    return {
      as_in: null,
      client_id_column,
      response_id_column: row.form_id === null ? null : response_id_column,
      person_column,
      mappings: mappings.map((one) => ({ ...one, force: true })),
    };
  const known = new Map(before.mappings.map((one) => [one.destination_id, one]));
  return {
    as_in: before.name,
    client_id_column: before.client_id_column,
    response_id_column: before.response_id_column,
    person_column: null,
    mappings: destinations.map(
      ({ id: destination_id }) => known.get(destination_id) ?? { destination_id, origin_id: null, force: true },
    ),
  };
};
