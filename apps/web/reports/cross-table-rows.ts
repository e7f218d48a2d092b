import { numberFormatOf, showNumber } from '#reports/number-formats.ts';
import { blankLabel, crossTable, percentages } from '#reports/views.ts';
import type { CrossTableCell, CrossTableData, Header, Look, ViewPage, ViewTable } from './report.ts';

const { maxColumns, maxFileRows } = crossTable;

/** What a cross table shows; null of a view that is none, and of one that has too many columns. */
export const crossTableIn = ({ data }: Pick<ViewTable, 'data'>): CrossTableData | null =>
  data && 'row_count' in data ? data : null;

const percent = numberFormatOf(null, true)!;

/** What stands at a place of a cross table for one of its figures: the number, and what it is a percentage. */
export const shownAt = (cell: CrossTableCell, figure: number): { number: string; percent: string | null } => {
  const share = cell.percents[figure] ?? null;
  return { number: cell.display_values[figure] ?? '', percent: share === null ? null : showNumber(share, percent) };
};

const labelIn = (headers: readonly Header[], key: string | null): string =>
  headers.find((one) => one.key === key)?.label ?? '';

/** What the parts of a cross table are called. */
export const crossTableWords = ({ xaxis, group_by, yaxis, percent_of }: Look, headers: readonly Header[]) => {
  const [rows, columns] = [labelIn(headers, xaxis), labelIn(headers, group_by)];
  const figures = yaxis.map((key) => labelIn(headers, key));
  const shares = percent_of ? `, ${percentages[percent_of].toLowerCase()}` : '';
  return { rows, columns, figures, title: `${figures.join(' and ')} by ${rows} and ${columns}${shares}` };
};

/** The line that says that a cross table would have too many columns; undefined where it hasn't. */
export const tooManyColumns = (
  { view_type, group_by }: Look,
  warnings: ViewPage['warnings'],
): ViewPage['warnings'][number] | undefined =>
  view_type === 'cross_table' ? warnings.find(({ key, count }) => key === group_by && count > maxColumns) : undefined;

/** What is said of a result beside it: without what stands in the place of a cross table. */
export const warningsBeside = ({ view, warnings }: Pick<ViewPage, 'view' | 'warnings'>): ViewPage['warnings'] => {
  const instead = tooManyColumns(view, warnings);
  return warnings.filter((one) => one !== instead);
};

/** What to say where the report no longer has what a cross table is made of. */
export const changedSince =
  'The report has changed since this view was made. Someone who can edit the report can choose other columns for it.';

/** What to say of the rows that aren't shown. */
export const leftWords = ({ rows, row_count }: CrossTableData): string => {
  const way =
    row_count > maxFileRows
      ? `Files have up to ${maxFileRows.toLocaleString('en-US')} rows: add a condition to see the others.`
      : 'Download the CSV for all rows.';
  return `The first ${rows.length} of ${row_count.toLocaleString('en-US')} rows are shown. Totals are of all. ${way}`;
};

/** A cross table as the heads and cells of a plain table, its totals below and at the end. */
export const crossTableRows = (
  view: Look,
  { headers, data }: ViewTable,
): { heads: string[]; rows: string[][]; foot: string[] | null } => {
  const table = crossTableIn({ data });
  const { rows, figures } = crossTableWords(view, headers);
  if (!table) return { heads: [rows], rows: [], foot: null };
  const headsOf = (label: string) => figures.map((figure) => (figures.length > 1 ? `${label}: ${figure}` : label));
  const texts = (cells: readonly CrossTableCell[]) =>
    cells.flatMap((cell) =>
      figures.map((_, index) => {
        const { number, percent } = shownAt(cell, index);
        return percent === null ? number : `${number} (${percent})`;
      }),
    );
  return {
    heads: [rows, ...[...table.columns.map(({ label }) => label || blankLabel), 'Total'].flatMap(headsOf)],
    rows: table.rows.map(({ label, cells, total }) => [label || blankLabel, ...texts([...cells, total])]),
    foot: ['Total', ...texts([...table.totals, table.total])],
  };
};
