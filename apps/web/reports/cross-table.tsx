import { IconTablePlus } from '@tabler/icons-react';
import { blankLabel } from '#reports/views.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { ScrollBox } from '#web/ui/scroll-box.tsx';
import { usePhone } from '#web/ui/use-room.ts';
import hidden from '#web/ui/visually-hidden.module.css';
import words from '#web/ui/words.module.css';
import css from './cross-table.module.css';
import { changedSince, crossTableIn, crossTableWords, leftWords, shownAt, tooManyColumns } from './cross-table-rows.ts';
import type { CrossTableCell, CrossTableData, Look, ViewPage, ViewTable } from './report.ts';

const Figure = ({ cell, figure }: { cell: CrossTableCell; figure: number }) => {
  const { number, percent } = shownAt(cell, figure);
  return (
    <>
      {number || <span className={css.blank}>—</span>}
      {percent !== null && <small className={css.percent}>{percent}</small>}
    </>
  );
};

type Words = ReturnType<typeof crossTableWords>;
type TableProps = { table: CrossTableData; words: Words };

const Cells = ({ cells, figures }: { cells: readonly CrossTableCell[]; figures: readonly string[] }) =>
  cells.map((cell, place) =>
    figures.map((_, figure) => (
      <td key={`${place} ${figure}`} data-total={place === cells.length - 1 || undefined}>
        <Figure cell={cell} figure={figure} />
      </td>
    )),
  );

const FigureHeads = ({ figures, isTotal = false }: { figures: readonly string[]; isTotal?: boolean }) =>
  figures.map((figure, place) => (
    <th key={place} scope="col" data-align="end" data-total={isTotal || undefined}>
      {figure}
    </th>
  ));

/** Heads and the first column stay in view in the one box that scrolls. */
const Wide = ({
  table,
  words: { rows, columns, figures, title },
  height,
}: TableProps & { height: number | undefined }) => {
  const isDouble = figures.length > 1;
  return (
    <ScrollBox label={title} className={css.scroll} maxHeight={height}>
      <table className={css.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col" rowSpan={isDouble ? 3 : 2}>
              {rows}
            </th>
            <th scope="col" colSpan={table.columns.length * figures.length}>
              {columns}
            </th>
            <th scope="col" colSpan={figures.length} rowSpan={2} data-align="end" data-total>
              Total
            </th>
          </tr>
          <tr>
            {table.columns.map(({ label }, place) => (
              <th key={place} scope="col" colSpan={figures.length} data-align="end">
                {label || blankLabel}
              </th>
            ))}
          </tr>
          {isDouble && (
            <tr>
              {[...table.columns, null].map((column, place) => (
                <FigureHeads key={place} figures={figures} isTotal={column === null} />
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {table.rows.map(({ label, cells, total }, place) => (
            <tr key={place}>
              <th scope="row">{label || blankLabel}</th>
              <Cells cells={[...cells, total]} figures={figures} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Cells cells={[...table.totals, table.total]} figures={figures} />
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  );
};

/** On a phone each row is a card. */
const Cards = ({ table, words: { columns, figures, title } }: TableProps) => {
  const all = [
    ...table.rows.map(({ label, cells, total }) => ({ label: label || blankLabel, cells: [...cells, total] })),
    { label: 'Total', cells: [...table.totals, table.total] },
  ];
  const heads = [...table.columns.map(({ label }) => label || blankLabel), 'Total'];
  return (
    <section aria-label={title}>
      {all.map(({ label, cells }, place) => (
        <table key={place} className={css.card}>
          <caption>{label}</caption>
          <thead className={figures.length > 1 ? undefined : hidden.text}>
            <tr>
              <th scope="col">{columns}</th>
              <FigureHeads figures={figures} />
            </tr>
          </thead>
          <tbody>
            {cells.map((cell, at) => (
              <tr key={at}>
                <th scope="row">{heads[at]}</th>
                {figures.map((_, figure) => (
                  <td key={figure}>
                    <Figure cell={cell} figure={figure} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  );
};

/** In place of a cross table: it would have too many columns, or the report has lost what it is made of. */
const Missing = ({ view, warnings }: { view: Look; warnings: ViewPage['warnings'] }) => {
  const tooMany = tooManyColumns(view, warnings);
  return (
    <EmptyState
      icon={IconTablePlus}
      title={tooMany ? 'Too many columns' : 'This cross table can’t be shown'}
      helper={tooMany ? tooMany.message : changedSince}
    />
  );
};

/** The figures of a report by two of its groups, with totals. */
export const CrossTable = ({
  view,
  result,
  height,
}: {
  view: Look;
  result: ViewTable & { warnings: ViewPage['warnings'] };
  /** In pixels; as high as the window has room where nothing is said. */
  height?: number;
}) => {
  const isPhone = usePhone();
  const table = crossTableIn(result);
  if (!table) return <Missing view={view} warnings={result.warnings} />;
  if (table.rows.length === 0) return <EmptyState icon={IconTablePlus} title="No results found" />;
  const named = crossTableWords(view, result.headers);
  return (
    <>
      <p className={words.small}>{named.title}</p>
      {isPhone ? <Cards table={table} words={named} /> : <Wide table={table} words={named} height={height} />}
      {table.row_count > table.rows.length && <Note>{leftWords(table)}</Note>}
    </>
  );
};
