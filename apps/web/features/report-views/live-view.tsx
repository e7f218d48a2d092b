import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { useKeyedQuery } from '#web/kit/queries.ts';
import { CrossTable } from '#web/reports/cross-table.tsx';
import { crossTableIn } from '#web/reports/cross-table-rows.ts';
import { mapDataOf } from '#web/reports/map-table.tsx';
import { basisWords, type Look, type ViewPage } from '#web/reports/report.ts';
import { ReportChart } from '#web/reports/report-chart.tsx';
import { ReportMap } from '#web/reports/report-map.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import words from '#web/ui/words.module.css';
import css from './live-view.module.css';
import { bodyOf } from './view-draft.ts';

/** In pixels, as on the report. */
const height = 480;

/** The chart is asked for so many ms after the last change. */
const pauseMs = 300;

type Rows = Pick<ViewPage, 'headers' | 'records' | 'record_count' | 'metadata'>;

/** What a view that is not saved yet draws of all rows; undefined until it is known. */
const useDrawn = (report_id: number, look: Look) => {
  const { name: _, xaxis_label: _x, yaxis_label: _y, ...body } = bodyOf(look);
  const [text] = useDebouncedValue(look.xaxis === null ? null : JSON.stringify(body), pauseMs);
  return useKeyedQuery<{ data: ViewPage['data']; warnings: ViewPage['warnings'] }>(
    [reportResultRoutes.viewPreview.path, report_id, text],
    ({ signal }) =>
      call(reportResultRoutes.viewPreview, { params: { report_id }, body: JSON.parse(text as string) }, { signal }),
    { enabled: text !== null, placeholderData: keepPreviousData, retry: false, gcTime: 60_000 },
  );
};

/** What a view will look like, drawn while it is made. */
export const LiveView = ({ reportId, look, rows }: { reportId: number; look: Look; rows: Rows }) => {
  const { headers, record_count } = rows;
  const { data, error } = useDrawn(reportId, look);
  // What is shown may still be the chart of another type.
  const isMap = look.view_type === 'map';
  const isCrossTable = look.view_type === 'cross_table';
  const isOfType =
    data !== undefined &&
    (isCrossTable ? crossTableIn(data) !== null : isMap ? mapDataOf(data) !== null : Array.isArray(data.data));
  return (
    <section className={css.live} aria-labelledby="live-view">
      <div className={`${layout.row} ${css.head}`}>
        <h2 id="live-view" className={words.head}>
          {isCrossTable ? 'Live table' : 'Live chart'}
        </h2>
        <span className={words.small}>{isCrossTable ? 'Real data' : 'Real data, as tall as in the report'}</span>
      </div>
      <div className={`${layout.column} ${css.card}`}>
        <b>{look.name || 'New view'}</b>
        <p className={words.small}>{basisWords(record_count)}</p>
        {look.xaxis === null && <Note>Choose the columns to show.</Note>}
        {error && <Note>{error instanceof ApiError ? error.message : 'Could not load the preview.'}</Note>}
        {data?.warnings.map(({ message }) => (
          <Note key={message}>{message}</Note>
        ))}
        {isOfType && look.xaxis !== null && isMap && (
          <ReportMap view={look} result={{ headers, data: data.data }} height={height} />
        )}
        {isOfType && look.xaxis !== null && isCrossTable && <CrossTable view={look} result={{ headers, ...data }} />}
        {isOfType && look.xaxis !== null && !isMap && !isCrossTable && (
          <ReportChart view={look} result={{ headers, data: data.data }} height={height} />
        )}
      </div>
    </section>
  );
};
