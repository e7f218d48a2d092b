import { IconRefresh } from '@tabler/icons-react';
import { useZone } from '#web/access/account.tsx';
import { Sentence } from '#web/forms/conditions/sentence.tsx';
import { useNames } from '#web/forms/conditions/use-names.ts';
import { counted } from '#web/kit/formats.ts';
import { reportSentences, speaksOfUsers } from '#web/reports/conditions/report-sentences.ts';
import { kindWords } from '#web/reports/kind-words.ts';
import { totalLine } from '#web/reports/total-line.ts';
import { Banner } from '#web/ui/banner.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { formatTime } from '#web/ui/dates.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ScrollBox } from '#web/ui/scroll-box.tsx';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import { ThinBar } from '#web/ui/thin-bar.tsx';
import small from '#web/ui/words.module.css';
import type { BuilderStep } from './issues.ts';
import { Letter } from './part.tsx';
import css from './preview-pane.module.css';
import type { Builder } from './use-builder.ts';

/** At most so many rows come as a preview. */
const most = 20;

const countWords = (rows: number, all: number): string =>
  rows < all && rows >= most
    ? `First ${most} of ${all.toLocaleString('en-US')} rows of real data you can see`
    : `${counted(rows, 'row')} of real data you can see`;

/** The first rows of the report as it is now, beside the work on it. */
export const PreviewPane = ({ builder, step }: { builder: Builder; step: BuilderStep }) => {
  const zone = useZone();
  const { result, isOld, isLoading, waits, failure, refreshedAt, refresh } = builder.preview;
  return (
    <section className={css.pane} aria-label="Live preview" aria-busy={isLoading}>
      <div className={css.head}>
        <h2>Live preview</h2>
        {result && (
          <span className={small.small}>Refreshed {formatTime(new Date(refreshedAt).toISOString(), zone)}</span>
        )}
        <IconButton
          size="small"
          label="Refresh preview"
          icon={IconRefresh}
          disabled={!result && !failure}
          onClick={refresh}
        />
        <p role="status" className={small.small}>
          {waits ?? (result && !isOld ? countWords(result.records.length, result.record_count) : null)}
        </p>
        {isLoading && result && <ThinBar />}
      </div>
      {failure && <LoadFailed title="Could not load the preview." helper={failure} onRetry={refresh} />}
      {!failure && result && (
        <>
          {result.warnings.map(({ key, message }) => (
            <Banner key={`${key} ${message}`}>{message}</Banner>
          ))}
          <Rows builder={builder} isOld={isOld} />
        </>
      )}
      {!failure && !result && isLoading && (
        <div className={css.waiting}>
          <Skeleton label="Loading preview">
            <SkeletonBlock width="80%" />
          </Skeleton>
        </div>
      )}
      {step === 'name' && <InWords builder={builder} />}
    </section>
  );
};

/** The columns stand in the order, and under the labels, that they have now: the rows need not come anew for that. */
const Rows = ({ builder: { preview, values }, isOld }: { builder: Builder; isOld: boolean }) => {
  const { headers = [], records = [] } = preview.result ?? {};
  const columns = values.fields.flatMap(({ key, label, hidden }, place) => {
    const at = headers.findIndex((header) => header.key === key);
    const header = headers[at];
    return header && !hidden
      ? [{ key, place, at, label: label ?? header.label, isNumber: header.type === 'number' }]
      : [];
  });
  if (columns.length === 0) return null;
  if (records.length === 0) return <p className={css.none}>No results found</p>;
  const foot = preview.result && totalLine(preview.result);
  return (
    <ScrollBox label="Preview rows">
      <table className={css.table} data-old={isOld || undefined} aria-label="Preview">
        <thead>
          <tr>
            {columns.map(({ key, place, label, isNumber }) => (
              <th key={key} scope="col" title={label} data-align={isNumber ? 'end' : undefined}>
                <Letter place={place} />
                <span>{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map(({ display_values }, row) => (
            <tr key={row}>
              <Cells columns={columns} texts={display_values} />
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              <Cells columns={columns} texts={foot} />
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollBox>
  );
};

type CellProps = { columns: { key: string; at: number; isNumber: boolean }[]; texts: readonly string[] };

const Cells = ({ columns, texts }: CellProps) =>
  columns.map(({ key, at, isNumber }) => (
    <td key={key} data-align={isNumber ? 'end' : undefined} data-figures={isNumber || undefined}>
      {texts[at]}
    </td>
  ));

/** What the report says, as a sentence. */
const InWords = ({ builder: { values, source } }: { builder: Builder }) => {
  const { conditions, fields, default_order } = values;
  const names = useNames({ users: speaksOfUsers(source.compared, conditions), groups: false });
  const said = reportSentences(conditions, { groups: source.compared, names });
  const forms = source.groups.filter(({ of }) => of === 'form').map(({ title }) => title);
  return (
    <div className={css.words}>
      <h3>In words</h3>
      <p>
        {kindWords[values.report_type].note}
        {forms.length > 0 && (
          <>
            , from <b>{forms.join(', ')}</b>
          </>
        )}
        {said.length > 0 && ', where '}
        {said.map((parts, index) => (
          <span key={index}>
            {index > 0 && ' and '}
            <Sentence parts={parts} />
          </span>
        ))}
        . {counted(fields.length, 'column')}
        {default_order.length > 0 && `, ordered by ${counted(default_order.length, 'column')}`}.
      </p>
    </div>
  );
};
