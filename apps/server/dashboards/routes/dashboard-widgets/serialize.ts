import type { z } from 'zod';
import type { dashboardWidgets } from '#contract/resources/dashboard-widgets.ts';
import { inheritedBy } from '#reports/parameters.ts';
import type { ViewType } from '#reports/views.ts';
import { ownPinnedMessages } from '#server/access/dashboard-scopes.ts';
import { serializeMessages } from '#server/access/pinned-messages.ts';
import { visibleReports } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';

export type Widget = Row<'dashboard_widgets'>;

/** What kind of thing a widget shows, and which one. */
export const subjectOf = ({ report_definition_id, pinned_message_id }: Widget) =>
  report_definition_id === null
    ? { record_type: 'PinnedMessage' as const, record_id: pinned_message_id as number }
    : { record_type: 'ReportDefinition' as const, record_id: report_definition_id };

/** The reports on widgets that the caller may read, each with the view that its widget shows. */
const shownReports = async (rows: Widget[], { tx, caller }: MemberContext) => {
  const reports = await ofOrganization(tx, 'report_definitions', caller)
    .select(['id', 'name', 'parameters', 'report_target_id'])
    .where('id', '=', among(rows.map(({ report_definition_id }) => report_definition_id)))
    .where(visibleReports(caller, 'read'))
    .execute();
  const views = await ofOrganization(tx, 'report_views', caller)
    .select(['id', 'name', 'view_type', 'is_default', 'report_definition_id'])
    .where('report_definition_id', '=', among(reports.map(({ id }) => id)))
    .execute();
  const below = await ofOrganization(tx, 'report_definitions', caller)
    .select(['id', 'parameters'])
    .where('id', '=', among(reports.map(({ report_target_id }) => report_target_id)))
    .execute();
  return ({ report_definition_id, report_view_id }: Widget) => {
    const report = reports.find(({ id }) => id === report_definition_id);
    const view = views.find(
      (one) => one.report_definition_id === report?.id && (report_view_id ? one.id === report_view_id : one.is_default),
    );
    if (!report || !view) return null;
    const { id: view_id, name: view_name, view_type } = view;
    const asked = below.find(({ id }) => id === report.report_target_id)?.parameters ?? [];
    const parameters = [...report.parameters, ...inheritedBy(report.parameters, asked)].map(
      ({ default: usual, ...one }) => (one.type === 'choice' ? one : { ...one, default: usual }),
    );
    return { name: report.name, view_type: view_type as ViewType, view_id, view_name, parameters };
  };
};

/** The messages on widgets that are pinned for a group of the caller. */
const shownMessages = async (rows: Widget[], context: MemberContext) => {
  const found = await ofOrganization(context.tx, 'pinned_messages', context.caller)
    .selectAll()
    .where('id', '=', among(rows.map(({ pinned_message_id }) => pinned_message_id)))
    .where(ownPinnedMessages(context.caller))
    .execute();
  const messages = await serializeMessages(found, context);
  return ({ pinned_message_id }: Widget) => messages.find(({ id }) => id === pinned_message_id) ?? null;
};

/** Widgets with what they show, as far as the caller may read it. */
export const serialize = async (
  rows: Widget[],
  context: MemberContext,
): Promise<z.input<typeof dashboardWidgets.record>[]> => {
  const reportOf = await shownReports(rows, context);
  const messageOf = await shownMessages(rows, context);
  return rows.map((row) => {
    const { report_definition_id: _, pinned_message_id: __, report_view_id: view_id, ...rest } = row;
    const { x, y, w, h } = row;
    const record = reportOf(row) ?? messageOf(row);
    return { ...rest, ...subjectOf(row), view_id, layout: { x, y, w, h }, readable: record !== null, record };
  });
};
