import type { z } from 'zod';
import type { reportDefinitions } from '#contract/resources/report-definitions.ts';
import type { ReportType } from '#reports/columns.ts';
import { type ReportDefinition, withoutFunctions } from '#reports/definition.ts';
import type { Sent } from '#server/kit/crud.ts';
import { definitionOf, type ReportRow } from '#server/reports/stored.ts';

export type SentReport = Sent<typeof reportDefinitions>;

const blank: Omit<ReportDefinition, 'report_type' | 'fields'> = {
  report_target_id: null,
  conditions: { and: [] },
  default_order: [],
  window: null,
  partition_field: null,
  settings: {},
};
const keys = [
  'report_target_id',
  'fields',
  'conditions',
  'default_order',
  'window',
  'partition_field',
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
    fields: definition.fields.map((field) => (field.agg ? field : { ...field, filters: null })),
    settings: { ...settings, ...(small_numbers && { small_numbers }) },
  };
};

/** The forms that a report speaks of. */
export const formsOf = ({ fields, conditions, window, partition_field }: ReportDefinition): number[] => {
  const speaking = [
    ...fields,
    ...fields.flatMap(({ filters }) => filters?.and ?? []),
    ...conditions.and,
    ...(partition_field ? [partition_field] : []),
  ];
  const sections = [window?.filters, window?.order_fields, window?.compare_operations, window?.functions];
  const ids = [...speaking.map(({ form }) => form), ...sections.flatMap((one) => Object.keys(one ?? {}).map(Number))];
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
};
