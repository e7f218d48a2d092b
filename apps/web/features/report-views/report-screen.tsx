import {
  IconAdjustmentsHorizontal,
  IconDownload,
  IconFileInfo,
  IconFileSpreadsheet,
  IconFileText,
  IconFilter,
  IconLayoutList,
  IconPinned,
  IconRefresh,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef } from 'react';
import { Navigate, useParams } from 'react-router';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import type { ParameterValue } from '#reports/definition.ts';
import { chosenOf, withChosen } from '#reports/parameters.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { ApiError } from '#web/kit/api.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { AskedBar } from '#web/reports/asked-bar.tsx';
import { textOf } from '#web/reports/conditions/report-sentences.ts';
import { kindWords } from '#web/reports/kind-words.ts';
import { type AskedParameter, type Report, reports, type View, viewAt } from '#web/reports/report.ts';
import { ReportUses } from '#web/reports/report-uses.tsx';
import { detailOf, RecordScreen, useRecordActions } from '#web/screens/record-screen.tsx';
import { type Action, ActionMenu } from '#web/ui/action-menu.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { useOpened } from '#web/ui/use-opened.ts';
import { ConditionsCard } from './conditions-card.tsx';
import { defaultViewOf } from './default-view.tsx';
import { download, downloadDictionary } from './download.ts';
import { queryOf, useOverride } from './override.ts';
import { isGrouped, tabsOf } from './report-tabs.ts';
import { Results } from './results.tsx';
import { SummaryRow } from './summary-row.tsx';
import { useAddToDashboard } from './use-add-to-dashboard.ts';
import { conditionsOf, useConditionColumns } from './use-columns.ts';
import { useNarrowing, useSentences } from './use-narrowing.ts';
import { useRefresh } from './use-refresh.ts';

const ManageViews = overlay('Manage Report Views', async () => (await import('./manage-views.tsx')).ManageViews);
const SummarySettings = overlay(
  'Edit Summary Settings',
  async () => (await import('./summary-settings.tsx')).SummarySettings,
);
const KeepFigures = overlay('Keep these figures', async () => (await import('./keep-figures.tsx')).KeepFigures);
const PrintReport = overlay('Print', async () => (await import('./print-report.tsx')).PrintReport);

/** A report as one of its views shows it. */
export const ReportScreen = detailOf(reports, ({ record }) => {
  const id = Number(useParams().view_id);
  const view = record.report_views.find((one) => one.id === id);
  const opening = defaultViewOf(record);
  if (!view) return opening ? <Navigate to={viewAt(record.id, opening.id)} replace /> : null;
  return <Shown report={record} view={view} />;
});

