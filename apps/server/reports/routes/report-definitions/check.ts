import type { Issue } from '#contract/kit/issues.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { plannedFor } from '#server/reports/planned.ts';
import { changesRows, definitionWith, modeIssues, type SentReport, targetIssues } from '#server/reports/sent.ts';
import { definitionOf, lockReport, type ReportRow } from '#server/reports/stored.ts';
import { columnsInUse } from './uses.ts';

const refused = (path: string, message: string): Issue[] => [{ path, message }];

const viewIssues = async (
  { tx, caller }: MemberContext,
  { default_view_id }: SentReport,
  before?: ReportRow,
): Promise<Issue[]> => {
  if (default_view_id === undefined || (default_view_id === null && !before)) return [];
  const view = await ofOrganization(tx, 'report_views', caller)
    .select('id')
    .where('id', '=', default_view_id ?? 0)
    .where('report_definition_id', '=', before?.id ?? 0)
    .executeTakeFirst();
  return view ? [] : refused('default_view_id', 'Choose one of the views of this report');
};

/** What is wrong with what the report says of its rows, of an Aggregate once there is something that it is built on. */
const rowIssues = async (context: MemberContext, definition: ReportDefinition): Promise<Issue[]> => {
  const ofTarget = await targetIssues(context, definition);
  return ofTarget.length > 0 ? ofTarget : (await plannedFor(context, definition)).issues;
};

/** Whether small numbers are shown is not the report's to say. */
const settingIssues = ({ settings }: SentReport, before?: ReportRow): Issue[] =>
  settings?.small_numbers && !(before && definitionOf(before).settings.small_numbers)
    ? refused('settings.small_numbers', 'Leave this out: only the owner can change it, in a separate request')
    : [];

/** What is wrong with a report as it would be, as far as the contract cannot know. */
export const reportIssues = async (sent: SentReport, context: MemberContext, before?: ReportRow): Promise<Issue[]> => {
  if (before) await lockReport(context, before.id);
  const definition = definitionWith(sent, before);
  const ofType =
    before && sent.report_type !== undefined && sent.report_type !== before.report_type
      ? refused('report_type', 'The type of a report can’t change. Create another report instead.')
      : [];
  const apart = [...ofType, ...settingIssues(sent, before), ...(await viewIssues(context, sent, before))];
  if (!definition) return apart;
  const modes = modeIssues(sent, definition);
  if (!changesRows(sent)) return [...apart, ...modes];
  return [
    ...apart,
    ...modes,
    ...(await rowIssues(context, definition)),
    ...(before ? await columnsInUse(context, before, definition) : []),
  ];
};
