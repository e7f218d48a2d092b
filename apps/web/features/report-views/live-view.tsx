import { counted } from '#web/kit/formats.ts';
import type { Look, ViewPage } from '#web/reports/report.ts';
import { ReportChart } from '#web/reports/report-chart.tsx';
import { ReportMap } from '#web/reports/report-map.tsx';
import layout from '#web/ui/layout.module.css';
import { Note } from '#web/ui/note.tsx';
import words from '#web/ui/words.module.css';
import css from './live-view.module.css';
import { previewOf } from './preview-data.ts';

/** In pixels, as on the report. */
const height = 480;

type Rows = Pick<ViewPage, 'headers' | 'records' | 'record_count' | 'metadata'>;

/** What a view will look like, drawn of real rows while it is made. */
export const LiveView = ({ look, rows }: { look: Look; rows: Rows }) => {
  const drawn = previewOf(look, rows);
  const { records, metadata, record_count } = rows;
  const isPart = metadata.total_count > records.length;
  return (
    <section className={css.live} aria-labelledby="live-view">
      <div className={`${layout.row} ${css.head}`}>
        <h2 id="live-view" className={words.head}>
          Live chart
        </h2>
        <span className={words.small}>Real rows, {height} high as on the report</span>
      </div>
      <div className={`${layout.column} ${css.card}`}>
        <b>{look.name || 'New view'}</b>
        <p className={words.small}>
          {isPart
            ? `Drawn of the first ${records.length} of ${counted(metadata.total_count, 'row')}; saved, it shows all.`
            : `Based on the ${counted(record_count, 'record')} you can see`}
        </p>
        {!drawn && <Note>Choose the columns that it shows.</Note>}
        {drawn && look.view_type === 'map' && <ReportMap view={look} result={drawn} height={height} />}
        {drawn && look.view_type !== 'map' && <ReportChart view={look} result={drawn} height={height} />}
      </div>
    </section>
  );
};
