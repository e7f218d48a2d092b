import type { Issue } from '#contract/kit/issues.ts';
import { functionModeOf, type ReportDefinition } from '#reports/definition.ts';
import { visibleReports } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { definitionOf, lockReport, type ReportRow } from '#server/reports/stored.ts';
import { changesRows, definitionWith, type SentReport } from './definition.ts';
import { columnsInUse } from './uses.ts';

const refused = (path: string, message: string): Issue[] => [{ path, message }];

/** The report that an Aggregate is built on must be one of rows, which the caller may read; others are built on none. */
const targetIssues = async (
  { tx, caller }: MemberContext,
  { report_type, report_target_id }: ReportDefinition,
): Promise<Issue[]> => {
  if (report_type !== 'query')
    return report_target_id === null
      ? []
      : refused('report_target_id', 'Only an Aggregate is built on another report. Leave this out');
  const target = await ofOrganization(tx, 'report_definitions', caller)
    .select('report_type')
    .where('id', '=', report_target_id ?? 0)
    .where(visibleReports(caller, 'read'))
    .executeTakeFirst();
  if (!target) return refused('report_target_id', 'Choose a report to build on');
  return target.report_type === 'query'
    ? refused('report_target_id', 'An Aggregate cannot be built on another one. Choose another report')
    : [];
};

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

const modeIssues = ({ function_mode }: SentReport, definition: ReportDefinition): Issue[] => {
  const mode = functionModeOf(definition);
  return function_mode === undefined || function_mode === mode
    ? []
    : refused('function_mode', `What the report says of its columns makes it ${mode}. Send that, or leave it out`);
};

/** Whether small numbers are shown is not the report's to say. */
const settingIssues = ({ settings }: SentReport, before?: ReportRow): Issue[] =>
  settings?.small_numbers && !(before && definitionOf(before).settings.small_numbers)
    ? refused('settings.small_numbers', 'The owner of the organization decides this, by a call of its own')
    : [];

/** What is wrong with a report as it would be, as far as the contract cannot know. */
export const reportIssues = async (sent: SentReport, context: MemberContext, before?: ReportRow): Promise<Issue[]> => {
  if (before) await lockReport(context, before.id);
  const definition = definitionWith(sent, before);
  const ofType =
    before && sent.report_type !== undefined && sent.report_type !== before.report_type
      ? refused('report_type', 'The type of a report stays as it is. Make another report instead')
      : [];
  const apart = [...ofType, ...settingIssues(sent, before), ...(await viewIssues(context, sent, before))];
  if (!definition) return apart;
  const modes = modeIssues(sent, definition);
  if (!changesRows(sent)) return [...apart, ...modes];
  return [
    ...apart,
    ...modes,
    ...(await targetIssues(context, definition)),
    ...(before ? await columnsInUse(context, before, definition) : []),
  ];
};
