import { visiblePublicInstances, visibleResponses } from '#server/access/scopes.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { removeResponses } from '#server/responses/store.ts';
import type { TableRow } from '#server/schema/json-columns.ts';
import { type CheckedRow, cellError, type Importer, idIn, raggedness, twice } from './importing.ts';
import { keepPlaces, placesOf } from './left-places.ts';
import { transactionId } from './transaction-id.ts';

/** What names the responses that are to be deleted. */
export const deletionHeaders = {
  delete_client: ['Client ID', 'Form Response ID'],
  delete_public: ['Form Response ID'],
} as const;
export type DeletionType = keyof typeof deletionHeaders;

const kinds = {
  delete_client: { scope: visibleResponses, grants: 'client_forms' },
  delete_public: { scope: visiblePublicInstances, grants: null },
} as const;

const unknown = {
  delete_client: 'There is no response with this ID for this person and form that you can delete',
  delete_public: 'There is no public response with this ID for this form that you can delete',
};

/** Rows that each name a response to a form, which is deleted. */
export const responsesDeleting = (form_id: number, type: DeletionType): Importer<number> => {
  const header: readonly string[] = deletionHeaders[type];
  const place = header.length - 1;
  const seen = new Map<number, number>();
  return {
    check: async ({ tx, caller }, rows, locks) => {
      const ids = rows.map(({ cells }) => idIn(cells[place])).filter((id) => id !== null && !Number.isNaN(id));
      const found = await ofOrganization(tx, 'responses', caller)
        .select(['id', 'client_id'])
        .where('form_id', '=', form_id)
        .where('id', '=', among(ids))
        .where(kinds[type].scope(caller, 'remove'))
        .$if(locks, (query) => query.forUpdate())
        .execute();
      const owners = new Map(found.map(({ id, client_id }) => [id, client_id]));
      const checked = (row: TableRow): CheckedRow<number> => {
        const ragged = raggedness(row, header);
        if (ragged.length > 0) return { row, errors: ragged };
        const id = idIn(row.cells[place]) ?? Number.NaN;
        const column = header[place] as string;
        if (!owners.has(id) || (place > 0 && owners.get(id) !== idIn(row.cells[0])))
          return { row, errors: [cellError({ header, cells: row.cells }, place, unknown[type])] };
        const again = twice(seen, id, row);
        return again ? { row, errors: [{ column, message: again }] } : { row, effect: 'deleted', write: id };
      };
      return rows.map(checked);
    },
    write: async (context, ids) => {
      const places = await placesOf(context, ids);
      const { grants } = kinds[type];
      await removeResponses(context, { form_id, ids }, { effects: { grants, webhooks: false, notifications: null } });
      await keepPlaces(context, { places, transaction_id: await transactionId(context.tx) });
    },
  };
};
