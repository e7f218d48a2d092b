import type { z } from 'zod';
import type { dashboardWidgets } from '#contract/resources/dashboard-widgets.ts';

export type Widget = z.output<typeof dashboardWidgets.listed>;
export type ReportRecord = Extract<Widget['record'], { view_name: string }>;
export type MessageRecord = Extract<Widget['record'], { subject: string }>;

export const isMessage = (record: Widget['record']): record is MessageRecord => record !== null && 'subject' in record;
export const isReport = (record: Widget['record']): record is ReportRecord => record !== null && 'view_name' in record;

export const hidden = 'You don’t have access to this report';

/** A widget as far as it says what it shows. */
export type WidgetTarget = Pick<Widget, 'record' | 'record_type' | 'view_id'>;

/** What a widget is called, and what names its region: the report, and a view that was chosen. */
export const titleOf = ({ record, record_type, view_id }: WidgetTarget): string => {
  if (isMessage(record)) return record.subject;
  if (isReport(record)) return view_id === null ? record.name : `${record.name}: ${record.view_name}`;
  return record_type === 'PinnedMessage' ? 'A message for another group' : hidden;
};
