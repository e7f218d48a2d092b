import { IconArrowBackUp, IconArrowForwardUp, IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { GridLayout, useContainerWidth } from 'react-grid-layout';
import { useNavigate } from 'react-router';
import { grid } from '#contract/dashboard-grid.ts';
import { dashboardWidgetRoutes } from '#contract/resources/dashboard-widgets.ts';
import { places } from '#web/access/places.ts';
import { UnsavedChanges } from '#web/access/unsaved-changes.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { ApiError, call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { counted } from '#web/kit/formats.ts';
import { queries, useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { useEditKeys } from '#web/screens/use-edit-keys.ts';
import { useEditSteps } from '#web/screens/use-edit-steps.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Note } from '#web/ui/note.tsx';
import { Page } from '#web/ui/page.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import { AddWidget } from './add-widget.tsx';
import page from './dashboard.module.css';
import css from './edit-dashboard.module.css';
import { EditedWidget, type Way } from './edited-widget.tsx';
import { margin, rowHeight, wide } from './grid.ts';
import {
  type Arrow,
  asLayout,
  completed,
  fromLayout,
  inWords,
  merged,
  movedSince,
  type Places,
  resized,
  settled,
  stepped,
} from './layout.ts';
import { titleOf, type Widget } from './widget.ts';

const { at } = places.dashboards;
const title = 'Edit dashboard';

const storedPlaces = (widgets: Widget[]): Places => new Map(widgets.map(({ id, layout }) => [id, layout]));
const load = async () => {
  const latest = await call(dashboardWidgetRoutes.list, {});
  queries.put(dashboardWidgetRoutes.list, {}, latest);
  return latest.data;
};

/** Whether a layout was refused because somebody else changed the dashboard since it was loaded. */
const isBehindOthers = (error: unknown) => error instanceof ApiError && [404, 409, 422].includes(error.status);

/** Says that somebody else changed the dashboard, at each `attempt` that was refused. It takes the focus from Save. */
const BehindOthers = ({ attempt }: { attempt: number }) => {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt moves the focus here again
  useEffect(() => box.current?.focus(), [attempt]);
  return (
    <div ref={box} role="alert" tabIndex={-1}>
      <Banner tone="warn">
        Someone else changed this dashboard. You now see their changes, and the widgets you moved are where you put
        them. Check the layout, then save again.
      </Banner>
    </div>
  );
};

type LiftedWidget = { id: number; by: Way; from: Places };

const Widgets = ({ widgets, onLeave }: { widgets: Widget[]; onLeave: () => void }) => {
  const [stored, setStored] = useState(widgets);
  const before = useMemo(() => settled(storedPlaces(stored)), [stored]);
  const { values, change, ...steps } = useEditSteps(before);
  const now = useMemo(() => completed(values, before), [values, before]);
  const [lifted, setLifted] = useState<LiftedWidget | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Widget | null>(null);
  const [refusals, setRefusals] = useState(0);
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true });
  const hasRoom = width >= wide;
  const moved = movedSince(before, now);

  /** What others did is taken; of what was moved here and not saved nothing is lost. */
  const take = (latest: Widget[]) => {
    setStored(latest);
    change(() => merged(settled(storedPlaces(latest)), now, moved));
  };
  const reload = () => load().then(take).catch(failures.report);

  const save = async () => {
    if (moved.length === 0) return onLeave();
    setSaving(true);
    try {
      const versions = new Map(stored.map(({ id, lock_version }) => [id, lock_version]));
      const changed = movedSince(storedPlaces(stored), now).map((id) => ({
        id,
        ...(now.get(id) as NonNullable<ReturnType<Places['get']>>),
        lock_version: versions.get(id) as number,
      }));
      queries.put(
        dashboardWidgetRoutes.list,
        {},
        await call(dashboardWidgetRoutes.arrange, { body: { widgets: changed } }),
      );
      toast.success('Dashboard saved');
      onLeave();
    } catch (error) {
      if (!isBehindOthers(error)) return failures.report(error);
      setRefusals((count) => count + 1);
      await reload();
    } finally {
      setSaving(false);
    }
  };

  const remove = async ({ id, lock_version }: Widget) => {
    setRemoving(null);
    await call(dashboardWidgetRoutes.remove, { params: { id }, body: { lock_version } }).catch((error) => {
      if (isBehindOthers(error)) setRefusals((count) => count + 1);
      else failures.report(error);
    });
    await reload();
  };

  useEditKeys(steps, () => void save());

  const step = (id: number) => (by: Way, arrow: Arrow) =>
    change(() => (by === 'resize' ? resized : stepped)(now, id, arrow));
  const drop = (end: 'stay' | 'back') => {
    if (lifted && end === 'back') change(() => lifted.from);
    setLifted(null);
  };
  const place = lifted && now.get(lifted.id);
  return (
    <Page
      foot={
        <SaveBar
          state={moved.length > 0 ? `${counted(moved.length, 'widget')} moved, not saved yet` : 'No changes'}
          saving={isSaving}
          onSave={() => void save()}
          onCancel={onLeave}
        />
      }
    >
      <div className={page.inner}>
        <div className={page.top}>
          <div>
            <h1>{title}</h1>
            <Note>The whole organization shares this dashboard. Each person sees the widgets they have access to.</Note>
          </div>
          <div className={page.actions}>
            <IconButton label="Undo" icon={IconArrowBackUp} disabled={!steps.canUndo} onClick={steps.undo} />
            <IconButton label="Redo" icon={IconArrowForwardUp} disabled={!steps.canRedo} onClick={steps.redo} />
            <Button icon={IconPlus} onClick={() => setAdding(true)}>
              Add widget
            </Button>
          </div>
        </div>
        {refusals > 0 && <BehindOthers attempt={refusals} />}
        <p className={css.keys} id="grid-keys">
          {hasRoom
            ? 'Drag a widget by its handle or its corner. With the keyboard, press Space to pick it up, arrow keys to move it, Shift and arrow keys to resize it, Space to drop it, and Esc to put it back. You can also use its menu.'
            : 'On narrow screens, widgets appear in one column. Use their menus to arrange them for the four columns of wider screens.'}
        </p>
        <p role="status" className={hidden.text}>
          {place && `Picked up, ${inWords(place)}`}
        </p>
        <div ref={containerRef} className={css.area}>
          {mounted && (
            <GridLayout
              width={width}
              layout={asLayout(now)}
              gridConfig={{
                cols: hasRoom ? grid.columns : 1,
                rowHeight,
                margin: [margin, margin],
                containerPadding: [0, 0],
              }}
              dragConfig={{ enabled: hasRoom, handle: `.${css.handle}` }}
              resizeConfig={{
                enabled: hasRoom,
                handles: ['se'],
                handleComponent: (_, ref) => <span ref={ref as never} className={css.corner} aria-hidden />,
              }}
              onDragStop={(layout) => change(() => fromLayout(layout))}
              onResizeStop={(layout) => change(() => fromLayout(layout))}
            >
              {stored.map((widget) => (
                <div key={String(widget.id)} className={css.edited} data-lifted={lifted?.id === widget.id || undefined}>
                  <EditedWidget
                    widget={widget}
                    place={now.get(widget.id) ?? widget.layout}
                    lifted={lifted?.id === widget.id ? lifted.by : null}
                    draggable={hasRoom}
                    onLift={(by) => setLifted({ id: widget.id, by, from: now })}
                    onDrop={drop}
                    onStep={step(widget.id)}
                    onRemove={() => setRemoving(widget)}
                  />
                </div>
              ))}
            </GridLayout>
          )}
        </div>
      </div>
      {isAdding && (
        <AddWidget
          onClose={() => {
            setAdding(false);
            void reload();
          }}
        />
      )}
      <Confirm
        opened={removing !== null}
        title="Remove this widget?"
        verb="Remove"
        danger
        onConfirm={() => {
          if (removing) void remove(removing);
        }}
        onCancel={() => setRemoving(null)}
      >
        {removing &&
          `${titleOf(removing)} will be removed from everyone’s dashboard. The report or message itself is kept.`}
      </Confirm>
      <UnsavedChanges when={moved.length > 0 && !isSaving} />
    </Page>
  );
};

/** The dashboard of the organization, to be arranged by who may. */
export const EditDashboard = () => {
  useTitle(title);
  const navigate = useNavigate();
  const answer = useRouteQuery(dashboardWidgetRoutes.list, {}, { staleTime: 0 });
  return (
    <Answered
      of={answer}
      failure="Could not load the dashboard."
      skeleton={<RecordSkeleton label="Loading dashboard" />}
    >
      {({ data }) => <Widgets widgets={data} onLeave={() => navigate(at)} />}
    </Answered>
  );
};
