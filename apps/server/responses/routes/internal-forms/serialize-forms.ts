import { visibleForms } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';

/** Internal forms with how many records they have, and on which forms those are picked. */
export const serializeForms = async (rows: Row<'forms'>[], { tx, caller }: MemberContext) => {
  const ids = among(rows.map(({ id }) => id));
  const counts = await ofOrganization(tx, 'responses', caller)
    .select((eb) => ['form_id', eb.fn.countAll<number>().as('count')])
    .where('form_id', '=', ids)
    .where('client_id', 'is', null)
    .groupBy('form_id')
    .execute();
  const refreshes = await ofOrganization(tx, 'record_refreshes', caller)
    .select(['form_id', 'refreshed_at'])
    .where('form_id', '=', ids)
    .execute();
  const picking = await ofOrganization(tx, 'forms', caller)
    .innerJoin('form_fields', (join) =>
      join
        .onRef('form_fields.organization_id', '=', 'forms.organization_id')
        .onRef('form_fields.form_id', '=', 'forms.id'),
    )
    .innerJoin('fields', (join) =>
      join
        .onRef('fields.organization_id', '=', 'form_fields.organization_id')
        .onRef('fields.id', '=', 'form_fields.field_id'),
    )
    .select(['forms.id', 'forms.name', 'forms.sort_name', 'fields.internal_form_id'])
    .distinct()
    .where('fields.internal_form_id', '=', ids)
    .where(visibleForms(caller, 'read'))
    .orderBy('forms.sort_name')
    .orderBy('forms.id')
    .execute();
  return rows.map((row) => ({
    ...row,
    record_count: counts.find(({ form_id }) => form_id === row.id)?.count ?? 0,
    picked_on: picking
      .filter(({ internal_form_id }) => internal_form_id === row.id)
      .map(({ id, name }) => ({ id, name })),
    refreshed_at: refreshes.find(({ form_id }) => form_id === row.id)?.refreshed_at ?? null,
  }));
};
