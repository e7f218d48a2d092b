import { numberFormatOf, spreadsheetCode } from '#reports/number-formats.ts';
import { blankLabel, percentages } from '#reports/views.ts';
import type { ColumnDescription } from '#server/kit/sheets/described.ts';
import type { NumberStyle, Sheet, SheetRow } from '#server/kit/sheets/sheet.ts';
import { type CrossTable, hasParts } from './cross-table-result.ts';
import type { CrossedReport } from './cross-tables.ts';
import { describeColumn } from './describe-column.ts';
import { distinctNames, isWrittenPlain, styleOf } from './exported.ts';

const percentStyle: NumberStyle = { code: spreadsheetCode(numberFormatOf(null, true)!), times: 0.01 };

/** A cross table as it stands in a file: a column for each of its columns and figures, and one beside for percentages. */
export const crossTableFile = (
  { report, row, column, figures, percentOf }: CrossedReport,
  table: CrossTable,
): { columns: ColumnDescription[] } & Pick<Sheet, 'rows'> => {
  const parts = figures.map(({ one }, index) => ({
    index,
    label: one.label,
    isPlain: isWrittenPlain(one),
    style: styleOf(one),
    meaning: describeColumn(one, report.plan),
    share: percentOf && hasParts({ one }) ? percentages[percentOf] : null,
  }));
  const columnsOf = (head: string, where: string) =>
    parts.flatMap(({ label, isPlain, style, meaning, share }) => {
      const name = parts.length > 1 ? `${head}: ${label}` : head;
      const about = `${meaning}${where}`;
      const number = { label: name, kind: isPlain ? ('number' as const) : ('text' as const), style, meaning: about };
      const percent = { label: `${name}, ${share?.toLowerCase()}`, kind: 'number' as const, style: percentStyle };
      return share ? [number, { ...percent, meaning: `${share}: ${about}` }] : [number];
    });
  const columns = [
    { label: row.one.label, kind: 'text' as const, meaning: describeColumn(row.one, report.plan) },
    ...table.columns.flatMap(({ label }) =>
      columnsOf(label || blankLabel, `, where ${column.one.label} is ${label || blankLabel}`),
    ),
    ...columnsOf('Total', ', of all'),
  ];
  const names = distinctNames(columns.map(({ label }) => ({ label, form: null })));
  const written = (cells: readonly CrossTable['total'][]): SheetRow =>
    cells.flatMap(({ values, display_values, percents }) =>
      parts.flatMap(({ index, isPlain, share }) => {
        const value = (isPlain ? values[index] : display_values[index]) ?? null;
        return share ? [value, percents[index] ?? null] : [value];
      }),
    );
  return {
    columns: columns.map((one, at) => ({ ...one, label: names[at] as string })),
    rows: (async function* () {
      yield table.rows.map(({ label, cells, total }) => [label || blankLabel, ...written([...cells, total])]);
      if (table.rows.length > 0) yield [['Total', ...written([...table.totals, table.total])]];
    })(),
  };
};
