import type { Alternatives } from '#reports/plan/plan.ts';
import type { Cell, CompiledReport } from './cells.ts';

/** Functions that tell how many of a group are not counted. */
export const counting: readonly (string | null)[] = [
  ...['count', 'count_distinct', 'count_households'],
  ...['percent', 'count_true', 'percent_true'],
];

/** Whether a function tells how many of a group are not counted. The sum of a formula can be a sum of ones. */
export const tellsHowMany = ({ one }: Cell) =>
  counting.includes(one.agg) || (one.agg === 'sum' && one.rowFormula !== null);

/** Conditions as text, whichever periods they are moved to. */
const asked = (all: Alternatives): string =>
  JSON.stringify(
    all.map(({ column, op, value }) => [column?.form, column?.type, column?.field, column?.computed, op, value]),
  );

/**
 * The conditions of a count's own column as text, equal for equal conditions; null if it has none. The period by which the
 * whole report is compared doesn't count.
 */
export const ownConditions = ({ plan }: CompiledReport, cell: Cell): string | null => {
  if (!tellsHowMany(cell)) return null;
  const isMoved = (all: Alternatives) => all.some(({ periods }) => periods);
  const ofReport = [...plan.conditions, ...plan.rowConditions].filter(isMoved).map(asked);
  const own = cell.one.filters.filter((all) => !ofReport.includes(asked(all)));
  return own.length > 0 ? JSON.stringify(own.map((all) => [asked(all), all.map(({ periods }) => periods)])) : null;
};
