import { isNumeric, type ResultType } from '#reports/columns.ts';
import type { Plan } from '#reports/plan/plan.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { plannedFor } from '#server/reports/planned.ts';
import { definitionOf, type ReportRow } from '#server/reports/stored.ts';
import { isGroup } from './cells.ts';
import { hasParts } from './cross-table-result.ts';

/** A column of a report as far as its views need it: whether rows are grouped by it, or it is a number computed of groups. */
export type ViewColumn = { type: ResultType; isGroup: boolean; isFigure: boolean; hasParts: boolean };

/** The columns that a report shows, by their keys. One that is closed to the reader counts as the number that others see. */
export const viewColumns = ({ columns, mode }: Plan): ReadonlyMap<string, ViewColumn> =>
  new Map(
    columns.flatMap((one) => {
      if (one.hidden) return [];
      const isNumber = isNumeric(one.result) || one.column?.restricted === true;
      const view: ViewColumn = {
        type: one.bands ? 'choice' : one.result,
        isGroup: mode === 'agg' && isGroup({ one }),
        isFigure: mode === 'agg' && !isGroup({ one }) && isNumber,
        hasParts: hasParts({ one }),
      };
      return [[one.key, view]];
    }),
  );

/** The columns that a report shows to a caller. */
export const columnsFor = async (context: MemberContext, row: ReportRow): Promise<ReadonlyMap<string, ViewColumn>> =>
  viewColumns((await plannedFor(context, definitionOf(row), { isKept: true })).plan);
