import { IconPinned } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useParams } from 'react-router';
import { keptFiguresRoutes } from '#contract/resources/kept-figures.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { withChosen } from '#reports/parameters.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { counted, fullName, showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { textOf } from '#web/reports/conditions/report-sentences.ts';
import { crossTableIn } from '#web/reports/cross-table-rows.ts';
import { kindWords } from '#web/reports/kind-words.ts';
import { type Report, reports, type ViewPage } from '#web/reports/report.ts';
import { detailOf, RecordScreen } from '#web/screens/record-screen.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { KeptWaiting } from './kept-waiting.tsx';
import { tabsOf } from './report-tabs.ts';
import css from './results.module.css';
import { ResultFigure } from './results.tsx';
import { groupsOfResult, useNarrowing, useSentences } from './use-narrowing.ts';

/** Kept figures as the view of their report showed them at the time. */
export const KeptScreen = detailOf(reports, ({ record }) => {
  const may = useMay();
  return (
    <RecordScreen of={reports} record={record} facts={[kindWords[record.report_type].title]}>
      <Tabs
        label={`Views of ${record.name}`}
        tabs={tabsOf(record, 'kept', { mayAdd: may(reportViewRoutes.create, record.id) })}
      />
      <Kept report={record} />
    </RecordScreen>
  );
});

/** Whether nothing was counted. */
const isNothing = (page: ViewPage): boolean => {
  if (page.view.view_type === 'table') return page.records.length === 0;
  return Array.isArray(page.data) ? page.data.length === 0 : crossTableIn(page)?.rows.length === 0;
};

const Kept = ({ report }: { report: Report }) => {
  const id = Number(useParams().kept_id);
  const zone = useZone();
  const drawing = useRef<HTMLElement>(null);
  const { data, error, refetch } = useRouteQuery(keptFiguresRoutes.show, { params: { report_id: report.id, id } });
  const groups = useMemo(
    () => data && groupsOfResult(report.report_type, data.page.headers, data.page.narrowing),
    [data, report.report_type],
  );
  const narrowing = useNarrowing(groups, data?.page.narrowing);
  const { conditions = { and: [] }, parameters = [] } = data?.page.narrowing ?? {};
  const applied = withChosen(conditions, new Map(parameters.map((one) => [one.key, one])));
  const own = useSentences(groups, applied).map(textOf);
  if (!data) return <KeptWaiting error={error} refetch={refetch} />;
  const { page, name: title, kept_at, kept_by, seen_by } = data;
  const records = page.record_count > 0 ? `Based on ${counted(page.record_count, 'record')}.` : '';
  const seen = seen_by === 'keeper' ? 'Only you can see them.' : 'Everyone who can open this report can see them.';
  return (
    <>
      <Banner tone="info">{`${fullName(kept_by)} kept these figures on ${showDateTime(kept_at, zone)}. ${seen}`}</Banner>
      <section className={css.results} aria-label={title}>
        {isNothing(page) ? (
          <EmptyState icon={IconPinned} title="No results" helper="There was nothing to count when these were kept." />
        ) : (
          <ResultFigure
            view={{ ...page.view, name: title }}
            page={page}
            asked={parameters}
            sentences={[...narrowing.base, ...narrowing.windows.flatMap(({ sentences }) => sentences), ...own]}
            filters={narrowing.filters}
            basis={records}
            drawing={drawing}
          />
        )}
        {narrowing.notes.map((note) => (
          <Note key={note}>{note}</Note>
        ))}
      </section>
    </>
  );
};
