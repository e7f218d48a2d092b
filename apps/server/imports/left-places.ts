import { sql } from 'kysely';
import { among, ofOrganization } from '#server/kit/rows.ts';
import type { ImportContext } from './importing.ts';

type CallerContext = Pick<ImportContext, 'tx' | 'caller'>;
/** A response in a data group or a category: which, since when, and by whom. */
export type Place = {
  response_id: number;
  data_group_id: number | null;
  category_id: number | null;
  automatic: boolean;
  placed_by_id: number | null;
  placed_at: string;
};

/** Where responses stand in trees. */
export const placesOf = async ({ tx, caller }: CallerContext, ids: number[]): Promise<Place[]> => {
  const [groups, categories] = await Promise.all([
    ofOrganization(tx, 'data_group_records', caller)
      .select(['record_id', 'data_group_id', 'automatic', 'created_by_id', 'created_at'])
      .where('record_type', '=', 'client_forms')
      .where('record_id', '=', among(ids))
      .execute(),
    ofOrganization(tx, 'category_records', caller)
      .select(['record_id', 'category_id', 'created_by_id', 'created_at'])
      .where('record_type', '=', 'client_forms')
      .where('record_id', '=', among(ids))
      .execute(),
  ]);
  return [
    ...groups.map((row) => ({ data_group_id: row.data_group_id, category_id: null, automatic: row.automatic, row })),
    ...categories.map((row) => ({ data_group_id: null, category_id: row.category_id, automatic: false, row })),
  ].map(({ row, ...place }) => ({
    ...place,
    response_id: row.record_id,
    placed_by_id: row.created_by_id,
    placed_at: row.created_at,
  }));
};

/** Keeps where responses stood that this transaction deletes, for the undo. */
export const keepPlaces = async (
  { tx, caller }: CallerContext,
  { places, transaction_id }: { places: Place[]; transaction_id: number },
): Promise<void> => {
  if (places.length === 0) return;
  await sql`
    insert into left_places (organization_id, transaction_id, response_id, data_group_id, category_id, automatic,
      placed_by_id, placed_at)
    select ${caller.organization.id}::bigint, ${transaction_id}::bigint, response_id, data_group_id, category_id, automatic,
           placed_by_id, placed_at
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as given (response_id bigint, data_group_id bigint,
        category_id bigint, automatic boolean, placed_by_id bigint, placed_at timestamptz)
    returning id`.execute(tx);
};

/** Puts responses that are there again where they stood, as far as that is still there. */
export const takePlacesAgain = async (
  { tx, caller }: CallerContext,
  { ids, transaction_id }: { ids: number[]; transaction_id: number },
): Promise<void> => {
  if (ids.length === 0) return;
  const organization_id = caller.organization.id;
  const places = await tx
    .deleteFrom('left_places')
    .where('transaction_id', '=', transaction_id)
    .where('response_id', '=', among(ids))
    .returningAll()
    .execute();
  if (places.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as given (response_id bigint, data_group_id bigint,
    category_id bigint, automatic boolean, placed_by_id bigint, placed_at timestamptz)`;
  // Conditions may have put it there again already: by hand, and since when, counts.
  await sql`
    insert into data_group_records (organization_id, data_group_id, record_type, record_id, automatic, created_by_id,
      created_at)
    select ${organization_id}::bigint, data_group_id, 'client_forms', response_id, automatic, placed_by_id, placed_at
      from ${given} where data_group_id is not null
    on conflict (organization_id, record_type, record_id, data_group_id) do update
      set automatic = excluded.automatic, created_by_id = excluded.created_by_id, created_at = excluded.created_at
    returning id`.execute(tx);
  await sql`
    insert into category_records (organization_id, category_id, record_type, record_id, created_by_id, created_at)
    select ${organization_id}::bigint, category_id, 'client_forms', response_id, placed_by_id, placed_at
      from ${given} where category_id is not null
    on conflict (organization_id, record_type, record_id, category_id) do nothing
    returning id`.execute(tx);
};
