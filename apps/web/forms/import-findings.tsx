import { useState } from 'react';
import type { z } from 'zod';
import type { importCounts, importFindings } from '#contract/resources/imports.ts';
import { useZone } from '#web/access/account.tsx';
import { counted, showDateTime } from '#web/kit/formats.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import layout from '#web/ui/layout.module.css';
import css from './import-findings.module.css';

export type Findings = z.output<typeof importFindings>;
type Counts = z.output<typeof importCounts>;

const parts = [
  { key: 'created', label: 'create' },
  { key: 'updated', label: 'update' },
  { key: 'deleted', label: 'delete' },
  { key: 'unchanged', label: 'the same' },
  { key: 'failed', label: 'errors' },
] as const;

/** The shares of what the rows of a file come to, for the eyes: words stand beside it. */
export const CountsBar = ({ counts }: { counts: Counts }) => (
  <div className={css.bar} aria-hidden>
    {parts.map(({ key }) => counts[key] > 0 && <span key={key} data-part={key} style={{ flexGrow: counts[key] }} />)}
  </div>
);

/** Counts the rows of a file that has none with errors, or of one that is not written because of them. */
export const rowsWithoutErrors = ({ created, updated, deleted, unchanged }: Counts): number =>
  created + updated + deleted + unchanged;

const figuresOf = (counts: Counts): { key: string; label: string; value: number }[] =>
  counts.failed > 0
    ? [
        { key: 'unchanged', label: 'without errors', value: rowsWithoutErrors(counts) },
        { key: 'failed', label: 'errors', value: counts.failed },
      ]
    : parts
        .filter(({ key }) => counts[key] > 0 || key === 'failed')
        .map(({ key, label }) => ({ key, label, value: counts[key] }));

/** What the rows of a file come to: a figure for each, and their shares. Where one has errors, nothing is written of any. */
export const ImportCounts = ({ counts }: { counts: Counts }) => (
  <div className={css.counts}>
    <dl>
      {figuresOf(counts).map(({ key, label, value }) => (
        <div key={key} data-part={value > 0 ? key : undefined}>
          <dt>{label}</dt>
          <dd>{value.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
    <CountsBar counts={counts} />
  </div>
);

/** The first rows with errors, all or those of one kind. */
export const RowsWithErrors = ({ findings: { kinds, errors } }: { findings: Findings }) => {
  const [kind, setKind] = useState<string | null>(null);
  if (errors.length === 0) return null;
  const all = kinds.reduce((sum, { count }) => sum + count, 0);
  const shown = errors.filter(({ what }) => kind === null || what === kind);
  const wanted = kinds.find(({ what }) => what === kind)?.count ?? all;
  return (
    <div className={css.errors}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as one */}
      <div className={`${layout.buttons} ${css.kinds}`} role="group" aria-label="Kinds of errors">
        <FilterChip pressed={kind === null} onClick={() => setKind(null)}>
          All {all.toLocaleString('en-US')}
        </FilterChip>
        {kinds.map(({ what, count }) => (
          <FilterChip key={what} pressed={kind === what} onClick={() => setKind(what)}>
            {what} {count.toLocaleString('en-US')}
          </FilterChip>
        ))}
      </div>
      {shown.length > 0 && (
        <DataTable
          label="Rows with errors"
          compact
          columns={[
            { key: 'row', title: 'Row', cell: ({ row }) => row.toLocaleString('en-US') },
            { key: 'column', title: 'Column', cell: ({ column }) => column && <code>{column}</code> },
            { key: 'value', title: 'Value', cell: ({ value, column }) => value || (column && <i>blank</i>) },
            { key: 'message', title: 'Problem', cell: ({ message }) => message },
          ]}
          rows={shown.map((error, index) => ({ ...error, index }))}
          rowKey={({ index }) => index}
        />
      )}
      {shown.length < wanted && (
        <p className={css.more}>{`First ${shown.length} of ${counted(wanted, 'error')}. The error file has all.`}</p>
      )}
    </div>
  );
};

/** A moment as it is stored. */
const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** What the first rows that change something would change: as it is now, and as it would be then. */
export const FirstChanges = ({
  findings: { changes },
  counts: { updated },
  item,
}: {
  findings: Findings;
  counts: Counts;
  /** What a row changes: "Response". */
  item: string;
}) => {
  const zone = useZone();
  if (changes.length === 0) return null;
  const told = (value: string) => (isMoment.test(value) ? showDateTime(value, zone) : value);
  const rows = changes.flatMap(({ item_id, values }) =>
    values.map((value, index) => ({ ...value, item_id, key: `${item_id} ${index}` })),
  );
  return (
    <div className={css.errors}>
      <DataTable
        label="First changes"
        compact
        columns={[
          { key: 'item', title: item, cell: ({ item_id }) => <code>{item_id}</code> },
          { key: 'field', title: 'Field', cell: ({ field }) => field },
          { key: 'now', title: 'Now', cell: ({ now }) => (now === null ? <i>blank</i> : <del>{told(now)}</del>) },
          { key: 'planned', title: 'Then', cell: ({ planned }) => (planned === null ? <i>blank</i> : told(planned)) },
        ]}
        rows={rows}
        rowKey={({ key }) => key}
      />
      {changes.length < updated && (
        <p className={css.more}>{`First ${changes.length} of ${updated.toLocaleString('en-US')}`}</p>
      )}
    </div>
  );
};
