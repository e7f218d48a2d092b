import type { HandlerInput } from '#contract/kit/route.ts';
import type { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import type { SystemTable } from '#reports/columns.ts';
import { blankDefinition } from '#reports/definition.ts';
import { baseTypes, reportKinds } from '#reports/kinds.ts';
import { visibleReports } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { sourceForms } from '#server/reports/catalogue.ts';
import { kinds } from '#server/reports/kinds/index.ts';
import { askedOf } from '#server/reports/kinds/kind.ts';
import { findReport } from '#server/reports/stored.ts';

type CatalogueQuery = HandlerInput<typeof reportDefinitionRoutes.catalogue>['query'];

/** The forms that may be chosen, those that were asked for with their columns. */
const formsFor = async (context: MemberContext, { report_type, forms: ids = [] }: CatalogueQuery) => {
  const of = reportKinds[report_type].forms;
  if (!of) return [];
  const [all, wanted] = await Promise.all([
    sourceForms(context, { of }),
    ids.length > 0 ? sourceForms(context, { of, ids }) : [],
  ]);
  const withColumns = new Map(wanted.map((form) => [form.id, form]));
  return all.map((form) => withColumns.get(form.id) ?? form);
};

/** So many reports are offered at once. */
const maxTargets = 1000;

/** The reports on which an Aggregate may be built. */
const targetsFor = async ({ tx, caller }: MemberContext, { report_type }: CatalogueQuery) =>
  reportKinds[report_type].isBuiltOnReport
    ? ofOrganization(tx, 'report_definitions', caller)
        .select(['id', 'name'])
        .where('report_type', 'in', baseTypes)
        .where(visibleReports(caller, 'read'))
        .orderBy('sort_name')
        .orderBy('id')
        .limit(maxTargets)
        .execute()
    : [];

/**
 * The columns above forms; of an Aggregate those of the report that it is built on, which the caller may read, and what
 * that asks its readers.
 */
const columnsFor = async (context: MemberContext, { report_type, forms, table }: CatalogueQuery) => {
  const [target = null] = reportKinds[report_type].isBuiltOnReport ? (forms ?? []) : [];
  if (target !== null) await findReport(target, { ...context, action: 'read' });
  const settings = table ? { table: table as SystemTable } : {};
  const definition = { ...blankDefinition, report_type, report_target_id: target, settings };
  const kind = kinds[report_type];
  const columns = await kind.columns(context, definition, { isKept: false });
  const below = await kind.below?.(context, definition);
  return { columns, parameters: (below?.parameters ?? []).map(askedOf) };
};

/** What the caller may build a report of a type from. */
export const catalogueOf = async (context: MemberContext, query: CatalogueQuery) => {
  const [{ columns, parameters }, forms, reports] = await Promise.all([
    columnsFor(context, query),
    formsFor(context, query),
    targetsFor(context, query),
  ]);
  return { columns, parameters, forms, reports };
};
