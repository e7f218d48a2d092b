import type { Issue } from '#contract/kit/issues.ts';
import { namesIn, type ReportDefinition } from '#reports/definition.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { usesOf } from '#server/records/uses.ts';
import { definitionOf, type ReportRow, viewsOf } from '#server/reports/stored.ts';

/** What uses a report: other reports, as far as the caller can see them, and widgets. */
export const impactOf = async (context: MemberContext, { id }: ReportRow) => {
  const uses = await usesOf(context, [{ thing: 'report', id }]);
  return {
    reports: uses.flatMap(({ kind, id, name, visible }) =>
      kind === 'report' && visible ? [{ id, name: name ?? '' }] : [],
    ),
    widgets: uses.filter(({ kind }) => kind === 'dashboard_widget').length,
  };
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
    message: `The column ${labels.get(key)} is used by ${by}. Keep it, or change that first.`,
  }));
};
