import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { useZone } from '#web/access/account.tsx';
import { call } from '#web/kit/api.ts';
import { askedWords } from '#web/reports/asked-bar.tsx';
import { chartRows } from '#web/reports/chart-rows.ts';
import {
  changedSince,
  crossTableIn,
  crossTableRows,
  leftWords,
  tooManyColumns,
  warningsBeside,
} from '#web/reports/cross-table-rows.ts';
import { mapDataOf } from '#web/reports/map-table.tsx';
import { type AskedParameter, basisWords, type Report, type View, type ViewPage } from '#web/reports/report.ts';
import { totalLine } from '#web/reports/total-line.ts';
import { PaperPart, PaperTable, PrintRecord } from '#web/screens/print-record.tsx';
import { formatZonedDateTime } from '#web/ui/dates.ts';
import { type Override, queryOf } from './override.ts';
import { pictureOf } from './picture.ts';
import css from './print-report.module.css';
import { type ColumnSentences, headingNotes } from './use-narrowing.ts';

/** More rows are for a file. */
const maxPrinted = 1000;
const pageSize = 100;
/** So many columns of a cross table stand beside each other on paper. */
const maxAcross = 8;
/** With more columns the paper lies on its side. */
const maxUpright = 6;

type PrintSource = { report: Report; view: View; override: Override };

type PrintProps = PrintSource & {
  /** What the report asks, with what was chosen. */
  asked: readonly AskedParameter[];
  sentences: string[];
  /** Those of single columns. */
  filters: ColumnSentences[];
  /** Which rows count beside that, in sentences. */
  notes: readonly string[];
  /** The chart on the screen, where there is one. */
  drawing: () => HTMLElement | null;
  onClose: () => void;
};

const pageAt = ({ report, view, override }: PrintSource, page: number): Promise<ViewPage> =>
  call(reportResultRoutes.viewPage, {
    params: { report_id: report.id, id: view.id, page },
    query: { ...queryOf(override), page_size: String(pageSize) },
  });

/** The rows of a table, as many as fit on paper. */
const rowsOf = async (asked: PrintSource): Promise<ViewPage> => {
  const first = await pageAt(asked, 1);
  const records = [...first.records];
  const pages = Math.min(first.metadata.total_pages, maxPrinted / pageSize);
  for (let page = 2; page <= pages; page++) records.push(...(await pageAt(asked, page)).records);
  return { ...first, records };
};

/** A result as the heads and cells of a printed table. */
const tableOf = (
  view: View,
  page: ViewPage,
  filters: readonly ColumnSentences[],
): { heads: string[]; rows: string[][]; foot?: string[] | null; nothing?: string | undefined } => {
  const notes = headingNotes(filters);
  const headOf = ({ key, label }: ViewPage['headers'][number]) =>
    [label, notes.get(key)].filter((text) => text !== undefined).join(', ');
  if (view.view_type === 'table')
    return {
      heads: page.headers.map(headOf),
      rows: page.records.map((record) => record.display_values),
      foot: totalLine(page),
    };
  const places = mapDataOf(page);
  if (places)
    return {
      heads: ['Record', 'Latitude', 'Longitude'],
      rows: places.points.map(({ label, location: [latitude, longitude] }) => [
        label,
        latitude.toFixed(5),
        longitude.toFixed(5),
      ]),
    };
  if (view.view_type === 'cross_table') {
    const nothing = crossTableIn(page) ? undefined : (tooManyColumns(view, page.warnings)?.message ?? changedSince);
    return { ...crossTableRows(view, page), nothing };
  }
  const { heads, rows, total } = chartRows(view, page);
  return { heads, rows, foot: total ?? null };
};

/** A table that is too wide for paper, as several with the same first column. */
const inParts = ({ heads, rows, foot = null }: ReturnType<typeof tableOf>) => {
  const starts = heads.slice(1).flatMap((_, at) => (at % maxAcross === 0 ? [at + 1] : []));
  const part = (line: string[], start: number) => [line[0] ?? '', ...line.slice(start, start + maxAcross)];
  return starts.map((start) => ({
    heads: part(heads, start),
    rows: rows.map((row) => part(row, start)),
    foot: foot && part(foot, start),
  }));
};

/** Prints what a view shows: the conditions in words, as of when, the drawing and its numbers. */
export const PrintReport = ({ asked, sentences, filters, notes, drawing, onClose, ...source }: PrintProps) => {
  const { report, view } = source;
  const zone = useZone();
  const load = async () => {
    const page = view.view_type === 'table' ? await rowsOf(source) : await pageAt(source, 1);
    const element = drawing();
    const picture = element && (await pictureOf(element));
    const shown = tableOf(view, page, filters);
    const { heads, rows, foot = null, nothing = 'No results found' } = shown;
    const crossTable = crossTableIn(page);
    const chosen = asked.flatMap(({ value, display_value }) => (value === null ? [] : display_value));
    const left = view.view_type === 'table' ? page.metadata.total_count - rows.length : 0;
    return {
      title: [`${report.name}: ${view.name}`, ...chosen].join(', '),
      parts: (
        <div className={heads.length > maxUpright ? css.lying : undefined}>
          <PaperPart title="Conditions">
            {askedWords(asked).map((words) => (
              <p key={words}>{`${words}.`}</p>
            ))}
            {(sentences.length > 0 || filters.length === 0) && (
              <p>{sentences.length > 0 ? `${sentences.join('; ')}.` : 'No conditions. All records are included.'}</p>
            )}
            {filters.map(({ key, label, sentences }) => (
              <p key={key}>{`${label}: ${sentences.join(' and ')}.`}</p>
            ))}
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            <p>{`${basisWords(page.record_count)}, as of ${formatZonedDateTime(new Date().toISOString(), zone)}.`}</p>
          </PaperPart>
          {picture && <img className={css.picture} src={picture} alt="" />}
          <PaperPart title={view.name}>
            {(crossTable ? inParts(shown) : [{ heads, rows, foot }]).map((part, at) => (
              <div key={at} className={css.part}>
                <PaperTable {...part} nothing={nothing} />
              </div>
            ))}
            {crossTable && crossTable.row_count > rows.length && <p>{leftWords(crossTable)}</p>}
            {warningsBeside(page).map(({ key, message }, index) => (
              <p key={index}>
                {[page.headers.find((header) => header.key === key)?.label, message].filter(Boolean).join(': ')}
              </p>
            ))}
            {left > 0 && (
              <p>{`${left.toLocaleString('en-US')} more rows aren’t printed. Download the CSV for all rows.`}</p>
            )}
          </PaperPart>
        </div>
      ),
    };
  };
  return <PrintRecord name="report" offers={['breaks']} load={load} onClose={onClose} />;
};
