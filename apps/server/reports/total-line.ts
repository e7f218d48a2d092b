import { sql } from 'kysely';
import type { Row } from './ask.ts';
import { type Cell, type CompiledReport, isGroup, isOperation, named, personOf } from './cells.ts';
import { isKeptOut, lackingFor, regrouped } from './figures.ts';
import { as, type Sql } from './relation.ts';
import { wholeResult } from './statements.ts';

/** Whether a report has a line with the figures of all its rows: it asks for it, and has figures by groups. */
export const hasTotalLine = ({ plan, cells }: CompiledReport): boolean =>
  plan.mode === 'agg' &&
  plan.settings.totals === true &&
  cells.some(isGroup) &&
  cells.some((cell) => !isGroup(cell) && !isOperation(cell));

const revealName = (at: number) => `c${at}_reveals`;

/** The columns with a function or a formula. */
const figuresOf = (report: CompiledReport): Cell[] => report.cells.filter((cell) => !isGroup(cell));

/**
 * The line of all rows: each figure is computed from the rows, never from the groups' figures. Where counts of few people
 * are hidden, it also says of each figure whether a group hides it, so that the total would reveal it.
 */
export const totalLine = (report: CompiledReport): Sql => {
  const figures = figuresOf(report);
  const all = wholeResult(regrouped(report, { groups: new Set(), figures }));
  if (!personOf(report)) return all;
  const reveals = figures.map((cell) =>
    as(sql`coalesce(bool_or(${isKeptOut(report, cell)}), false)`, revealName(cell.at)),
  );
  return sql`select figures.*, reveals.* from (${all}) figures
    cross join (select ${sql.join(reveals)} from (${wholeResult(report)}) result) reveals`;
};

/** The line as rows are read: groups are blank in it, and so is what would reveal a group of few people. */
export const readTotalLine = (report: CompiledReport, row: Row): Row => {
  const isBlank = (cell: Cell) =>
    isGroup(cell) || row[revealName(cell.at)] === true || lackingFor(report, cell, new Set()) !== undefined;
  const blank = report.cells.filter(isBlank).flatMap(({ at }) => [named.value(at), named.shown(at)]);
  return { ...row, ...Object.fromEntries(blank.map((name) => [name, undefined])) };
};
