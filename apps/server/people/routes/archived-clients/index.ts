import { sql } from 'kysely';
import type { Sort } from '#contract/kit/list.ts';
import { archivedClientRoutes } from '#contract/resources/archived-clients.ts';
import { nameColumns, valuesIn } from '#forms/person-columns.ts';
import { words } from '#server/kit/crud.ts';
import { implement, type SignedInContext } from '#server/kit/handlers.ts';
import { ordering, paged, whole } from '#server/kit/paged.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { updateRow } from '#server/kit/rows.ts';
import { reopenPlacesOf } from '#server/people/households/places.ts';
import { peopleCame } from '#server/people/pairs.ts';
import { typedNames } from '#server/people/typed-words.ts';

type ArchivedClientQuery = { query?: string | undefined; sort?: Sort | undefined };

const columns: Record<string, string> = {
  name: 'clients.sort_name',
  archived_at: 'clients.archived_at',
};

/** The people who were archived, of all organizations, the latest first. */
const listed = ({ tx }: SignedInContext, { query, sort }: ArchivedClientQuery) => {
  return tx
    .selectFrom('clients')
    .innerJoin('organizations', 'organizations.id', 'clients.organization_id')
    .leftJoin('users', 'users.id', 'clients.archived_by_id')
    .leftJoin('clients as others', (join) =>
      join
        .onRef('others.organization_id', '=', 'clients.organization_id')
        .onRef('others.id', '=', 'clients.merged_into_id'),
    )
    .where('clients.archived_at', 'is not', null)
    .where((eb) =>
      eb.and(
        words(query).map(
          (word) =>
            sql<boolean>`(clients.search_name like kit.pattern(${typedNames(word).join(' ')})
              or (kit.fold(organizations.name) || ' ' || clients.id) like kit.pattern(${word}))`,
        ),
      ),
    )
    .select([
      'clients.id',
      ...nameColumns.map(({ key }) => `clients.${key}` as const),
      'clients.organization_id',
      'organizations.name as organization_name',
      sql<string>`clients.archived_at`.as('archived_at'),
      'users.id as administrator_id',
      'users.first_name as administrator_first_name',
      'users.last_name as administrator_last_name',
      'others.id as other_id',
      'others.first_name as other_first_name',
      'others.last_name as other_last_name',
    ])
    .orderBy(
      ordering(columns, {
        sort,
        usual: [{ field: 'archived_at', order: 'desc' }],
        last: 'clients.id, clients.organization_id',
      }),
    );
};

type Row = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

const serialize = (row: Row) => ({
  id: row.id,
  ...valuesIn(nameColumns, row),
  organization: { id: row.organization_id, name: row.organization_name },
  archive: {
    created_at: row.archived_at,
    administrator:
      row.administrator_id === null
        ? null
        : { first_name: row.administrator_first_name, last_name: row.administrator_last_name },
  },
  merged_into:
    row.other_id === null ? null : { id: row.other_id, name: `${row.other_first_name} ${row.other_last_name}` },
});

type ArchivedClientRequest = { params: { id: number }; query: { organization_id?: number | undefined } };

const found = async (
  context: SignedInContext,
  { params, query: { organization_id } }: ArchivedClientRequest,
): Promise<Row> => {
  const all = listed(context, {}).where('clients.id', '=', params.id);
  const [row, ...others] = await (organization_id ? all.where('clients.organization_id', '=', organization_id) : all)
    .limit(2)
    .execute();
  if (!row) throw new Problem('not_found');
  if (others.length > 0)
    throw invalid('organization_id', 'People in several organizations have this ID. Choose the organization.');
  return row;
};

/** People whom organizations have archived, and the way back. Only the platform team comes here. */
export const archivedClientsFeature = implement(archivedClientRoutes, {
  list: async ({ query }, context) => ({ data: (await whole(listed(context, query))).map(serialize) }),
  page: async ({ query, params }, context) => {
    const { data, metadata } = await paged(listed(context, query), { page: params.page, page_size: query.page_size });
    return { data: data.map(serialize), metadata };
  },
  show: async (input, context) => serialize(await found(context, input)),
  remove: async (input, context) => {
    const { id, organization_id, other_id, other_first_name, other_last_name } = await found(context, input);
    if (other_id)
      throw new Problem('invalid', {
        base: [`Merged into ${other_first_name} ${other_last_name}. Undo the merge to unarchive this person.`],
      });
    const { tx, enter, caller, keys } = context;
    enter(organization_id, caller.person.id);
    const row = await tx
      .selectFrom('clients')
      .selectAll()
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await updateRow(tx, 'clients', { row, columns: { archived_at: null, archived_by_id: null } });
    await reopenPlacesOf({ tx, caller: { organization: { id: organization_id } } }, [id]);
    await peopleCame({ tx, organization_id, keys }, [row]);
  },
});
