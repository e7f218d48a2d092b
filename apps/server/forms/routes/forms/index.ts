import { sql } from 'kysely';
import { type FormType, formRoutes, forms } from '#contract/resources/forms.ts';
import type { Calculation } from '#forms/definition/calculation.ts';
import { inRule, inVariables, renumberedBy } from '#forms/definition/references.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { logoAddress } from '#server/access/logos.ts';
import { fillable, visibleForms } from '#server/access/scopes.ts';
import { type SentCalculations, saveCalculations } from '#server/forms/calculations.ts';
import { demandFields } from '#server/forms/create-form.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { type Entry, entryIssues, saveEntries, withLocks } from '#server/forms/entries.ts';
import { fireOfForm } from '#server/forms/firing.ts';
import { makeFields } from '#server/forms/new-fields.ts';
import { checkReferences, inRuleOrder } from '#server/forms/rules.ts';
import {
  affiliationsOf,
  reachShared,
  refuseShared,
  refuseWhileShared,
  sharedForms,
  sharedIds,
  shareWith,
  sharingIssues,
} from '#server/forms/sharing.ts';
import { assignSlots } from '#server/forms/slots.ts';
import { templateCopies } from '#server/forms/template-copies.ts';
import { crud, findFor, named, type Serving, showRow } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { always, among, conditionOn, findRow, ofOrganization, type Row } from '#server/kit/rows.ts';
import { entriesBefore, oneOf, touches, undoBy } from '#server/kit/undo.ts';
import { refuseInUse, refuseRemovedInUse } from '#server/records/uses.ts';
import { inTree } from '#server/trees/in-tree.ts';
import { categoryTree } from '#server/trees/tree.ts';
import { cloneForm } from './clone.ts';
import { prePopulated } from './pre-populate.ts';
import { tryOut } from './trial.ts';
import { countResponses, impactOf, sequencesAndReports } from './uses.ts';

type Form = Row<'forms'>;
type FormServing = Serving<typeof forms, 'forms'>;

const check: FormServing['check'] = async ({ form_fields, affiliation_ids, form_type }, context, before) => [
  ...(affiliation_ids ? await sharingIssues(context, affiliation_ids) : []),
  ...(before && form_type !== undefined && form_type !== before.form_type
    ? [{ path: 'form_type', message: 'Form Use cannot be changed once saved' }]
    : []),
  ...(form_fields ? await entryIssues(context, { form_id: before?.id, entries: form_fields as Entry[] }) : []),
];

/** What a participant decides of a form that another organization shares (R90b). */
const decidedByParticipant: ReadonlySet<string> = new Set(['redirect_url']);

const write: FormServing['write'] = async (sent, context, before) => {
  const { form_fields, affiliation_ids, logic, calculations, results, ...columns } = sent;
  if (before && Object.keys(sent).some((key) => !decidedByParticipant.has(key))) await refuseShared(context, before.id);
  if (columns.redirect_url && (columns.form_type ?? before?.form_type) === 'internal') columns.redirect_url = null;
  if (form_fields?.some(({ field }) => field)) demandFields(context);
  const made = form_fields && (await makeFields(context, form_fields as Entry[]));
  const entries = made && (await withLocks(context, before?.id, made.entries));
  const renumber = renumberedBy({ field: made?.fields ?? new Map() });
  const rules = logic && inRuleOrder(logic).map((rule) => inRule(rule, renumber));
  const counted = calculations?.map((one) =>
    'variables' in one && one.variables
      ? { ...one, variables: inVariables(one.variables as Calculation['variables'], renumber) }
      : one,
  );
  return {
    columns: { ...columns, ...(rules && { logic: JSON.stringify(rules) }) },
    after: async ({ id }) => {
      if (entries) {
        await saveEntries(context, id, entries);
        await assignSlots(context, id);
      }
      if (counted?.length)
        await saveCalculationsOf(context, { id, calculations: counted, results, logic: rules ?? [] });
      if (entries || logic || calculations)
        await checkReferences(context, id, logic !== undefined || calculations !== undefined);
      if (before && columns.active !== undefined && columns.active !== before.active) await fireOfForm(context, id);
      if (affiliation_ids) await shareWith(context, id, affiliation_ids);
      if (before || affiliation_ids)
        await reachShared(context, id, affiliation_ids ? 'affiliation_ids' : 'form_fields');
    },
  };
};

