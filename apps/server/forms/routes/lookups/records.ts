import type { lookupRoutes } from '#contract/resources/lookups.ts';
import { visibleInternalForms } from '#server/access/scopes.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import { recordLabel, recordListing } from '#server/forms/records.ts';
import type { Handler } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { findRow, pageRows } from '#server/kit/rows.ts';
import { askableField } from './askable-field.ts';

/** The records that a ref-picker offers: those of its internal form that the caller may see, found by their titles. */
export const records: Handler<typeof lookupRoutes.records> = async ({ params, query }, context) => {
  const { tx, caller } = context;
  const { internal_form_id, internal_field_id } = await askableField(context, params.id);
  if (internal_form_id === null) throw new Problem('not_found');
  const organization_id = caller.organization.id;
  const form = await findRow(tx, 'forms', {
    organization_id,
    id: internal_form_id,
    where: visibleInternalForms(caller, 'read'),
  });
  const page = { sort: undefined, page: query.page ?? 1 };
  const { rows, metadata } = await pageRows(tx, recordListing(context, form.id, query.query), page);
  const definitions = internal_field_id === null ? null : await formDefinitions(tx, organization_id, [form.id]);
  const field = definitions?.get(form.id)?.form_fields.find(({ field_id }) => field_id === internal_field_id)?.field;
  return { data: rows.map((row) => ({ record_id: row.id, label: recordLabel(row, field) })), metadata };
};
