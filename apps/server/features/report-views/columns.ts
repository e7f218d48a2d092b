import type { ResultType } from '#reports/columns.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { definitionOf, type ReportRow } from '#server/reports/stored.ts';

/** A column of a report as far as its views need it; null is not known. */
export type ViewColumn = { type: ResultType | null };

/** The columns that a report shows, by their keys. */
export const columnsFor = async (_: MemberContext, row: ReportRow): Promise<ReadonlyMap<string, ViewColumn>> =>
  new Map(definitionOf(row).fields.flatMap(({ key, hidden }) => (hidden ? [] : [[key, { type: null }]])));
