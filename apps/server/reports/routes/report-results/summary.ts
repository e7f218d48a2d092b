import { z } from 'zod';
import { errorsOf } from '#contract/kit/issues.ts';
import { summarySettings } from '#contract/resources/report-results.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import type { Report } from '#server/reports/report.ts';
import type { ReportRow } from '#server/reports/stored.ts';
import type { SummarySettings } from '#server/schema/json-columns.ts';

const parsed = (settings: string): unknown => {
  try {
    return JSON.parse(settings);
  } catch {
    throw invalid('settings', 'This is not valid JSON');
  }
};

/**
 * The settings of a summary as they were sent: a column without functions counts, one with none is left out. Throws
 * invalid for a column that the report does not have.
 */
export const summaryOf = (settings: string, { headers }: Report): Required<SummarySettings[number]>[] => {
  const read = z.object({ settings: summarySettings }).safeParse({ settings: parsed(settings) });
  if (!read.success) throw new Problem('invalid', errorsOf(read.error.issues));
  const keys = new Set(headers.map(({ key }) => key));
  const unknown = read.data.settings.find(({ key }) => !keys.has(key));
  if (unknown) throw invalid('settings', `The report has no column ${unknown.key}. Choose one of its columns.`);
  const byKey = new Map(read.data.settings.map(({ key, functions = ['count'] }) => [key, [...new Set(functions)]]));
  return [...byKey].flatMap(([key, functions]) => (functions.length > 0 ? [{ key, functions }] : []));
};

const usual = ['count'] as const;

/** What a summary holds: its settings, the columns that it may speak of, and what those come to. */
export const shownSummary = async (row: Pick<ReportRow, 'summary'>, report: Report) => {
  const { headers } = report;
  const settings = row.summary;
  const byKey = new Map(headers.map((header) => [header.key, header]));
  const wanted = settings.flatMap(({ key, functions = [...usual] }) => (byKey.has(key) ? [{ key, functions }] : []));
  const stats = await report.stats(wanted);
  return {
    settings: JSON.stringify(settings),
    fields: headers.map(({ key, label, type, numeric }) => ({ key, label, type, ...(numeric && { numeric }) })),
    warnings: [...report.unapplied, ...report.keptOutWarnings(stats.filter(({ isKeptOut }) => isKeptOut).length)],
    stats: stats.map(({ key, function: name, value }) => ({
      key,
      function: name,
      value,
      label: `${byKey.get(key)?.label} (${name})`,
    })),
  };
};

/** Keeps what the summary of a report holds. */
export const saveSummary = async (
  { tx }: MemberContext,
  { id }: ReportRow,
  settings: SummarySettings,
): Promise<void> => {
  await tx
    .updateTable('report_definitions')
    .set((eb) => ({
      summary: JSON.stringify(settings),
      lock_version: eb('lock_version', '+', 1),
      updated_at: new Date().toISOString(),
    }))
    .where('id', '=', id)
    .execute();
};
