import type { ResultType } from '#reports/columns.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { plannedFor } from '#server/reports/planned.ts';
import { definitionOf, type ReportRow } from '#server/reports/stored.ts';

/** A column of a report as far as its views need it. */
export type ViewColumn = { type: ResultType };

/** The columns that a report shows, by their keys. */
export const columnsFor = async (context: MemberContext, row: ReportRow): Promise<ReadonlyMap<string, ViewColumn>> => {
  const { plan } = await plannedFor(context, definitionOf(row), { isKept: true });
  return new Map(plan.columns.flatMap(({ key, hidden, result }) => (hidden ? [] : [[key, { type: result }]])));
};
