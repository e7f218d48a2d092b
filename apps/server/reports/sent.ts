import type { z } from 'zod';
import type { Issue } from '#contract/kit/issues.ts';
import type { reportDefinitions } from '#contract/resources/report-definitions.ts';
import type { ReportType } from '#reports/columns.ts';
import { blankDefinition, functionModeOf, type ReportDefinition } from '#reports/definition.ts';
import { reportKinds } from '#reports/kinds.ts';
import { withoutFunctions } from '#reports/without-functions.ts';
import { visibleReports } from '../access/scopes.ts';
import type { ResourceInput } from '../kit/crud.ts';
import type { MemberContext } from '../kit/handlers.ts';
import { ofOrganization } from '../kit/rows.ts';
import { definitionOf, type ReportRow } from './stored.ts';

export type SentReport = ResourceInput<typeof reportDefinitions>;

const { fields: _, ...blank } = blankDefinition;
const keys = [
  'report_target_id',
  'fields',
  'conditions',
  'default_order',
  'window',
  'partition_field',
  'parameters',
  'settings',
] as const satisfies (keyof z.output<typeof reportDefinitions.changes>)[];

/** Whether what was sent says anything of the report's rows. */
export const changesRows = (sent: SentReport): boolean =>
  sent.function_mode === 'none' || keys.some((key) => sent[key] !== undefined);

/**
 * What a report says of its rows, with what was sent laid over what is kept. Filters go with their functions, and
 * without function mode all functions go. Null when too little could be read to say.
 */
export const definitionWith = (sent: SentReport, before?: ReportRow): ReportDefinition | null => {
  const kept = before ? definitionOf(before) : blank;
  const own = Object.fromEntries(keys.filter((key) => sent[key] !== undefined).map((key) => [key, sent[key]]));
  const report_type = (before?.report_type ?? sent.report_type) as ReportType | undefined;
  const merged = { ...kept, ...own, report_type } as ReportDefinition;
  if (!report_type || !merged.fields) return null;
  const definition = sent.function_mode === 'none' ? withoutFunctions(merged) : merged;
  // The owner decides that by another call.
  const { small_numbers: _, ...settings } = definition.settings;
  const { small_numbers } = kept.settings;
  return {
    ...definition,
    fields: definition.fields.map((field) => (field.agg || field.agg_query ? field : { ...field, filters: null })),
    settings: { ...settings, ...(small_numbers && { small_numbers }) },
  };
};

const refused = (path: string, message: string): Issue[] => [{ path, message }];

/** A function mode that does not follow from the rest. */
export const modeIssues = ({ function_mode }: SentReport, definition: ReportDefinition): Issue[] => {
  const mode = functionModeOf(definition);
  return function_mode === undefined || function_mode === mode
    ? []
    : refused('function_mode', `The columns of the report make this ${mode}. Send that, or leave this out.`);
};

/** The report that an Aggregate is built on must be one of rows, which the caller may read; others are built on none. */
export const targetIssues = async (
  { tx, caller }: MemberContext,
  { report_type, report_target_id }: ReportDefinition,
): Promise<Issue[]> => {
  if (!reportKinds[report_type].isBuiltOnReport)
    return report_target_id === null
      ? []
      : refused('report_target_id', 'Only an Aggregate has a source report. Leave this out.');
  const target = await ofOrganization(tx, 'report_definitions', caller)
    .select('report_type')
    .where('id', '=', report_target_id ?? 0)
    .where(visibleReports(caller, 'read'))
    .executeTakeFirst();
  if (!target) return refused('report_target_id', 'Choose a source report');
  return reportKinds[target.report_type as ReportType].isBuiltOnReport
    ? refused('report_target_id', 'An Aggregate can’t be a source report. Choose another report.')
    : [];
};