type FormCalculations = {
  id: number;
  calculations: SentCalculations['changes'];
  results: SentCalculations['results'];
  logic: Rule[];
};

/** Saves what was changed of a form's calculations; the rules then speak of the new ones by the ids that they got. */
const saveCalculationsOf = async (context: MemberContext, { id, calculations, results, logic }: FormCalculations) => {
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  const form = (await formDefinitions(tx, organization_id, [id])).get(id) as FormDefinition;
  const removed = calculations.flatMap(({ id, removed }, index) => {
    const stored = removed && form.calculations.find((one) => one.id === id);
    return stored ? [{ id, name: stored.name, path: `calculations.${index}` }] : [];
  });
  await refuseRemovedInUse(context, removed);
  const added = await saveCalculations(context, form, { changes: calculations, results });
  if (added.size === 0 || logic.length === 0) return;
  const renumber = renumberedBy({ calculation: added });
  const rules = inRuleOrder(logic).map((rule) => inRule(rule, renumber));
  await tx
    .updateTable('forms')
    .set({ logic: JSON.stringify(rules) })
    .where('id', '=', id)
    .execute();
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
  const rows = await ofOrganization(tx, 'form_fields', caller)
    .select(['form_id', sql<number[]>`jsonb_agg(field_id order by position, id)`.as('field_ids')])
    .where('form_id', '=', among(form_ids))
    .groupBy('form_id')
    .execute();
  return new Map(rows.map(({ form_id, field_ids }) => [form_id, field_ids]));
};

/** The publish settings of forms, without those that were taken away. */
const publishedAs = async ({ tx, caller }: MemberContext, form_ids: number[]) => {
  const rows = await ofOrganization(tx, 'publish_settings', caller)
    .select(['id', 'form_id', 'published_at', 'is_active', 'translate'])
    .where('form_id', '=', among(form_ids))
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ form_id }) => form_id);
};

const serializeListed = async (rows: Form[], context: MemberContext) => {
  const ids = rows.map(({ id }) => id);
  const [field_ids, published, sharedWith, sharedBy] = await Promise.all([
    fieldIdsOf(context, ids),
    publishedAs(context, ids),
    affiliationsOf(context, ids),
    sharedForms(context, ids),
  ]);
  return rows.map((row) => ({
    ...row,
    form_type: row.form_type as FormType,
    field_ids: field_ids.get(row.id) ?? [],
    affiliation_ids: sharedWith.get(row.id) ?? [],
    is_owned: !sharedBy.has(row.id),
    shared_by: sharedBy.get(row.id) ?? null,
    is_public: (published.get(row.id) ?? []).some((one) => one.is_active && one.published_at !== null),
    public_forms: (published.get(row.id) ?? []).map(({ id }) => ({ id })),
    translate: (published.get(row.id) ?? []).some(({ translate }) => translate),
  }));
};

const serializeWhole = async (form: Awaited<ReturnType<typeof serializeListed>>[number], context: MemberContext) => {
  const { tx, caller } = context;
  const definitions = await formDefinitions(tx, caller.organization.id, [form.id]);
  const { form_fields, calculations, logic } = definitions.get(form.id) as FormDefinition;
  // Counting is dear where a form has a hundred thousand responses, so lists do without.
  const [response_count, users, clones, { logo_file_id }] = await Promise.all([
    countResponses(context, form),
    sequencesAndReports(context, form.id),
    templateCopies(context, 'forms', form.id),
    tx
      .selectFrom('organizations')
      .select('logo_file_id')
      .where('id', '=', caller.organization.id)
      .executeTakeFirstOrThrow(),
  ]);
  const logo = logoAddress(caller.organization.slug, logo_file_id);
  return { ...form, form_fields, calculations, logic, logo, response_count, clones, ...users };
};

const serialize = async (rows: Form[], context: MemberContext) =>
  Promise.all((await serializeListed(rows, context)).map((form) => serializeWhole(form, context)));

const form = conditionOn('forms');

