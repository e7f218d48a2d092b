import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react';
import css from './data-table.module.css';
import { isFigures } from './figures.ts';
import { Icon } from './icon.tsx';
import { useRemembered } from './remembered.ts';
import { Resizer } from './resizer.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { nextSort, type Sort } from './sort.ts';
import hidden from './visually-hidden.module.css';

const MIN_WIDTH = 100;

export type Column<Row> = {
  key: string;
  title: string;
  /** What is said below the title. */
  note?: string;
  /** In the first column of rows that expand it is the words of a button. */
  cell: (row: Row) => ReactNode;
  /** As CSS writes it. With one, all widths are fixed, whatever the rows hold; columns without share what is left. */
  width?: string;
  /** Numbers stand at the end. */
  align?: 'end';
  sortable?: boolean;
  /** On a phone a row is a card: the first column its title, `end` at its right, `hidden` not shown. */
  phone?: 'end' | 'hidden';
};

export type DataTableProps<Row> = {
  /** The table's name, read aloud. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** Names a row for its buttons: "Show Housing Intake responses" needs "Housing Intake responses". */
  rowName?: (row: Row) => string;
  /** The sort, its first column first; up to three. */
  sort?: Sort[];
  onSort?: (sort: Sort[]) => void;
  /** Columns can be resized, and keep their widths under this name. */
  widthsKey?: string;
  /** IconButtons of a row, shown on hover and focus. */
  actions?: (row: Row) => ReactNode;
  /** What a row shows when it is expanded; null where there is nothing to. */
  expanded?: (row: Row) => ReactNode;
  isCurrent?: (row: Row) => boolean;
  /** What stands below all rows, in the order of the columns. */
  foot?: readonly string[] | null;
  compact?: boolean;
  /** Rows become cards on phones (the default); `false` scrolls sideways in its own box. */
  cards?: boolean;
};

/** A width as CSS writes it, and no less than the least; a share of the whole is what it is. */
const atLeast = (width: string | undefined) =>
  width === undefined || width.endsWith('%') ? width : `max(${MIN_WIDTH}px, ${width})`;

/** The place of the actions among the widths; no column has it. */
const ACTIONS = '';
/** A column that came after the others were resized begins with this width, in pixels. */
const NEW_WIDTH = 160;

/**
 * How wide the columns are. Until somebody drags a grip they are as the columns say; then each keeps its own width in
 * pixels, but for the last, which fills what is left. Where they do not fit, the table scrolls.
 */
function useWidths<Row>({ columns, widthsKey, actions }: DataTableProps<Row>) {
  const [widths, setWidths] = useRemembered(`table-widths.${widthsKey ?? ''}`, {}, isWidths);
  const head = useRef<HTMLTableRowElement>(null);
  const isResized = widthsKey !== undefined && Object.keys(widths).length > 0;
  const widthOf = (key: string) => widths[key] ?? NEW_WIDTH;
  const resize = (resized: string, width: number) => {
    const cells = [...(head.current?.cells ?? [])];
    const keys = [...columns.map(({ key }) => key), ACTIONS];
    const measured = cells.map((cell, index) => [keys[index] as string, cell.offsetWidth] as const);
    setWidths({ ...Object.fromEntries(measured), ...widths, [resized]: width });
  };
  const own = columns.map(({ key, width }, index) => {
    if (!isResized) return atLeast(width);
    return index === columns.length - 1 ? undefined : widthOf(key);
  });
  const all = [...columns.map(({ key }) => key), ...(actions ? [ACTIONS] : [])];
  return {
    head,
    isFixed: isResized || columns.some(({ width }) => width !== undefined),
    own: [...own, ...(actions ? [isResized ? widthOf(ACTIONS) : undefined] : [])],
    least: isResized ? all.reduce((sum, key) => sum + widthOf(key), 0) : undefined,
    resize: widthsKey === undefined ? undefined : resize,
  };
}

