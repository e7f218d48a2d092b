import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { chartRows } from './chart-rows.ts';
import type { Look, ViewTable } from './report.ts';
import css from './result-table.module.css';

type Row = { key: number; cells: string[]; isTotal: boolean };

/** The numbers that a chart draws, as a table. */
export const ChartTable = ({ view, result }: { view: Look; result: ViewTable }) => {
  const { heads, rows, total } = chartRows(view, result);
  const all = rows.map((cells, key): Row => ({ key, cells, isTotal: false }));
  if (total) all.push({ key: rows.length, cells: total, isTotal: true });
  const endsWithWords = heads.at(-1) === 'Group';
  const columns = heads.map(
    (title, place): Column<Row> => ({
      key: String(place),
      title,
      ...(place === 0 || (endsWithWords && place === heads.length - 1) ? {} : { align: 'end' as const }),
      cell: ({ cells, isTotal }) => {
        const text = cells[place] || '—';
        return isTotal || (place > 0 && title === 'All') ? <b>{text}</b> : text;
      },
    }),
  );
  return (
    <div className={css.wide}>
      <DataTable label={view.name} columns={columns} rows={all} rowKey={({ key }) => key} cards={false} />
    </div>
  );
};
