import { describedColumns, withLine } from '#server/kit/sheets/described.ts';
import type { Sheet } from '#server/kit/sheets/sheet.ts';
import type { Report } from './report.ts';

/** The rows of a report as a table, and what its columns mean; there stands too who is left out of it. */
export const reportSheets = async (report: Report): Promise<[Sheet, Sheet]> => {
  const [line] = await report.leftOutWarnings();
  const { columns, rows } = report.exported();
  return [{ name: 'Results', columns, rows }, withLine(describedColumns(columns), line?.message)];
};
