import { IconLock } from '@tabler/icons-react';
import type { ResultType } from '#reports/columns.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { isFigures } from '#web/ui/figures.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { Sort } from '#web/ui/sort.ts';
import type { Header, ViewPage } from './report.ts';
import css from './result-table.module.css';
import { totalLine } from './total-line.ts';

type Row = ViewPage['records'][number] & { at: number };

const atEnd: ReadonlySet<ResultType> = new Set(['number']);

const Cell = ({ text, link, header }: { text: string; link: string | null; header: Header }) => {
  if (header.restricted)
    return (
      <span className={css.restricted}>
        <Icon of={IconLock} size="xs" />
        {text}
      </span>
    );
  if (!text) return <span className={css.blank}>—</span>;
  if (!link) return <span data-figures={isFigures(text)}>{text}</span>;
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
};

/**
 * The rows of a result under the heads of its columns, as the server shows them. What leads to a record opens a new tab,
 * so that the report stays. It scrolls in its own box, heads and first column in view.
 */
export const ResultTable = ({
  name,
  result: { headers, records, totals },
  notes,
  sort,
  onSort,
  widthsKey,
}: {
  name: string;
  result: Pick<ViewPage, 'headers' | 'records' | 'totals'>;
  /** What is said below a heading, by the key of its column. */
  notes?: ReadonlyMap<string, string>;
  sort?: Sort[];
  onSort?: (sort: Sort[]) => void;
  widthsKey?: string;
}) => {
  const columns = headers.map((header, place): Column<Row> => {
    const { key, label, type, restricted, target } = header;
    const said = [
      target === undefined ? undefined : `Target ${target.toLocaleString('en-US', { maximumFractionDigits: 10 })}`,
      notes?.get(key),
    ].filter(Boolean);
    return {
      key,
      title: label,
      ...(said.length > 0 ? { note: said.join('. ') } : {}),
      sortable: onSort !== undefined && !restricted,
      ...(atEnd.has(type) ? { align: 'end' as const } : {}),
      cell: ({ display_values, links }) => (
        <Cell text={display_values[place] ?? ''} link={links[place] ?? null} header={header} />
      ),
    };
  });
  return (
    <div className={css.wide} data-columns={headers.length > 6 ? 'many' : undefined}>
      <DataTable
        label={name}
        columns={columns}
        rows={records.map((record, at) => ({ ...record, at }))}
        rowKey={({ at }) => at}
        foot={totalLine({ headers, totals })}
        cards={false}
        {...(sort ? { sort } : {})}
        {...(onSort ? { onSort } : {})}
        {...(widthsKey ? { widthsKey } : {})}
      />
    </div>
  );
};