/** Rows under sticky heads, parted by hairlines. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, actions, foot, compact, cards = true } = props;
  const { head, isFixed, own, least, resize } = useWidths(props);
  return (
    <ScrollBox label={label}>
      <table
        className={css.table}
        aria-label={label}
        data-compact={compact || undefined}
        data-cards={cards || undefined}
        data-fixed={isFixed || undefined}
        style={least === undefined ? undefined : ({ '--least': `${least}px` } as CSSProperties)}
      >
        {isFixed && (
          <colgroup>
            {own.map((width, index) => (
              <col key={columns[index]?.key ?? ACTIONS} style={{ width }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr ref={head}>
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                column={column}
                sort={props.sort}
                onSort={props.onSort}
                onResize={resize && ((width) => resize(column.key, width))}
              />
            ))}
            {actions && (
              <th scope="col">
                <span className={hidden.text}>Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} {...props} />
          ))}
          {rows.length === 0 && (
            <tr className={css.row}>
              <td colSpan={columns.length + (actions ? 1 : 0)}>No records were found</td>
            </tr>
          )}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              {columns.map(({ key, align }, place) => (
                <td key={key} data-align={align} data-figures={isFigures(foot[place])}>
                  {foot[place]}
                </td>
              ))}
              {actions && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollBox>
  );
}

const isWidths = (stored: unknown): stored is Record<string, number> =>
  typeof stored === 'object' && stored !== null && Object.values(stored).every((width) => typeof width === 'number');

function HeadCell<Row>({
  column,
  sort = [],
  onSort,
  onResize,
}: {
  column: Column<Row>;
  sort?: Sort[];
  onSort?: (sort: Sort[]) => void;
  onResize?: (width: number) => void;
}) {
  const id = useId();
  const { key, title, note, align, sortable } = column;
  const place = sort.findIndex((each) => each.field === key);
  const order = sort[place]?.order;
  return (
    <th
      id={id}
      scope="col"
      // Without the name of the grip that stands in it.
      aria-label={onResize && title}
      data-align={align}
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
    >
      {sortable && onSort ? (
        <button type="button" className={css.sort} onClick={() => onSort(nextSort(sort, key))}>
          {title}
          {order && <Icon of={order === 'asc' ? IconArrowUp : IconArrowDown} size="xs" />}
          {place >= 0 && sort.length > 1 && <span aria-hidden>{place + 1}</span>}
        </button>
      ) : (
        title
      )}
      {note && <small className={css.note}>{note}</small>}
      {onResize && (
        <Resizer
          label={`Width of ${title}`}
          width={() => document.getElementById(id)!.offsetWidth}
          min={MIN_WIDTH}
          max={800}
          onChange={onResize}
        />
      )}
    </th>
  );
}

function TableRow<Row>({ row, columns, rowName, actions, expanded, isCurrent }: DataTableProps<Row> & { row: Row }) {
  const [open, setOpen] = useState(false);
  const below = open && expanded?.(row);
  const name = rowName?.(row) ?? '';
  return (
    <>
      <tr className={css.row} data-current={isCurrent?.(row) || undefined}>
        {columns.map(({ key, cell, align, phone }, index) => {
          const content = cell(row);
          const opens = index === 0 && expanded !== undefined;
          return (
            <td
              key={key}
              data-align={align}
              data-phone={phone}
              data-opens={opens || undefined}
              data-figures={isFigures(content)}
            >
              {opens ? (
                <button
                  type="button"
                  className={css.expand}
                  aria-expanded={open}
                  aria-label={`${open ? 'Hide' : 'Show'} ${name}`}
                  onClick={() => setOpen(!open)}
                >
                  <Icon of={open ? IconChevronDown : IconChevronRight} size="s" />
                  <span>{content}</span>
                </button>
              ) : (
                content
              )}
            </td>
          );
        })}
        {actions && (
          <td data-phone="actions">
            <span className={css.actions}>{actions(row)}</span>
          </td>
        )}
      </tr>
      {below && (
        <tr className={css.nestRow}>
          <td className={css.nestCell} colSpan={columns.length + (actions ? 1 : 0)}>
            <div className={css.nest}>{below}</div>
          </td>
        </tr>
      )}
    </>
  );
}
