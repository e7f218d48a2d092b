import type { ResultType } from '#reports/columns.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { plannedFor } from '#server/reports/planned.ts';
import { definitionOf, type ReportRow } from '#server/reports/stored.ts';
import { hasParts } from './cross-table-result.ts';
import { isGroup } from './statements.ts';

/** A column of a report as far as its views need it: whether rows are grouped by it, or a figure that has parts. */
export type ViewColumn = { type: ResultType; isGroup: boolean; hasParts: boolean };

/** The columns that a report shows, by their keys. */
export const columnsFor = async (context: MemberContext, row: ReportRow): Promise<ReadonlyMap<string, ViewColumn>> => {
  const { plan } = await plannedFor(context, definitionOf(row), { isKept: true });
  const isGrouped = plan.mode === 'agg';
  return new Map(
    plan.columns.flatMap((one) =>
      one.hidden
        ? []
        : [[one.key, { type: one.result, isGroup: isGrouped && isGroup({ one }), hasParts: hasParts({ one }) }]],
    ),
  );
};
