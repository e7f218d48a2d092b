import type { Issue } from '#contract/kit/issues.ts';
import { dashboardWidgetRoutes, dashboardWidgets, maxWidgets } from '#contract/resources/dashboard-widgets.ts';
import { visiblePinnedMessages, visibleWidgets } from '#server/access/dashboard-scopes.ts';
import { visibleReports } from '#server/access/scopes.ts';
import { crud, type ResourceInput, type Serving } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { takeTurn } from '#server/kit/take-turn.ts';
import { arrange, outside } from './layout.ts';
import { serialize, subjectOf, type Widget } from './serialize.ts';

const notFound = {
  ReportDefinition: 'Choose a report that you can read',
  PinnedMessage: 'Choose a message that you can read',
};
type Subject = { record_type: keyof typeof notFound; record_id: number };

/** Whether the caller may read what a widget is to show. It stays until the widget is written. */
const isOpen = async ({ record_type, record_id }: Subject, { tx, caller }: MemberContext): Promise<boolean> => {
  const found = await (record_type === 'ReportDefinition'
    ? ofOrganization(tx, 'report_definitions', caller)
        .select('id')
        .where('id', '=', record_id)
        .where(visibleReports(caller, 'read'))
        .forKeyShare()
        .executeTakeFirst()
    : ofOrganization(tx, 'pinned_messages', caller)
        .select('id')
        .where('id', '=', record_id)
        .where(visiblePinnedMessages(caller))
        .forKeyShare()
        .executeTakeFirst());
  return found !== undefined;
};

const isViewOf = async (id: number, report: number, { tx, caller }: MemberContext): Promise<boolean> => {
  const view = ofOrganization(tx, 'report_views', caller).select('id').where('id', '=', id);
  return (await view.where('report_definition_id', '=', report).forKeyShare().executeTakeFirst()) !== undefined;
};

/** What is wrong with what a widget is to show. What it shows already stays, also for who may not read it. */
const subjectIssues = async (
  sent: ResourceInput<typeof dashboardWidgets>,
  context: MemberContext,
  before?: Widget,
): Promise<Issue[]> => {
  const shown = before && subjectOf(before);
  const record_type = shown?.record_type ?? sent.record_type;
  const record_id = sent.record_id ?? shown?.record_id;
  if (sent.record_type !== undefined && sent.record_type !== record_type)
    return [{ path: 'record_type', message: 'The kind of a widget can’t change. Add another widget.' }];
  if (!record_type || !record_id || (record_id === shown?.record_id && !sent.view_id)) return [];
  if (!(await isOpen({ record_type, record_id }, context)))
    return [{ path: 'record_id', message: notFound[record_type] }];
  if (!sent.view_id || (record_type === 'ReportDefinition' && (await isViewOf(sent.view_id, record_id, context))))
    return [];
  return [{ path: 'view_id', message: 'Choose a view of this report' }];
};

/** Who adds one waits for who is adding one, so that two at once do not go beyond the most. */
const fullIssues = async ({ tx, caller }: MemberContext): Promise<Issue[]> => {
  await takeTurn(tx, 'dashboard_widgets', caller.organization.id);
  const { count } = await ofOrganization(tx, 'dashboard_widgets', caller)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(visibleWidgets(caller, 'write'))
    .executeTakeFirstOrThrow();
  return count < maxWidgets
    ? []
    : [{ path: 'base', message: `The dashboard can have at most ${maxWidgets} widgets. Remove one first.` }];
};

const serving: Serving<typeof dashboardWidgets, 'dashboard_widgets'> = {
  table: 'dashboard_widgets',
  scope: visibleWidgets,
  filter: () => [],
  // Where two have the same place, the newer one stands above: the other moves down.
  order: { by: { created_at: 'created_at' }, usual: ['y', 'x', 'id desc'] },
  check: async (sent, context, before) => [
    ...outside(sent, before),
    ...(await subjectIssues(sent, context, before)),
    ...(before ? [] : await fullIssues(context)),
  ],
  write: ({ record_type, record_id, view_id, ...place }, _, before) => {
    const shown = before && subjectOf(before);
    const isReport = (shown?.record_type ?? record_type) === 'ReportDefinition';
    const subject =
      record_id === undefined ? {} : { [isReport ? 'report_definition_id' : 'pinned_message_id']: record_id };
    // A view of the report that was shown before says nothing of another one.
    const isOther = record_id !== undefined && record_id !== shown?.record_id;
    const view = view_id === undefined && isOther ? null : view_id;
    return { columns: { ...place, ...subject, ...(view !== undefined && { report_view_id: view }) } };
  },
  serialize,
};

const crudHandlers = crud(dashboardWidgets, serving);

/** What stands on the dashboard of an organization. */
export const dashboardWidgetsFeature = implement(
  dashboardWidgetRoutes,
  {
    ...crudHandlers,
    arrange: async ({ params, body }, context) => {
      await arrange(context, body.widgets);
      return crudHandlers.list({ params, query: {} }, { ...context, action: 'read' });
    },
  },
  {
    widgets_show_this: ['base', 'This report is on the dashboard. Remove its widget there first.'],
    widgets_show_this_view: ['base', 'This view is on the dashboard. Remove its widget there first.'],
  },
);
