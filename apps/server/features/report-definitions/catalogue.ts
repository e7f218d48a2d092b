import type { Given } from '#contract/kit/route.ts';
import type { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import type { ReportType, SystemTable } from '#reports/columns.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { visibleReports } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { sourceForms } from '#server/reports/catalogue.ts';
import { kinds } from '#server/reports/kinds/index.ts';
import { findReport } from '#server/reports/stored.ts';

type Asked = Given<typeof reportDefinitionRoutes.catalogue>['query'];

/** The types whose columns are of forms. */
const ofForms: readonly ReportType[] = ['client_forms', 'public_forms', 'internal_forms'];

/** The forms that may be chosen, those that were asked for with their columns. */
const formsFor = async (context: MemberContext, { report_type, forms: ids = [] }: Asked) => {
  if (!ofForms.includes(report_type)) return [];
  const [all, wanted] = await Promise.all([
    sourceForms(context, { report_type }),
    ids.length > 0 ? sourceForms(context, { report_type, ids }) : [],
  ]);
  const withColumns = new Map(wanted.map((form) => [form.id, form]));
  return all.map((form) => withColumns.get(form.id) ?? form);
};

/** So many reports are offered at once. */
const mostTargets = 1000;

/** The reports on which an Aggregate may be built. */
const targetsFor = async ({ tx, caller }: MemberContext, { report_type }: Asked) =>
  report_type === 'query'
    ? ofOrganization(tx, 'report_definitions', caller)
        .select(['id', 'name'])
        .where('report_type', '!=', 'query')
        .where(visibleReports(caller, 'read'))
        .orderBy('sort_name')
        .orderBy('id')
        .limit(mostTargets)
        .execute()
    : [];

/** The columns above forms; of an Aggregate those of the report that it is built on, which the caller may read. */
const columnsFor = async (context: MemberContext, { report_type, forms, table }: Asked) => {
  const [target = null] = report_type === 'query' ? (forms ?? []) : [];
  if (target !== null) await findReport(target, { ...context, action: 'read' });
  const definition = {
    report_type,
    report_target_id: target,
    fields: [],
    conditions: { and: [] },
    default_order: [],
    window: null,
    partition_field: null,
    settings: table ? { table: table as SystemTable } : {},
  } as ReportDefinition;
  return (await kinds[report_type]?.columns(context, definition, { isKept: false })) ?? [];
};

/** What the caller may build a report of a type from. */
export const catalogueOf = async (context: MemberContext, asked: Asked) => {
  const [columns, forms, reports] = await Promise.all([
    columnsFor(context, asked),
    formsFor(context, asked),
    targetsFor(context, asked),
  ]);
  return { columns, forms, reports };
};
