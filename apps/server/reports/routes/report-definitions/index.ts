import { sql } from 'kysely';
import { reportDefinitionRoutes, reportDefinitions } from '#contract/resources/report-definitions.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { nameOfCopy } from '#server/kit/copy-name.ts';
import { clone, crud, findFor, named, type Serving, showRow } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { always, conditionOn, insertRow, updateRow } from '#server/kit/rows.ts';
import { oneOf, undoBy } from '#server/kit/undo.ts';
import { refuseInUse } from '#server/records/uses.ts';
import { saveFormsOf } from '#server/reports/report-forms.ts';
import { changesRows, definitionWith, type SentReport } from '#server/reports/sent.ts';
import { definitionOf, ofReports, type ReportRow } from '#server/reports/stored.ts';
import { inTree } from '#server/trees/in-tree.ts';
import { categoryTree } from '#server/trees/tree.ts';
import { catalogueOf } from './catalogue.ts';
import { reportIssues } from './check.ts';
import { serialize, serializeListed } from './serialize.ts';
import { impactOf } from './uses.ts';

/** A definition as columns to save. @param isAllowed whether small numbers go on being shown where they are */
const storedAs = ({ settings, window, partition_field, ...definition }: ReportDefinition, isAllowed: boolean) => {
  const { small_numbers, ...others } = settings;
  return {
    report_type: definition.report_type,
    report_target_id: definition.report_target_id,
    fields: JSON.stringify(definition.fields),
    conditions: JSON.stringify(definition.conditions),
    default_order: JSON.stringify(definition.default_order),
    window: window && JSON.stringify(window),
    partition_field: partition_field && JSON.stringify(partition_field),
    parameters: JSON.stringify(definition.parameters),
    settings: JSON.stringify({ ...others, ...(isAllowed && small_numbers && { small_numbers }) }),
  };
};

/** What a report says of its rows, as columns to save. */
const columnsOf = (sent: SentReport, context: MemberContext, before?: ReportRow) => {
  const definition = changesRows(sent) || !before ? definitionWith(sent, before) : null;
  if (!definition) return {};
  // What the owner allowed was allowed of the report as it was.
  return storedAs(definition, context.caller.everything);
};

/** Makes a view the one that its report opens with. */
const openWith = async ({ tx }: MemberContext, { id }: ReportRow, view_id: number): Promise<void> => {
  const views = () => tx.updateTable('report_views').where('report_definition_id', '=', id);
  await views().set({ is_default: false }).where('is_default', '=', true).where('id', '!=', view_id).execute();
  await views().set({ is_default: true }).where('is_default', '=', false).where('id', '=', view_id).execute();
};

const ofDefinition = conditionOn('report_definitions');

const serving: Serving<typeof reportDefinitions, 'report_definitions'> = {
  ...ofReports,
  filter: async ({ query, filters, category }, context) => [
    named(query),
    await inTree(categoryTree, { type: 'report_definitions', id: category }, context),
    filters?.report_type === undefined ? always : ofDefinition('report_type', '=', filters.report_type),
  ],
  order: {
    by: { name: 'sort_name', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['sort_name'],
  },
  check: reportIssues,
  write: (sent, context, before) => {
    const { name, description, default_view_id } = sent;
    return {
      columns: {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...columnsOf(sent, context, before),
      },
      after: async (row) => {
        if (!before)
          await insertRow(context.tx, 'report_views', {
            organization_id: row.organization_id,
            report_definition_id: row.id,
            name: 'Table',
            view_type: 'table',
            is_default: true,
          });
        else if (default_view_id) await openWith(context, row, default_view_id);
        if (!before || changesRows(sent)) await saveFormsOf(context, row);
      },
    };
  },
  serialize,
  serializeListed,
  removing: async (row, context) => {
    const { id } = row;
    await refuseInUse(context, 'This report', { thing: 'report', id });
    // They are not bound by a key: what is in a category may be of any type.
    const { tx } = context;
    await tx
      .deleteFrom('category_records')
      .where('record_type', '=', 'report_definitions')
      .where('record_id', '=', id)
      .execute();
  },
};

/** Copies a report with its views and its summary. What it shows of small numbers was allowed of the other one. */
const copy = async (row: ReportRow, context: MemberContext): Promise<ReportRow> => {
  const { organization_id, id, name, description, summary } = row;
  const { tx } = context;
  const copied = await insertRow(tx, 'report_definitions', {
    organization_id,
    name: await nameOfCopy(tx, 'report_definitions', name),
    description,
    ...storedAs(definitionOf(row), false),
    summary: JSON.stringify(summary),
  });
  await sql`
    insert into report_views (organization_id, report_definition_id, name, view_type, is_default, xaxis, yaxis,
                              xaxis_label, yaxis_label, group_by, percent_of, zoom, series, settings)
    select ${organization_id}::bigint, ${copied.id}::bigint, name, view_type, is_default, xaxis, yaxis,
           xaxis_label, yaxis_label, group_by, percent_of, zoom, series, settings from report_views
     where organization_id = ${organization_id} and report_definition_id = ${id} order by id
    returning id`.execute(tx);
  await saveFormsOf(context, copied);
  return copied;
};

const crudHandlers = crud(reportDefinitions, serving);

const restored = oneOf(
  'name',
  'description',
  'fields',
  'conditions',
  'default_order',
  'window',
  'partition_field',
  'parameters',
  'settings',
  'summary',
);

/** Takes a change of a report back: what it says of its rows, and its summary. Views stay. */
export const undoReport = undoBy({
  changes: reportDefinitions.changes,
  restores: restored,
  bodyOf: ({ summary: _, settings, ...was }) => {
    const own = Object.fromEntries(Object.entries(was).filter(([key]) => restored(key)));
    if (settings === undefined) return own;
    const { small_numbers: _allowed, ...others } = (settings ?? {}) as Record<string, unknown>;
    return { ...own, settings: others };
  },
  handle: crudHandlers.update.handle,
  others: ({ summary }) => (summary === undefined ? null : { summary: JSON.stringify(summary) }),
});

/** What is asked of answers, people and the product's own tables, again and again. */
export const reportDefinitionsFeature = implement(
  reportDefinitionRoutes,
  {
    ...crudHandlers,
    ...clone(serving, copy),
    catalogue: ({ query }, context) => catalogueOf(context, query),
    uses: async ({ params }, context) => impactOf(context, await findFor(serving, params.id, context)),
    liftSmallNumbers: async ({ params, body }, context) => {
      const row = await findFor(serving, params.id, context);
      if (!context.caller.everything) throw new Problem('forbidden');
      const { small_numbers: _, ...others } = definitionOf(row).settings;
      const settings = JSON.stringify({ ...others, ...(body.shown && { small_numbers: true }) });
      return showRow(
        serving,
        await updateRow(context.tx, 'report_definitions', { row, columns: { settings } }),
        context,
      );
    },
  },
  {
    reports_stand_on_this: [
      'base',
      'This is the source report of another report. Delete that report first, or change its source report.',
    ],
  },
);
