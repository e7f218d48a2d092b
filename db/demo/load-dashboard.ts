import { insertRows } from './insert.ts';
import type { LoadedReports } from './load-reports.ts';
import type { LoadContext } from './loading.ts';

type Widget = { x: number; y: number; w: number; h: number; report?: string; view?: string; message?: string };

const widgets: Widget[] = [
  { x: 0, y: 0, w: 2, h: 3, report: 'Where people slept' },
  { x: 2, y: 0, w: 1, h: 2, message: 'Cold weather plan' },
  { x: 3, y: 0, w: 1, h: 1, report: 'Active people' },
  { x: 3, y: 1, w: 1, h: 1, report: 'Contacts in 30 days' },
  { x: 2, y: 2, w: 2, h: 2, report: 'Intakes, one by one', view: 'Last stable addresses' },
  { x: 0, y: 3, w: 2, h: 2, report: 'Intakes, one by one', view: 'Table' },
  { x: 2, y: 4, w: 2, h: 2, report: 'Contacts by topic' },
];

/** What the staff see first: charts, figures, a map, a table, and a message to the case managers. */
export const loadDashboard = async (loading: LoadContext, reports: LoadedReports): Promise<void> => {
  const { tx, organization_id, as } = loading;
  as('curtis');
  const messages = await tx
    .selectFrom('pinned_messages')
    .select(['id', 'subject'])
    .where('organization_id', '=', organization_id)
    .execute();
  const rows = widgets.map(({ report, view, message, ...place }) => {
    const shown = report === undefined ? undefined : reports.get(report);
    return {
      organization_id,
      ...place,
      report_definition_id: shown?.id ?? null,
      report_view_id: view === undefined ? null : (shown?.views[view] ?? null),
      pinned_message_id: messages.find(({ subject }) => subject === message)?.id ?? null,
    };
  });
  await insertRows(tx, 'dashboard_widgets', rows);
};
