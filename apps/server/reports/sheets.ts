import { describedColumns, withLine } from '#server/kit/sheets/described.ts';
import type { Sheet } from '#server/kit/sheets/sheet.ts';
import type { Report, ResultPage } from './report.ts';
import type { Warning } from './warnings.ts';

const labelOf = ({ headers }: Report, key: string) =>
  headers.find((one) => one.key === key)?.label ?? 'A hidden column';

type ParameterList = ResultPage['narrowing']['parameters'];

/**
 * The rows of a report as a table, and what its columns mean; with that stands what its reader chose, and who is left
 * out. Where conditions can't be applied, the last rows say so: nobody takes what is missing for nothing.
 */
export const reportSheets = async (
  report: Report,
  parameters: ParameterList,
  { columns, rows, warnings = [] }: ReturnType<Report['exported']> & { warnings?: Warning[] } = report.exported(),
): Promise<[Sheet, Sheet]> => {
  const [line] = await report.leftOutWarnings();
  const results = [...report.unapplied, ...warnings].reduce(
    (sheet: Sheet, { key, message }) => withLine(sheet, key === null ? message : `${labelOf(report, key)}: ${message}`),
    { name: 'Results', columns, rows },
  );
  const lines = parameters.map(({ label, display_value }) => `${label}: ${display_value}`);
  return [results, [...lines, ...(line ? [line.message] : [])].reduce(withLine, describedColumns(columns))];
};

/** In characters: longer choices are cut off in the names of files. */
const maxChosen = 80;

/** What a file of a report is called: with what its reader chose, so that two of them can be told apart. */
export const fileNameOf = (name: string, parameters: ParameterList): string => {
  const chosen = parameters.flatMap(({ value, display_value }) => (value === null ? [] : display_value)).join(', ');
  const letters = [...chosen.replaceAll(/\p{Cc}/gu, ' ')];
  const short = letters.length > maxChosen ? `${letters.slice(0, maxChosen).join('')}…` : letters.join('');
  return short ? `${name}, ${short}` : name;
};
