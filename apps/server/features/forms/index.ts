import { sql } from 'kysely';
import { formRoutes, forms } from '#contract/resources/forms.ts';
import { formDefinitions } from '#server/access/form-definitions.ts';
import { fillable, visibleForms } from '#server/access/scopes.ts';
import { crud, findFor, named, unchanged } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { findRow, type Row, type Where } from '#server/kit/rows.ts';
import { checkEntries, type Entry, saveEntries, withLocks } from './entries.ts';
import { assignSlots } from './slots.ts';

type Form = Row<'forms'>;

const write = async (sent: Record<string, unknown>, context: MemberContext, before?: Form) => {
  const { form_fields, ...columns } = sent;
  if (before) unchanged(columns.form_type, before.form_type, 'form_type', 'Form Use cannot be changed once saved');
  if (columns.redirect_url && (columns.form_type ?? before?.form_type) === 'internal') columns.redirect_url = null;
  if (form_fields) {
    await checkEntries(context, before?.id, form_fields as Entry[]);
    sent.form_fields = await withLocks(context, before?.id, form_fields as Entry[]);
  }
  return columns;
};

const written = async (row: Form, { form_fields }: Record<string, unknown>, context: MemberContext) => {
  if (!form_fields) return;
  await saveEntries(context, row.id, form_fields as Entry[]);
  await assignSlots(context, row.id);
};

const present = async (rows: Form[], { tx, caller }: MemberContext, whole: boolean) => {
  const ids = rows.map(({ id }) => id);
  const definitions = await formDefinitions(tx, caller.organization.id, ids);
  const listed = rows.map((row) => ({
    ...row,
    form_fields: definitions.get(row.id)?.form_fields ?? [],
    field_ids: definitions.get(row.id)?.form_fields.map(({ field_id }) => field_id) ?? [],
    is_owned: true,
  }));
  if (!whole) return listed;
  // Counting is dear where a form has a hundred thousand responses, so lists do without.
  const { count } = await tx
    .selectFrom('responses')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', caller.organization.id)
    .where('form_id', '=', sql<number>`any(${ids}::bigint[])`)
    .executeTakeFirstOrThrow();
  return listed.map((row) => ({ ...row, response_count: count }));
};

const serving = {
  table: 'forms' as const,
  scope: visibleForms,
  filter: ({ query, filters }: { query?: string | undefined; filters?: Record<string, unknown> | undefined }) =>
    [
      named(query),
      (eb) => (typeof filters?.active === 'boolean' ? eb('active', '=', filters.active) : null),
      (eb) => (filters?.form_type ? eb('form_type', '=', String(filters.form_type)) : null),
    ] satisfies Where<'forms'>[],
  order: {
    by: { name: 'sort_name', active: '(not active)', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['sort_name', '(not active)'],
  },
  write,
  written,
  present,
};

/** What an organisation asks, form by form. */
export const formsFeature = implement(formRoutes, {
  ...crud(forms, serving),
  fields: async ({ params }, context) => {
    const { id, organization_id } = await findFor(serving, params.id, context);
    const definitions = await formDefinitions(context.tx, organization_id, [id]);
    return { data: definitions.get(id)?.form_fields ?? [] };
  },
  fillable: async (_, { tx, caller }) => ({
    data: await tx
      .selectFrom('forms')
      .select(['id', 'name', 'active'])
      .where('organization_id', '=', caller.organization.id)
      .where('form_type', '=', 'client')
      .where((eb) => fillable(caller)(eb) ?? sql<boolean>`true`)
      .orderBy('sort_name')
      .orderBy('id')
      .execute(),
  }),
  fillableForm: async ({ params }, context) => {
    const { tx, caller } = context;
    const row = await findRow(tx, 'forms', caller.organization.id, params.id, fillable(caller));
    return (await present([row], context, true))[0] as never;
  },
});
