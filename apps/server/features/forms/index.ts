import { sql } from 'kysely';
import { formRoutes, forms } from '#contract/resources/forms.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { logoAddress } from '#server/access/logos.ts';
import { fillable, visibleForms } from '#server/access/scopes.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { checkEntries, type Entry, saveEntries, withLocks } from '#server/forms/entries.ts';
import { checkReferences, inRuleOrder } from '#server/forms/rules.ts';
import { assignSlots } from '#server/forms/slots.ts';
import { templateCopies } from '#server/forms/template-copies.ts';
import { crud, findFor, named, unchanged } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { findRow, type Row, type Where } from '#server/kit/rows.ts';
import { cloneForm } from './clone.ts';
import { prePopulated } from './pre-populate.ts';
import { countResponses, sequencesWith, usesOf } from './uses.ts';

type Form = Row<'forms'>;

const write = async (sent: Record<string, unknown>, context: MemberContext, before?: Form) => {
  const { form_fields, affiliation_ids, logic, ...columns } = sent;
  if (logic) columns.logic = JSON.stringify(inRuleOrder(logic as Rule[]));
  if (((affiliation_ids ?? []) as number[]).length > 0)
    throw invalid('affiliation_ids', 'Choose approved affiliations that your organization owns');
  if (before) unchanged(columns.form_type, before.form_type, 'form_type', 'Form Use cannot be changed once saved');
  if (columns.redirect_url && (columns.form_type ?? before?.form_type) === 'internal') columns.redirect_url = null;
  if (form_fields) {
    await checkEntries(context, before?.id, form_fields as Entry[]);
    sent.form_fields = await withLocks(context, before?.id, form_fields as Entry[]);
  }
  return columns;
};

const written = async (row: Form, { form_fields, logic }: Record<string, unknown>, context: MemberContext) => {
  if (form_fields) {
    await saveEntries(context, row.id, form_fields as Entry[]);
    await assignSlots(context, row.id);
  }
  if (form_fields || logic) await checkReferences(context, row.id, logic !== undefined);
};

/** What lists show of forms: never their rules, which may be large. */
const listedColumns = [
  'id',
  'name',
  'description',
  'active',
  'form_type',
  'redirect_url',
  'created_at',
  'updated_at',
  'lock_version',
] as const;

/** The ids of the fields of forms, in their order. */
const fieldIdsOf = async ({ tx, caller }: MemberContext, form_ids: number[]): Promise<Map<number, number[]>> => {
  const rows = await tx
    .selectFrom('form_fields')
    .select(['form_id', sql<number[]>`jsonb_agg(field_id order by position, id)`.as('field_ids')])
    .where('organization_id', '=', caller.organization.id)
    .where('form_id', '=', sql<number>`any(${form_ids}::bigint[])`)
    .groupBy('form_id')
    .execute();
  return new Map(rows.map(({ form_id, field_ids }) => [form_id, field_ids]));
};

const presentAll = async (rows: Form[], context: MemberContext) => {
  const field_ids = await fieldIdsOf(
    context,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    field_ids: field_ids.get(row.id) ?? [],
    affiliation_ids: [],
    is_owned: true,
    is_public: false,
    translate: false,
  }));
};

const present = async (rows: Form[], context: MemberContext, whole: boolean) => {
  const { tx, caller } = context;
  const all = await presentAll(rows, context);
  const [one] = all;
  if (!whole || !one) return all;
  const definitions = await formDefinitions(tx, caller.organization.id, [one.id]);
  const { form_fields, calculations } = definitions.get(one.id) as FormDefinition;
  // Counting is dear where a form has a hundred thousand responses, so lists do without.
  const [response_count, sequences, clones, { logo_file_id }] = await Promise.all([
    countResponses(context, one),
    sequencesWith(context, one.id),
    templateCopies(context, 'forms', one.id),
    tx
      .selectFrom('organizations')
      .select('logo_file_id')
      .where('id', '=', caller.organization.id)
      .executeTakeFirstOrThrow(),
  ]);
  const logo = logoAddress(caller.organization.slug, logo_file_id);
  return [
    { ...one, form_fields, calculations, logo, response_count, sequences, reports: [], clones, public_forms: [] },
  ];
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
  columns: listedColumns,
  order: {
    by: { name: 'sort_name', active: '(not active)', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['sort_name', '(not active)'],
  },
  write,
  written,
  present,
};

/** What an organization asks, form by form. */
export const formsFeature = implement(formRoutes, {
  ...crud(forms, serving),
  fields: async ({ params }, context) => {
    const { id, organization_id } = await findFor(serving, params.id, context);
    const definitions = await formDefinitions(context.tx, organization_id, [id]);
    return { data: definitions.get(id)?.form_fields ?? [] };
  },
  clone: async ({ params, body }, context) => {
    const form = await findFor(serving, params.id, { ...context, action: 'read' });
    const { copy, job } = await cloneForm(context, form, body?.include_data === true);
    return { ...(await present([copy], context, true))[0], job } as never;
  },
  uses: async ({ params }, context) => usesOf(context, await findFor(serving, params.id, context)),
  prePopulate: async ({ params, query }, context) => {
    const { tx, caller } = context;
    const { id } = await findRow(tx, 'forms', caller.organization.id, params.id, fillable(caller));
    const definitions = await formDefinitions(tx, caller.organization.id, [id]);
    return prePopulated(context, definitions.get(id) as FormDefinition, query.client_id);
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
