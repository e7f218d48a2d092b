import type { Issue } from '#contract/kit/issues.ts';
import { namesIn, type ReportDefinition } from '#reports/definition.ts';
import { visibleReports } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { definitionOf, type ReportRow, viewsOf } from '#server/reports/stored.ts';

/** What stands on a report: other reports, as far as the caller may see them, and widgets. */
export const usesOf = async ({ tx, caller }: MemberContext, { id }: ReportRow) => {
  const reports = await ofOrganization(tx, 'report_definitions', caller)
    .select(['id', 'name'])
    .where('report_target_id', '=', id)
    .where(visibleReports(caller, 'read'))
    .orderBy('sort_name')
    .orderBy('id')
    .execute();
  const { widgets } = await ofOrganization(tx, 'dashboard_widgets', caller)
    .select((eb) => eb.fn.countAll<number>().as('widgets'))
    .where('report_definition_id', '=', id)
    .executeTakeFirstOrThrow();
  return { reports, widgets };
};

/**
 * Refuses to delete a report on which another one or a dashboard stands: names what the caller can see of them.
 * @throws invalid
 */
export const refuseInUse = async (context: MemberContext, row: ReportRow): Promise<void> => {
  const { tx, caller } = context;
  const [{ reports, widgets }, { all }] = await Promise.all([
    usesOf(context, row),
    ofOrganization(tx, 'report_definitions', caller)
      .select((eb) => eb.fn.countAll<number>().as('all'))
      .where('report_target_id', '=', row.id)
      .executeTakeFirstOrThrow(),
  ]);
  const hidden = all - reports.length;
  const builtOnIt = [
    ...reports.map(({ name }) => `“${name}”`),
    ...(hidden > 0 ? [hidden === 1 ? 'a report you cannot see' : `${hidden} reports you cannot see`] : []),
  ].join(', ');
  refuse([
    ...(builtOnIt
      ? [{ path: 'base', message: `Built on this report: ${builtOnIt}. Delete that first, or build it on another one` }]
      : []),
    ...(widgets > 0
      ? [{ path: 'base', message: 'This report is on the dashboard. Take its widget away there first' }]
      : []),
  ]);
};

/** What of a report stands on its columns: by the keys of those, the words for it. */
const standingOn = async (context: MemberContext, row: ReportRow): Promise<(readonly [key: string, by: string])[]> => {
  const { tx, caller } = context;
  const [views, queries] = await Promise.all([
    viewsOf(context, [row.id]),
    ofOrganization(tx, 'report_definitions', caller).selectAll().where('report_target_id', '=', row.id).execute(),
  ]);
  const keysOfSummary = row.summary.map(({ key }) => [key, 'the summary'] as const);
  const keysOfViews = (views.get(row.id) ?? []).flatMap(({ name, xaxis, yaxis, group_by }) =>
    [xaxis, ...yaxis, group_by].flatMap((key) => (key ? [[key, `the view ${name}`] as const] : [])),
  );
  const keysOfQueries = queries.flatMap((query) =>
    namesIn(definitionOf(query)).flatMap((key) => (key ? [[key, 'another report'] as const] : [])),
  );
  return [...keysOfViews, ...keysOfSummary, ...keysOfQueries];
};

/** Columns that would go although a view, the summary or another report stands on them. */
export const columnsInUse = async (
  context: MemberContext,
  row: ReportRow,
  { fields }: Pick<ReportDefinition, 'fields'>,
): Promise<Issue[]> => {
  const stay = new Set(fields.map(({ key }) => key));
  const gone = new Set(definitionOf(row).fields.flatMap(({ key }) => (stay.has(key) ? [] : [key])));
  if (gone.size === 0) return [];
  const standing = await standingOn(context, row);
  const labels = new Map(definitionOf(row).fields.map(({ key, label }) => [key, label ?? key]));
  const used = new Map(standing.filter(([key]) => gone.has(key)));
  return [...used].map(([key, by]) => ({
    path: 'fields',
    message: `The column ${labels.get(key)} is used by ${by}. Keep it, or change that first`,
  }));
};
