import { IconChartBar, IconPin } from '@tabler/icons-react';
import { useState } from 'react';
import { grid } from '#contract/dashboard-grid.ts';
import { dashboardWidgetRoutes } from '#contract/resources/dashboard-widgets.ts';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { useMay } from '#web/access/account.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { useSearch } from '#web/kit/use-search.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { viewTypeWords } from '#web/reports/view-types.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Note } from '#web/ui/note.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './add-widget.module.css';
import { Message } from './message-widget.tsx';
import { ReportWidget } from './report-widget.tsx';
import { isMessage, isReport, type Widget } from './widget.ts';

/** What a widget is to show; without a view it shows the default view of the report. */
type WidgetChoice = { record_id: string | null; view_id: string | null; record: Widget['record'] };
type Values = WidgetChoice & { record_type: Widget['record_type']; w: string; h: string };

const nothing: WidgetChoice = { record_id: null, view_id: null, record: null };
const begin: Omit<Values, 'record_type'> = { ...nothing, w: '2', h: '3' };
const upTo = (most: number) =>
  Array.from({ length: most }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));

type ChoiceProps = { chosen: string | null; error: string | null; onChoose: (chosen: WidgetChoice) => void };

/** The reports that the person may read, found by name. */
const Reports = ({ chosen, error, onChoose }: ChoiceProps) => {
  const [text, setText] = useState('');
  const {
    data,
    error: failure,
    refetch,
  } = useSearch(reportDefinitionRoutes.page, {
    text,
    sent: (typed) => ({ params: { page: 1 }, query: { ...typed, sort: '[{"field":"name","order":"asc"}]' } }),
  });
  if (failure)
    return <LoadFailed title="Could not load the reports." helper={whyNotLoaded(failure)} onRetry={refetch} />;
  if (!data) return <AreaSkeleton label="Loading reports" height={200} />;
  const { total_count } = data.metadata;
  const choose = (id: string | null) => {
    const report = data.data.find((one) => String(one.id) === id);
    if (!report?.default_view_id) return;
    const { name, default_view_id: view_id } = report;
    // What its default view draws is told with its result.
    onChoose({
      record_id: id,
      view_id: null,
      record: { name, view_type: 'table', view_id, view_name: '', parameters: [] },
    });
  };
  return (
    <>
      <SearchBox label={`Search ${total_count} reports`} value={text} onSearch={setText} />
      <div className={css.offers}>
        <RadioField
          id="record_id"
          label="Report"
          error={error}
          options={data.data.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          onChange={choose}
        />
        {data.data.length === 0 && <Note>No reports match</Note>}
      </div>
      {total_count > data.data.length && (
        <Note>{`The first ${data.data.length} of ${total_count}. Search to find others.`}</Note>
      )}
    </>
  );
};

const Views = ({ values, onChoose }: { values: Values; onChoose: (one: WidgetChoice) => void }) => {
  const report = useRouteQuery(reportDefinitionRoutes.show, { params: { id: Number(values.record_id) } });
  return (
    <Answered
      of={report}
      failure="Could not load its views."
      skeleton={<AreaSkeleton label="Loading views" height={60} />}
    >
      {({ name, report_views, default_view_id }) => (
        <SelectField
          id="view_id"
          label="View"
          options={report_views.map((view) => ({
            value: String(view.id),
            label: `${view.name}, ${viewTypeWords[view.view_type].label.toLowerCase()}`,
          }))}
          value={values.view_id ?? String(default_view_id)}
          onChange={(id) => {
            const view = report_views.find((one) => String(one.id) === id);
            if (!view) return;
            const { id: view_id, name: view_name, view_type } = view;
            const record = { name, view_type, view_id, view_name, parameters: [] };
            onChoose({ record_id: values.record_id, view_id: view_id === default_view_id ? null : id, record });
          }}
        />
      )}
    </Answered>
  );
};

/** The messages that are pinned for groups of the person. */
const Messages = ({ chosen, error, onChoose }: ChoiceProps) => {
  const messages = useRouteQuery(pinnedMessageRoutes.mine, {}, { staleTime: 0 });
  return (
    <Answered
      of={messages}
      failure="Could not load the messages."
      skeleton={<AreaSkeleton label="Loading messages" height={200} />}
    >
      {({ data }) => (
        <div className={css.offers}>
          <RadioField
            id="record_id"
            label="Message"
            error={error}
            options={data.map(({ id, subject, permission_group }) => ({
              value: String(id),
              label: `${subject}, for ${permission_group.name}`,
            }))}
            value={chosen}
            onChange={(id) =>
              onChoose({ ...nothing, record_id: id, record: data.find((one) => String(one.id) === id) ?? null })
            }
          />
          {data.length === 0 && <Note>No pinned messages for your groups. To pin one, open a permission group.</Note>}
        </div>
      )}
    </Answered>
  );
};

/** What the widget will show, to who adds it; others see what they may read. */
const Preview = ({ values: { record, record_id, record_type, view_id } }: { values: Values }) => {
  if (isMessage(record)) return <Message of={record} label={`Preview of ${record.subject}`} />;
  if (!isReport(record)) return <Note>Choose content to see a preview.</Note>;
  const layout = { x: 0, y: 0, w: 2, h: 2 };
  const widget = { record_type, record_id: Number(record_id), view_id: view_id ? Number(view_id) : null };
  const label = `Preview of ${record.name}`;
  return <ReportWidget widget={{ ...widget, record, layout }} record={record} label={label} />;
};

/** Puts a report view or a message on the dashboard: it starts in the upper left corner, and the others move down. */
export const AddWidget = ({ onClose }: { onClose: () => void }) => {
  const keyFor = useIdempotencyKey();
  const readsReports = useMay()(reportDefinitionRoutes.page);
  const { mutateAsync: create } = useWrite(dashboardWidgetRoutes.create);
  const form = useForm<Values, Widget>(
    { ...begin, record_type: readsReports ? 'ReportDefinition' : 'PinnedMessage' },
    (sent) => {
      const { record_type, record_id, view_id, w, h } = sent;
      const body = {
        record_type,
        // Without one the server names what is missing.
        ...(record_id ? { record_id: Number(record_id) } : ({} as { record_id: number })),
        ...(view_id ? { view_id: Number(view_id) } : {}),
        x: 0,
        y: 0,
        w: Number(w),
        h: Number(h),
      };
      return create({ sent: { body }, idempotencyKey: keyFor(sent) }).catch((error) => {
        throw inDialog(error);
      });
    },
    () => {
      toast.success('Widget added');
      onClose();
    },
  );
  const { values } = form;
  const choose = ({ record_id, view_id, record }: WidgetChoice) => {
    form.set('record_id', record_id);
    form.set('view_id', view_id);
    form.set('record', record);
  };
  const choosing = { chosen: values.record_id, error: form.error('record_id'), onChoose: choose };
  const isOfReport = values.record_type === 'ReportDefinition';
  return (
    <FormDialog title="Add widget" width={960} form={form} verb="Add widget" note="" onClose={onClose}>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <div className={css.choice}>
        <div className={css.chosen}>
          {readsReports ? (
            <Segmented
              label="Content"
              options={[
                { value: 'ReportDefinition', label: 'Report view', icon: IconChartBar },
                { value: 'PinnedMessage', label: 'Pinned message', icon: IconPin },
              ]}
              value={values.record_type}
              onChange={(kind) => {
                form.set('record_type', kind);
                choose(nothing);
              }}
            />
          ) : (
            <Note>You can add pinned messages. To add a report, ask an administrator for access to reports.</Note>
          )}
          {isOfReport ? <Reports {...choosing} /> : <Messages {...choosing} />}
          {isOfReport && values.record_id && <Views key={values.record_id} values={values} onChoose={choose} />}
          <div className={css.sizes}>
            <SelectField
              {...form.field('w')}
              label="Width"
              options={upTo(grid.columns)}
              onChange={(w) => form.set('w', w ?? '2')}
            />
            <SelectField
              {...form.field('h')}
              label="Height"
              options={upTo(6)}
              onChange={(h) => form.set('h', h ?? '3')}
            />
          </div>
          <Note>
            The widget starts in the upper left corner, and the others move down. Only people with access see it.
          </Note>
        </div>
        <div className={css.preview}>
          <h3>Preview</h3>
          <Preview values={values} />
        </div>
      </div>
    </FormDialog>
  );
};
