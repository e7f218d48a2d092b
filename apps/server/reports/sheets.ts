import { describedColumns, withLine } from '#server/kit/sheets/described.ts';
import type { Sheet } from '#server/kit/sheets/sheet.ts';
import type { Report } from './report.ts';

const labelOf = ({ headers }: Report, key: string) =>
  headers.find((one) => one.key === key)?.label ?? 'A hidden column';

/**
 * The rows of a report as a table, and what its columns mean; there stands too who is left out of it. Where conditions
 * can't be applied, the last rows say so: nobody takes what is missing for nothing.
 */
export const reportSheets = async (report: Report): Promise<[Sheet, Sheet]> => {
  const [line] = await report.leftOutWarnings();
  const { columns, rows } = report.exported();
  const results = report.unapplied.reduce(
    (sheet: Sheet, { key, message }) => withLine(sheet, key === null ? message : `${labelOf(report, key)}: ${message}`),
    { name: 'Results', columns, rows },
  );
  return [results, withLine(describedColumns(columns), line?.message)];
};
