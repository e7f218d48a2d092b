import type { ReportViewRecord } from '#contract/resources/report-views.ts';
import type { ReportType } from '#reports/columns.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { currentSettings } from '#reports/settings.ts';
import { type PercentOf, zoom as usualZoom, type ViewType } from '#reports/views.ts';
import { visibleReports } from '../access/scopes.ts';
import { findFor } from '../kit/crud.ts';
import type { MemberContext } from '../kit/handlers.ts';
import { among, conditionOn, findRow, ofOrganization, type Row } from '../kit/rows.ts';

export type ReportRow = Row<'report_definitions'>;

/** How a report is found for a caller. */
export const ofReports = { table: 'report_definitions' as const, scope: visibleReports };

/** The report of the path, when the caller may do with it what the route asks for; else a Problem. */
export const findReport = (id: number, context: MemberContext): Promise<ReportRow> => findFor(ofReports, id, context);

/** What a report says of its rows, as it is kept. */
export const definitionOf = (row: ReportRow): ReportDefinition => ({
  report_type: row.report_type as ReportType,
  report_target_id: row.report_target_id,
  fields: row.fields,
  conditions: row.conditions,
  default_order: row.default_order,
  window: row.window,
  partition_field: row.partition_field,
  parameters: row.parameters,
  settings: currentSettings(row.settings),
});

/** A map for which no zoom was chosen fits its points, and answers the usual zoom (R80a). */
const zoomOf = ({ view_type, zoom }: Row<'report_views'>) => {
  const fits = view_type === 'map' && zoom === null;
  return { zoom: fits ? usualZoom.usual : zoom, fits };
};

/** A view as it is shown. */
export const viewOf = (row: Row<'report_views'>): ReportViewRecord => ({
  ...row,
  ...zoomOf(row),
  view_type: row.view_type as ViewType,
  percent_of: row.percent_of as PercentOf | null,
});

/** Returns whether the caller may read or change a report. */
export const maySee = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  id: number,
  action: 'read' | 'write',
): Promise<boolean> => {
  const row = await ofOrganization(tx, 'report_definitions', caller)
    .select('id')
    .where('id', '=', id)
    .where(visibleReports(caller, action))
    .executeTakeFirst();
  return row !== undefined;
};

/** A view of a report. Throws not_found where it has none of that ID. */
export const findView = async (
  { tx }: Pick<MemberContext, 'tx'>,
  { organization_id, id: report_id }: ReportRow,
  id: number,
): Promise<ReportViewRecord> =>
  viewOf(
    await findRow(tx, 'report_views', {
      organization_id,
      id,
      where: conditionOn('report_views')('report_definition_id', '=', report_id),
    }),
  );

/** The views of reports, the oldest first, by report. */
export const viewsOf = async ({ tx, caller }: Pick<MemberContext, 'tx' | 'caller'>, report_ids: number[]) => {
  const rows = await ofOrganization(tx, 'report_views', caller)
    .selectAll()
    .where('report_definition_id', '=', among(report_ids))
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ report_definition_id }) => report_definition_id);
};

/** Has who changes a report or what stands on its columns take turns until their transaction ends. */
export const lockReport = async ({ tx, caller }: Pick<MemberContext, 'tx' | 'caller'>, id: number): Promise<void> => {
  await ofOrganization(tx, 'report_definitions', caller).select('id').where('id', '=', id).forUpdate().execute();
};
