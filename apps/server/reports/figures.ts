import { sql } from 'kysely';
import { isLinear, placesIn } from '#reports/formula.ts';
import type { PlanColumn } from '#reports/plan/plan.ts';
import { type Cell, type CompiledReport, isGroup, named, personOf } from './cells.ts';
import { isUnfolded } from './each-option.ts';
import { ownConditions } from './own-conditions.ts';
import { ref, type Sql } from './relation.ts';

/** Functions whose figures of several groups add up to that of all of them. */
const addable: readonly (string | null)[] = ['count', 'sum', 'count_true'];

const cellAt = ({ cells }: CompiledReport, place: number): Cell | undefined => cells.find(({ at }) => at === place);

/**
 * Returns whether the figures of several rows may be added up. Counts and sums may be; averages, medians, minima, maxima,
 * percentages and distinct counts never are (R73a), and nothing is where a row is in several groups. What rows hold that
 * are not grouped is added up as it is.
 */
export const canBeAdded = (report: CompiledReport, { one }: Cell): boolean => {
  if (report.plan.mode !== 'agg') return true;
  if (report.cells.some(isUnfolded)) return false;
  const isAddable = (part: PlanColumn) => part.share === null && addable.includes(part.agg);
  if (!one.formula) return isAddable(one);
  const parts = placesIn(one.formula).map((place) => cellAt(report, place));
  return isLinear(one.formula) && parts.every((part) => part !== undefined && isAddable(part.one));
};

/** Which groups stay, by the places of their columns, and which figures are wanted. */
type Regrouping = { groups: ReadonlySet<number>; figures: readonly Cell[] };

/** The columns that a figure is made of. */
const madeOf = ({ one, at }: Cell): number[] => (one.formula ? placesIn(one.formula) : [at]);

/** The counts that decide whether a count at these places is hidden: all that have conditions of their own, if one of these has. */
const besideCounts = (report: CompiledReport, places: ReadonlySet<number>): number[] => {
  if (!personOf(report)) return [];
  const counts = report.cells.filter((cell) => ownConditions(report, cell) !== null).map(({ at }) => at);
  return counts.some((at) => places.has(at)) ? counts : [];
};

/** Returns the report with fewer groups: its figures are computed again from the rows. */
export const regrouped = (report: CompiledReport, { groups, figures }: Regrouping): CompiledReport => {
  const places = new Set(figures.flatMap((cell) => [cell.at, ...madeOf(cell)]));
  const needed = new Set([...places, ...besideCounts(report, places)]);
  const cells = report.cells.filter((cell) => (isGroup(cell) ? groups.has(cell.at) : needed.has(cell.at)));
  return { ...report, cells };
};

/** The groups that a figure needs: those in its formula, and all but the last of a percentage of the group. */
const groupsFor = (report: CompiledReport, cell: Cell): Cell[] => {
  const parts = madeOf(cell).flatMap((place) => cellAt(report, place) ?? []);
  const isOfGroup = parts.some(({ one }) => one.share === 'group');
  return [...parts.filter(isGroup), ...(isOfGroup ? report.cells.filter(isGroup).slice(0, -1) : [])];
};

/** Returns the group that a figure needs and that is gone; undefined when the figure can be computed. */
export const lackingFor = (report: CompiledReport, cell: Cell, groups: ReadonlySet<number>): Cell | undefined =>
  groupsFor(report, cell).find((group) => !groups.has(group.at));

/** Whether a group hides a figure, since it tells of few people: any of the functions that it consists of. */
export const isKeptOut = (report: CompiledReport, cell: Cell): Sql => {
  const hidden = figuresIn(report, cell).map((at) => ref(named.keptOut(at)));
  return hidden.length > 0 ? sql`(${sql.join(hidden, sql` or `)})` : sql`false`;
};

/** The places of the functions that a column consists of. */
export const figuresIn = (report: CompiledReport, cell: Cell): number[] =>
  madeOf(cell).filter((place) => {
    const part = cellAt(report, place);
    return part !== undefined && !isGroup(part);
  });
