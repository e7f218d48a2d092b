import { IconChartBar, IconExternalLink, IconLock, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import type { ParameterValues } from '#reports/definition.ts';
import { useZone } from '#web/access/account.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { ApiError } from '#web/kit/api.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { askedWords } from '#web/reports/asked-bar.tsx';
import { chosenQuery, searchFrom } from '#web/reports/chosen.ts';
import { CrossTable } from '#web/reports/cross-table.tsx';
import { showNumber } from '#web/reports/numbers.ts';
import { type AskedParameter, type ViewPage, viewAt } from '#web/reports/report.ts';
import { ReportChart } from '#web/reports/report-chart.tsx';
import { ReportMap } from '#web/reports/report-map.tsx';
import { ResultTable } from '#web/reports/result-table.tsx';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { formatTime } from '#web/ui/dates.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { usePhone } from '#web/ui/use-room.ts';
import words from '#web/ui/words.module.css';
import css from './dashboard.module.css';
import { heightOf, legend, onPhones } from './grid.ts';
import { hidden, type ReportRecord, titleOf, type Widget, type WidgetTarget } from './widget.ts';
import { WidgetFrame, type WidgetPlacement } from './widget-frame.tsx';

/** So many rows of a table stand on the dashboard; its report has all. */
const rows = 25;
/** What is read twice within this time is not worked out again, in milliseconds. */
const fresh = 60_000;

/** Whether a report comes to one number. */
const isFigure = ({ headers, records }: ViewPage): boolean =>
  records.length === 1 && headers.length === 1 && typeof records[0]?.values[0] === 'number';

const Figure = ({ page }: { page: ViewPage }) => (
  <p className={css.figure}>
    <strong>{page.records[0]?.display_values[0] || showNumber(Number(page.records[0]?.values[0]))}</strong>
    <span>{page.headers[0]?.label}</span>
  </p>
);

const Content = ({ record, page, height }: { record: ReportRecord; page: ViewPage; height: number }) => {
  const { view } = page;
  if (view.view_type === 'cross_table') return <CrossTable view={view} result={page} height={height - legend} />;
  if (page.records.length === 0) return <EmptyState icon={IconChartBar} title="No results found" />;
  if (view.view_type === 'map') return <ReportMap view={view} result={page} height={height} />;
  if (view.view_type !== 'table') return <ReportChart view={view} result={page} height={height - legend} />;
  return isFigure(page) ? <Figure page={page} /> : <ResultTable name={record.name} result={page} />;
};

/** Whether the report was deleted, or taken from the viewer, since the dashboard was loaded. */
const isGone = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status);

/** A view of a report. It loads, fails and is refreshed by itself, and says how fresh it is. */
export const ReportWidget = ({
  widget,
  record,
  chosen = {},
  onAsked,
  ...placed
}: {
  widget: WidgetTarget & Pick<Widget, 'record_id' | 'layout'>;
  record: ReportRecord;
  /** What was chosen of what the report asks. */
  chosen?: ParameterValues;
  /** Told what the report asks, with the values that can be chosen, once they are known. */
  onAsked?: (asked: readonly AskedParameter[]) => void;
} & WidgetPlacement) => {
  const zone = useZone();
  const isPhone = usePhone();
  const sent = {
    params: { report_id: widget.record_id, id: record.view_id, page: 1 },
    query: { page_size: `${rows}`, ...chosenQuery(chosen) },
  };
  const result = useRouteQuery(reportResultRoutes.viewPage, sent, { staleTime: fresh });
  const asked = result.data?.narrowing.parameters;
  useEffect(() => {
    if (asked) onAsked?.(asked);
  }, [asked, onAsked]);
  const { data, error, isFetching, isError, dataUpdatedAt } = result;
  const read = data && formatTime(new Date(dataUpdatedAt).toISOString(), zone);
  const state = isFetching ? (data ? 'Refreshing' : 'Loading results.') : isError ? 'Not refreshed' : 'Refreshed';
  return (
    <WidgetFrame
      widget={widget}
      {...placed}
      busy={isFetching}
      note={isFetching || !read ? isFetching && state : `${state}${isError ? ' since' : ''} ${read}`}
      tools={
        <ActionMenu
          label={`Actions of ${titleOf(widget)}`}
          size="small"
          actions={[
            {
              label: 'Open report',
              icon: IconExternalLink,
              to: `${viewAt(widget.record_id, record.view_id)}${searchFrom(chosenQuery(chosen))}`,
            },
            { label: 'Refresh', icon: IconRefresh, onClick: () => void result.refetch() },
          ]}
        />
      }
    >
      {isGone(error) ? (
        <EmptyState icon={IconLock} title={hidden} helper="It was deleted, or you no longer have access." />
      ) : (
        <Answered
          of={result}
          failure="Could not load records."
          skeleton={<AreaSkeleton label={`Loading ${titleOf(widget)}`} height={80} />}
        >
          {(page) => (
            <>
              {page.narrowing.parameters.length > 0 && (
                <p className={words.small}>{askedWords(page.narrowing.parameters).join(' · ')}</p>
              )}
              <Content record={record} page={page} height={isPhone ? onPhones : heightOf(widget.layout.h)} />
            </>
          )}
        </Answered>
      )}
    </WidgetFrame>
  );
};
