import { IconChartBar, IconFilter, IconInfoCircle, IconPhotoDown, IconPrinter } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { failures } from '#web/kit/failures.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { askedWords } from '#web/reports/asked-bar.tsx';
import { ChartTable } from '#web/reports/chart-table.tsx';
import { CrossTable } from '#web/reports/cross-table.tsx';
import { crossTableIn, warningsBeside } from '#web/reports/cross-table-rows.ts';
import { MapTable } from '#web/reports/map-table.tsx';
import { type AskedParameter, basisWords, type View, type ViewPage } from '#web/reports/report.ts';
import { ReportChart } from '#web/reports/report-chart.tsx';
import { ReportMap } from '#web/reports/report-map.tsx';
import { ResultTable } from '#web/reports/result-table.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { SkeletonBlock } from '#web/ui/skeleton.tsx';
import { ThinBar } from '#web/ui/thin-bar.tsx';
import words from '#web/ui/words.module.css';
import { beginModifying } from './conditions-card.tsx';
import type { Override } from './override.ts';
import { lastShown, Pager } from './pager.tsx';
import { savePicture } from './picture.ts';
import css from './results.module.css';
import { type ColumnSentences, headingNotes } from './use-narrowing.ts';

/** In pixels. */
const chartHeight = 480;

type ViewQuery = { data: ViewPage | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };

/** What a view shows, once it is there; while it is not, or cannot be, that is said in its place. */
export const Results = ({
  view,
  answer: { data, error, isFetching, refetch },
  sentences,
  override,
  ...rest
}: { answer: ViewQuery; override: Override } & Omit<FigureProps, 'page' | 'basis'>) => {
  if (!data && error)
    return <LoadFailed title="Could not load results." helper={whyNotLoaded(error)} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (isEmpty(data))
    return (
      <EmptyState
        icon={IconChartBar}
        title="No results found"
        helper={whyNothing(sentences.length, override.conditions !== null)}
        action={
          <Button icon={IconFilter} onClick={beginModifying}>
            Modify Results
          </Button>
        }
      />
    );
  return (
    <section className={css.results} aria-label={view.name} aria-busy={isFetching}>
      {isFetching && <ThinBar />}
      <ResultFigure
        key={view.id}
        view={view}
        page={data}
        sentences={sentences}
        basis={basisWords(data.record_count)}
        override={override}
        {...rest}
      />
    </section>
  );
};

/** Whether a view has nothing to show. A cross table of too many columns has something to say. */
const isEmpty = (page: ViewPage): boolean =>
  page.view.view_type === 'cross_table' ? crossTableIn(page)?.rows.length === 0 : page.records.length === 0;

const whyNothing = (conditions: number, isChanged: boolean): string => {
  if (conditions === 0) return 'There are no records you can see here yet.';
  const which = conditions === 1 ? 'the condition' : `all ${conditions} conditions`;
  return `No records you can see match ${which}.${isChanged ? ' Cancel to use the report’s own conditions again.' : ''}`;
};

/** After this many milliseconds somebody wonders whether it still goes on. */
const long = 10_000;

const Loading = () => {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), long);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={css.results} aria-busy>
      <p role="status" className={css.loading}>
        Loading results.
        {isLong && ' Still working: this report reads many answers. Add a date filter to make it faster.'}
      </p>
      <SkeletonBlock width="100%" height={chartHeight} />
    </div>
  );
};

type FigureProps = {
  view: View;
  page: ViewPage;
  /** What the report asks, with what was chosen. */
  asked: readonly AskedParameter[];
  /** The conditions in words. */
  sentences: string[];
  /** Those of single columns. */
  filters: readonly ColumnSentences[];
  /** What they are based on, in words. */
  basis: string;
  /** How the rows are sorted and paged, and what changes that; without it, all rows are here as they are. */
  override?: Override;
  onOverride?: (next: Partial<Override>) => void;
  /** What is drawn, with its name and legend: there while it is on the screen. */
  drawing: RefObject<HTMLElement | null>;
  onPrint?: () => void;
};

/** What a view draws of a result, below its name and what that is about. */
export const ResultFigure = ({
  view,
  page,
  asked,
  sentences,
  filters,
  basis,
  override,
  onOverride,
  drawing,
  onPrint,
}: FigureProps) => {
  const [isTable, setTable] = useState(false);
  const isCrossTable = view.view_type === 'cross_table';
  const isChart = !['table', 'cross_table', 'map'].includes(view.view_type);
  const download = () => {
    if (drawing.current) savePicture(drawing.current).catch(failures.report);
  };
  return (
    <figure className={css.figure} ref={isChart && !isTable ? drawing : undefined}>
      <div className={css.head}>
        <figcaption className={css.caption}>
          <h2 className={words.head}>{view.name}</h2>
          {asked.length > 0 && <p>{askedWords(asked).join(' · ')}</p>}
          <p className={words.small}>
            {sentences.length > 0 && `${sentences.join(', ')}. `}
            {basis}
          </p>
        </figcaption>
        <div className={css.tools} data-print="hide">
          {view.view_type !== 'table' && !isCrossTable && (
            <Switch label="View as table" checked={isTable} onChange={setTable} />
          )}
          {isChart && !isTable && (
            <IconButton boxed label="Download as image" icon={IconPhotoDown} onClick={download} />
          )}
          {onPrint && <IconButton boxed label="Print" icon={IconPrinter} onClick={onPrint} />}
        </div>
      </div>
      <Warnings page={page} />
      {view.view_type === 'table' && (
        <>
          <ResultTable
            name={view.name}
            result={page}
            notes={headingNotes(filters)}
            {...(override && { sort: override.sort })}
            {...(onOverride && { onSort: (sort) => onOverride({ sort }) })}
            widthsKey={`report-${view.report_definition_id}`}
          />
          {onOverride && <Pager metadata={page.metadata} onPage={(next) => onOverride({ page: next })} />}
          {page.metadata.total_count > lastShown && (
            <Note>{`Only the first 10,000 rows are shown. Download the CSV for all ${page.metadata.total_count.toLocaleString('en-US')}.`}</Note>
          )}
        </>
      )}
      {isCrossTable && <CrossTable view={view} result={page} />}
      {view.view_type === 'map' &&
        (isTable ? (
          <MapTable view={view} result={page} />
        ) : (
          <ReportMap view={view} result={page} height={chartHeight} />
        ))}
      {isChart &&
        (isTable ? (
          <ChartTable view={view} result={page} />
        ) : (
          <ReportChart view={view} result={page} height={chartHeight} />
        ))}
      {isChart && isTable && (
        <Note>This table shows the values of the chart. To see the records, open the Table view.</Note>
      )}
    </figure>
  );
};

/** What was left out of a function, or is kept back. */
const Warnings = ({ page }: { page: ViewPage }) => {
  const warnings = warningsBeside(page);
  return (
    warnings.length > 0 && (
      <ul className={css.warnings} aria-label="About these results">
        {warnings.map(({ key, message }, index) => {
          const label = page.headers.find((header) => header.key === key)?.label;
          return (
            <li key={index}>
              <Icon of={IconInfoCircle} size="s" />
              <span>
                {label && <b>{label}: </b>}
                {message}
              </span>
            </li>
          );
        })}
      </ul>
    )
  );
};