const serving: FormServing = {
  table: 'forms',
  scope: visibleForms,
  filter: async ({ query, filters, category }, context) => [
    named(query),
    await inTree(categoryTree, { type: 'forms', id: category }, context),
    filters?.active === undefined ? always : form('active', '=', filters.active),
    filters?.inactive === true ? form('active', '=', false) : always,
    filters?.shared ? form('id', 'in', sharedIds(context.caller)) : always,
    filters?.form_type === undefined ? always : form('form_type', '=', filters.form_type),
  ],
  columns: listedColumns,
  order: {
    by: { name: 'sort_name', active: '(not active)', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['sort_name', '(not active)'],
  },
  check,
  write,
  serialize,
  serializeListed,
  removing: async ({ id }, context) => {
    await refuseWhileShared(context, id);
    await refuseInUse(context, 'This form', { thing: 'form', id });
    await reachShared(context, id);
  },
};

const crudHandlers = crud(forms, serving);

const ownColumns = ['name', 'description', 'active', 'redirect_url', 'logic'] as const;

/** Takes a change of a form back: its settings, its rules and its fields. Calculations and notifications stay. */
export const undoForm = undoBy({
  changes: forms.changes,
  restores: (key) => oneOf(...ownColumns)(key) || key.startsWith('field_id.'),
  bodyOf: async (was, id, { tx, caller }) => {
    const own = Object.fromEntries(ownColumns.filter((key) => key in was).map((key) => [key, was[key]]));
    if (!touches(was, 'field_id')) return own;
    const now = (await formDefinitions(tx, caller.organization.id, [id])).get(id)?.form_fields ?? [];
    const entries = now.map(({ field: _, field_type, form_id, ...entry }) => [entry.field_id, entry] as const);
    const before = entriesBefore(new Map(entries), was, 'field_id');
    return { ...own, form_fields: before.map(([field_id, entry], position) => ({ ...entry, field_id, position })) };
  },
  handle: crudHandlers.update.handle,
});

/** What an organization asks, form by form. */
export const formsFeature = implement(
  formRoutes,
  {
    ...crudHandlers,
    fields: async ({ params }, context) => {
      const { id, organization_id } = await findFor(serving, params.id, context);
      const definitions = await formDefinitions(context.tx, organization_id, [id]);
      return { data: definitions.get(id)?.form_fields ?? [] };
    },
    clone: async ({ params, body }, context) => {
      const form = await findFor(serving, params.id, { ...context, action: 'read' });
      const { copy, job } = await cloneForm(context, form, {
        includeData: body?.include_data === true,
        isShared: (await sharedForms(context, [form.id])).has(form.id),
      });
      return { ...(await showRow(serving, copy, context)), job };
    },
    uses: async ({ params }, context) => impactOf(context, await findFor(serving, params.id, context)),
    trial: async ({ params, body }, context) => {
      const { id, organization_id, form_type } = await findFor(serving, params.id, context);
      const definitions = await formDefinitions(context.tx, organization_id, [id]);
      const kind = form_type === 'internal' ? 'internal' : 'client';
      return tryOut(context, { form: definitions.get(id) as FormDefinition, kind }, body);
    },
    prePopulate: async ({ params, query }, context) => {
      const { tx, caller } = context;
      const organization_id = caller.organization.id;
      const { id } = await findRow(tx, 'forms', { organization_id, id: params.id, where: fillable(caller) });
      const definitions = await formDefinitions(tx, caller.organization.id, [id]);
      return prePopulated(context, definitions.get(id) as FormDefinition, query.client_id);
    },
    fillable: async (_, { tx, caller }) => ({
      data: await ofOrganization(tx, 'forms', caller)
        .select(['id', 'name', 'active'])
        .where('form_type', '=', 'client')
        .where(fillable(caller))
        .orderBy('sort_name')
        .orderBy('id')
        .execute(),
    }),
    fillableForm: async ({ params }, context) => {
      const { tx, caller } = context;
      const organization_id = caller.organization.id;
      const row = await findRow(tx, 'forms', { organization_id, id: params.id, where: fillable(caller) });
      return showRow(serving, row, context);
    },
  },
  {
    form_fields_field_twice: ['form_fields', 'A field can be on a form only once'],
  },
);
