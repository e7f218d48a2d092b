import { IconChecklist, IconLayoutDashboard, IconLock, IconPencil, IconPlus } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import type { Place } from '#contract/dashboard-grid.ts';
import { dashboardWidgetRoutes } from '#contract/resources/dashboard-widgets.ts';
import { Can, Require, useMay } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { Answered } from '#web/kit/answered.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { screen } from '#web/parts/lazy.tsx';
import { AskedBar } from '#web/reports/asked-bar.tsx';
import type { AskedParameter } from '#web/reports/report.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { AddWidget } from './add-widget.tsx';
import css from './dashboard.module.css';
import { settled } from './layout.ts';
import { Message } from './message-widget.tsx';
import { MyWork, MyWorkAlone } from './my-work.tsx';
import { ReportWidget } from './report-widget.tsx';
import { useQuestions } from './use-questions.ts';
import { isMessage, isReport, type Widget } from './widget.ts';
import { WidgetFrame, type WidgetPlacement } from './widget-frame.tsx';
import type { WorkPart } from './work-part.ts';

const { at, title } = places.dashboards;

const styleOf = ({ x, y, w, h }: Place) => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
});

type Questions = ReturnType<typeof useQuestions>;

const Shown = ({
  widget,
  chosenOf,
  learn,
  ...placed
}: { widget: Widget } & Pick<Questions, 'chosenOf' | 'learn'> & WidgetPlacement) => {
  const { record, id } = widget;
  const onAsked = useCallback((asked: readonly AskedParameter[]) => learn(id, asked), [learn, id]);
  if (isMessage(record)) return <Message of={record} {...placed} />;
  if (isReport(record))
    return <ReportWidget widget={widget} record={record} chosen={chosenOf(id)} onAsked={onAsked} {...placed} />;
  return (
    <WidgetFrame widget={widget} {...placed}>
      <EmptyState
        icon={IconLock}
        title="You can't view this"
        helper={`Only people with access to the ${widget.record_type === 'PinnedMessage' ? 'message' : 'report'} see this widget.`}
      />
    </WidgetFrame>
  );
};

/** Widgets from top to bottom and from left to right, which is also their order on narrow screens. */
const Widgets = ({ widgets }: { widgets: Widget[] }) => {
  const shown = settled(new Map(widgets.map(({ id, layout }) => [id, layout])));
  const placed = widgets
    .map((widget) => ({ ...widget, layout: shown.get(widget.id) ?? widget.layout }))
    .toSorted(({ layout: one }, { layout: other }) => one.y - other.y || one.x - other.x);
  const { questions, choose, isChosen, reset, ...asking } = useQuestions(widgets);
  return (
    <>
      <AskedBar asked={questions} onChoose={choose} onReset={isChosen ? reset : undefined} isPlain />
      <div className={css.grid}>
        {placed.map((widget) => (
          <Shown key={widget.id} widget={widget} {...asking} style={styleOf(widget.layout)} />
        ))}
      </div>
    </>
  );
};

const Empty = ({ onAdd }: { onAdd: () => void }) => (
  <EmptyState
    icon={IconLayoutDashboard}
    title="No widgets yet"
    helper="Reports and pinned messages appear here."
    action={
      <Can do={dashboardWidgetRoutes.create}>
        <Button icon={IconPlus} onClick={onAdd}>
          Add widget
        </Button>
      </Can>
    }
  />
);

const toMyWork = () => {
  const head = document.getElementById('my-work-title');
  head?.focus();
  head?.scrollIntoView({ block: 'start' });
};

const DashboardPage = ({ work }: { work: readonly WorkPart[] }) => {
  useTitle(title);
  const [isAdding, setAdding] = useState(false);
  const answer = useRouteQuery(dashboardWidgetRoutes.list, {});
  const messages = (answer.data?.data ?? []).flatMap(({ record }) => (isMessage(record) ? [record.id] : []));
  return (
    <div className={css.page} data-print="flow">
      <div className={css.top}>
        <h1>{title}</h1>
        <div className={css.actions} data-print="hide">
          <span className={css.jump}>
            <Button tone="subtle" icon={IconChecklist} onClick={toMyWork}>
              My work
            </Button>
          </span>
          <Can do={dashboardWidgetRoutes.create}>
            <Button tone="subtle" icon={IconPlus} onClick={() => setAdding(true)}>
              Add widget
            </Button>
            <ButtonLink to={`${at}/edit`} icon={IconPencil}>
              Edit dashboard
            </ButtonLink>
          </Can>
        </div>
      </div>
      <div className={css.columns}>
        <div className={css.main}>
          <Answered
            of={answer}
            failure="Could not load the dashboard."
            skeleton={<RecordSkeleton label="Loading dashboard" />}
          >
            {({ data }) => (data.length === 0 ? <Empty onAdd={() => setAdding(true)} /> : <Widgets widgets={data} />)}
          </Answered>
        </div>
        <MyWork shown={new Set(messages)} work={work} />
      </div>
      {isAdding && <AddWidget onClose={() => setAdding(false)} />}
    </div>
  );
};

/** The same address for someone who can't view the dashboard. */
const MyWorkPage = ({ work }: { work: readonly WorkPart[] }) => {
  useTitle('My work');
  return (
    <div className={css.page}>
      <div className={css.top}>
        <h1>My work</h1>
      </div>
      <div className={css.columns}>
        <MyWorkAlone work={work} />
      </div>
    </div>
  );
};

/** With the library of the grid, which those who only look at it do not need. */
const EditDashboard = screen('dashboard', async () => (await import('./edit-dashboard.tsx')).EditDashboard);

/**
 * Where everyone starts: reports and messages at a glance, as far as the reader can read them, with what concerns the
 * reader alone beside them; only the latter for people who can't view the dashboard.
 */
export const Dashboard = ({ work }: { work: readonly WorkPart[] }) => {
  const isEdited = useLocation().pathname.startsWith(`${at}/edit`);
  const isReadable = useMay()(dashboardWidgetRoutes.list);
  if (!isEdited) return isReadable ? <DashboardPage work={work} /> : <MyWorkPage work={work} />;
  return (
    <Require do={dashboardWidgetRoutes.create}>
      <EditDashboard />
    </Require>
  );
};