const Shown = ({ report, view }: { report: Report; view: View }) => {
  const { id, name } = report;
  const may = useMay();
  const zone = useZone();
  const { opened, open, close } = useOpened<'views' | 'summary' | 'print' | 'keep'>();
  const { override, change } = useOverride();
  const usual = useRecordActions(reports, report);
  /** What the report asks, while another view of it is loaded. */
  const known = useRef<readonly AskedParameter[]>([]);
  const toDashboard = useAddToDashboard(report, view);
  const asked = useRouteQuery(
    reportResultRoutes.viewPage,
    { params: { report_id: id, id: view.id, page: override.page }, query: queryOf(override) },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  // What was asked of another view before says nothing of this one.
  const data = asked.data?.view.id === view.id ? asked.data : undefined;
  const own = conditionsOf(report);
  const groups = useConditionColumns(report, data);
  const narrowing = useNarrowing(groups, data?.narrowing);
  const parameters = data?.narrowing.parameters ?? known.current;
  known.current = parameters;
  const applied = withChosen(override.conditions ?? own, new Map(parameters.map((one) => [one.key, one])));
  const chosen = useSentences(groups, applied).map(textOf);
  const ofWindows = narrowing.windows.flatMap((one) => one.sentences);
  const sentences = [...narrowing.base, ...ofWindows, ...chosen];
  const drawing = useRef<HTMLElement>(null);
  const reset = () => change({ parameters: {} });
  const isChosen = Object.keys(override.parameters).length > 0;
  const choose = (key: string, value: ParameterValue) =>
    change({ parameters: { ...override.parameters, [key]: value } });
  const { refresh, isWaiting } = useRefresh(report);
  const problem = asked.error instanceof ApiError ? asked.error : null;
  const refused = Object.entries(problem?.errors ?? {}).find(([path]) => path.startsWith('parameters'))?.[1][0];
  const errorAt = (path: string) => problem?.errors[path ? `conditions.${path}` : 'conditions']?.[0] ?? null;

  const files: Action[] = [
    { label: 'CSV', icon: IconFileText, onClick: () => void download(report, 'csv', { view, override }) },
    {
      label: 'Workbook (XLSX)',
      icon: IconFileSpreadsheet,
      onClick: () => void download(report, 'xlsx', { view, override }),
    },
    {
      label: 'Column descriptions',
      icon: IconFileInfo,
      apart: true,
      onClick: () => void downloadDictionary(report, { view, override }),
    },
  ];
  const actions: Action[] = [
    ...(isGrouped(report) && view.view_type !== 'map'
      ? [{ label: 'Keep these figures', icon: IconPinned, onClick: () => open('keep') }]
      : []),
    ...(may(reportViewRoutes.update, id)
      ? [{ label: 'Manage Report Views', icon: IconLayoutList, onClick: () => open('views') }]
      : []),
    ...(may(reportResultRoutes.updateSummary, id)
      ? [{ label: 'Edit Summary Settings', icon: IconAdjustmentsHorizontal, onClick: () => open('summary') }]
      : []),
    ...toDashboard,
    ...usual.actions,
  ];

  return (
    <RecordScreen
      of={reports}
      record={report}
      facts={[
        kindWords[report.report_type].title,
        report.last_refreshed_at ? `refreshed ${showDateTime(report.last_refreshed_at, zone)}` : 'live data',
      ]}
      buttons={
        <>
          <IconButton
            boxed
            label={isWaiting ? 'Refreshing' : 'Refresh'}
            icon={IconRefresh}
            disabled={isWaiting}
            onClick={refresh}
          />
          <ActionMenu label="Download" actions={files} trigger={<Button icon={IconDownload}>Download</Button>} />
        </>
      }
      actions={actions}
      onPrint={() => open('print')}
      deleting={<ReportUses id={id} />}
      dialogs={
        <>
          {usual.dialogs}
          {opened === 'views' && <ManageViews report={report} current={view.id} onClose={close} />}
          {opened === 'keep' && (
            <KeepFigures report={report} view={view} override={override} asked={parameters} onClose={close} />
          )}
          {opened === 'summary' && <SummarySettings report={report} onClose={close} />}
          {opened === 'print' && (
            <PrintReport
              report={report}
              view={view}
              override={override}
              asked={parameters}
              sentences={sentences}
              filters={narrowing.filters}
              notes={narrowing.notes}
              drawing={() => drawing.current}
              onClose={close}
            />
          )}
        </>
      }
      first={
        <ConditionsCard
          groups={groups}
          own={own}
          asked={parameters}
          narrowing={narrowing}
          changed={override.conditions}
          error={errorAt}
          onChange={(conditions) => change({ conditions })}
        />
      }
    >
      <Tabs
        label={`Views of ${name}`}
        tabs={tabsOf(report, view.id, { override, mayAdd: may(reportViewRoutes.create, id) })}
      />
      {refused && (
        <Banner tone="warn" action={{ label: 'Use the defaults', onClick: reset }}>
          {`The choices in this address don’t fit this report: ${refused}`}
        </Banner>
      )}
      <AskedBar
        asked={parameters.map((one) => {
          // What was just chosen, before its results are there.
          const chosen = chosenOf(override.parameters, one.key);
          return chosen === undefined ? one : { ...one, value: chosen };
        })}
        onChoose={choose}
        onReset={isChosen ? reset : undefined}
      />
      <SummaryRow report={report} override={override} onEdit={() => open('summary')} />
      {override.conditions && (
        <Banner tone="info" icon={IconFilter} action={{ label: 'Cancel', onClick: () => change({ conditions: null }) }}>
          Conditions changed for you only{chosen.length > 0 ? `: ${chosen.join(', ')}` : ': all records'}
        </Banner>
      )}
      {!(refused && asked.isError) && (
        <Results
          view={view}
          answer={{ data, error: asked.error, isFetching: asked.isFetching || isWaiting, refetch: asked.refetch }}
          asked={parameters}
          sentences={sentences}
          filters={narrowing.filters}
          override={override}
          onOverride={change}
          drawing={drawing}
          onPrint={() => open('print')}
        />
      )}
    </RecordScreen>
  );
};
