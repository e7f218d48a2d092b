import type { ReportConditions } from '#reports/conditions.ts';
import type { ParameterValues, ReportDefinition } from '#reports/definition.ts';
import type { SortEntry } from '#reports/plan/plan-order.ts';
import { holds } from '#server/access/demands.ts';
import { visibleReports } from '#server/access/scopes.ts';
import { smallNumbersBelow } from '#server/access/small-numbers.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { always, findRow } from '#server/kit/rows.ts';
import { refreshesOf } from '#server/reports/refreshes.ts';
import type { Report } from '#server/reports/report.ts';
import { reportOf } from '#server/reports/run.ts';
import { definitionOf, type ReportRow } from '#server/reports/stored.ts';

/** In place of what a report says itself. */
export type Overrides = {
  conditions?: ReportConditions | undefined;
  sort?: SortEntry[] | undefined;
  parameters?: ParameterValues | undefined;
};

/** The report whose result is asked for: who may use reports sees their results without opening them. */
export const readable = (id: number, { tx, caller }: MemberContext): Promise<ReportRow> => {
  const where = holds(caller, { entity: 'report_definitions', action: 'use' })
    ? always
    : visibleReports(caller, 'read');
  return findRow(tx, 'report_definitions', { organization_id: caller.organization.id, id, where });
};

/** Computes a report for the caller, without small counts where the organization hides them. */
export const askedFor = async (
  context: MemberContext,
  definition: ReportDefinition,
  { isKept, ...overrides }: Overrides & { isKept: boolean },
): Promise<Report> => {
  const below = definition.settings.small_numbers ? null : await smallNumbersBelow(context);
  return reportOf({ ...context, small_numbers_below: below }, definition, { ...overrides, isKept });
};

/** Computes a stored report for the caller. */
export const keptFor = (context: MemberContext, row: ReportRow, overrides: Overrides): Promise<Report> =>
  askedFor(context, definitionOf(row), { ...overrides, isKept: true });

/** Whether a report is being refreshed, and the time of its results, which are computed for each request. */
export const freshness = async (context: MemberContext, { id }: ReportRow) => {
  const { refreshing } = (await refreshesOf(context, [id]))(id);
  return { refreshing, last_refreshed_at: new Date().toISOString() };
};
