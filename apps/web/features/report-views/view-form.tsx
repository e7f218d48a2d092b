import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportResultRoutes } from '#contract/resources/report-results.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { UnsavedChanges } from '#web/access/unsaved-changes.tsx';
import { counted } from '#web/kit/formats.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useTitle } from '#web/kit/title.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useRecord, write } from '#web/kit/use-record.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { type Look, type Report, reportAt, reports, type View, type ViewPage, viewAt } from '#web/reports/report.ts';
import { guarded } from '#web/screens/guarded.tsx';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Note } from '#web/ui/note.tsx';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { toast } from '#web/ui/toast.tsx';
import words from '#web/ui/words.module.css';
import { ChartCards } from './chart-cards.tsx';
import { ConfigureView } from './configure-view.tsx';
import { LiveView } from './live-view.tsx';
import { bodyOf, draftOf, type NewType } from './view-draft.ts';
import css from './view-form.module.css';

type Rows = Pick<ViewPage, 'headers' | 'records' | 'record_count' | 'metadata'>;

/** What the columns are, and how many records there are, is all that is asked for. */
const previewed = '1';

/** A report with some of its rows; a failure is shown in the place of what is made of them. */
const useReport = () => {
  const id = Number(useParams().id);
  const { data: report } = useRecord(reportDefinitionRoutes.show, { id }, reports.at);
  const rows = useRouteQuery(reportResultRoutes.show, { params: { id }, query: { page_size: previewed } });
  const waiting = rows.isError ? (
    <LoadFailed title="Could not load results." helper={whyNotLoaded(rows.error)} onRetry={() => void rows.refetch()} />
  ) : (
    <RecordSkeleton label="Loading view" />
  );
  return { report, rows: rows.data, waiting };
};

/** The wizard of a new view: its type, then what it shows. */
export const NewView = guarded(reportViewRoutes.create, () => {
  const { report, rows, waiting } = useReport();
  return report && rows ? <Wizard report={report} rows={rows} /> : waiting;
});

/** A stored view keeps its type: what it shows is changed. */
export const EditView = guarded(reportViewRoutes.update, () => {
  const { report, rows, waiting } = useReport();
  const viewId = Number(useParams().view_id);
  const view = report?.report_views.find(({ id }) => id === viewId);
  // A table cannot be changed, and what is gone neither.
  if (report && (!view || view.view_type === 'table')) return <Navigate to={reportAt(report.id)} replace />;
  return report && rows && view ? <Wizard key={view.id} report={report} rows={rows} stored={view} /> : waiting;
});

const lookOf = ({
  id: _,
  report_definition_id: _of,
  created_at: _c,
  updated_at: _u,
  lock_version: _l,
  fits,
  zoom,
  ...look
}: View): Look => ({ ...look, zoom: fits ? null : zoom });

/** "2 number columns, 1 date and 1 choice are in this report." */
const columnsOf = ({ headers }: Rows): string => {
  const count = (types: string[]) => headers.filter(({ type }) => types.includes(type)).length;
  const told = [
    [count(['number']), 'number column'],
    [count(['date', 'timestamp']), 'date'],
    [count(['choice', 'choices']), 'choice'],
    [count(['address']), 'address'],
  ] as const;
  const parts = told.flatMap(([many, one]) =>
    many > 0 ? [counted(many, one, one === 'address' ? 'addresses' : `${one}s`)] : [],
  );
  if (parts.length === 0) return `${counted(headers.length, 'column')} in this report.`;
  const last = parts.length > 1 ? ` and ${parts.pop()}` : '';
  return `${parts.join(', ')}${last} in this report.`;
};

const Wizard = ({ report, rows, stored }: { report: Report; rows: Rows; stored?: View }) => {
  const { headers } = rows;
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const [isTyping, setTyping] = useState(!stored);
  const [type, setType] = useState<NewType | null>(stored ? (stored.view_type as NewType) : null);
  const params = { report_id: report.id };
  const form = useForm<Look, View>(
    stored ? lookOf(stored) : draftOf('bar', headers),
    (values) => {
      const { view_type, ...rest } = bodyOf(values);
      return stored
        ? write(reportViewRoutes.update, {
            sent: { params: { ...params, id: stored.id }, body: { ...rest, lock_version: stored.lock_version } },
          })
        : write(reportViewRoutes.create, {
            sent: { params, body: { ...rest, view_type } },
            idempotencyKey: keyFor(values),
          });
    },
    {
      saved: (saved) => {
        toast.success(`${saved.name} saved`);
        navigate(viewAt(report.id, saved.id), { replace: true });
      },
      showsConflict: stored !== undefined,
    },
  );
  const title = stored ? `Edit ${stored.name}` : 'New view';
  const hasErrors = form.summary.length > 0;
  useTitle(hasErrors ? 'Error' : null, title, report.name);
  useShortcut({ keys: 'mod+S', label: 'Save' }, () => void (isTyping || form.submit()));

  const choose = (next: NewType) => {
    setType(next);
    if (next !== form.values.view_type) form.reset({ ...draftOf(next, headers, form.values.name) }, form.initial);
  };
  const step = (isFirst: boolean) => {
    setTyping(isFirst);
    // The screen is another one, and is read from its top.
    setTimeout(() => document.querySelector('h1')?.focus());
  };
  const leave = () => navigate(stored ? viewAt(report.id, stored.id) : reportAt(report.id));

  const next = async () => {
    if (type) step(false);
  };

  return (
    <SubmitForm form={isTyping ? { submit: next } : form} className={css.form}>
      <Page
        foot={
          isTyping ? (
            // Another bar: the button that leads on must not become the one that saves while it is pressed.
            <SaveBar
              key="type"
              saveLabel="Next"
              state={type ? undefined : 'Choose a view type'}
              onCancel={leave}
              onSave={() => void next()}
            />
          ) : (
            <SaveBar
              key="configure"
              state={form.isDirty || !stored ? 'Not saved yet' : undefined}
              saving={form.isSaving}
              onCancel={leave}
              other={!stored && <Button onClick={() => step(true)}>Previous</Button>}
            />
          )
        }
      >
        <RecordHeader
          crumbs={[
            { label: reports.title, to: reports.at },
            { label: report.name, to: reportAt(report.id) },
            { label: title },
          ]}
          title={title}
          primary={
            !stored && (
              <Steps
                steps={[
                  { label: 'View type', state: isTyping ? 'here' : 'over' },
                  { label: 'Configure', state: isTyping ? 'ahead' : 'here' },
                ]}
              />
            )
          }
        />
        {isTyping ? (
          <div className={css.types}>
            <h2 className={words.head}>View type</h2>
            <Note>{`${columnsOf(rows)} Views that need other columns aren’t available.`}</Note>
            <ChartCards headers={headers} value={type} onChange={choose} />
          </div>
        ) : (
          <div className={css.panes}>
            <div className={css.settings}>
              {hasErrors && <ErrorSummary errors={form.summary} attempt={form.attempt} />}
              <ConfigureView form={form} headers={headers} onType={stored ? undefined : () => step(true)} />
            </div>
            <LiveView reportId={report.id} look={form.values} rows={rows} />
          </div>
        )}
      </Page>
      <UnsavedChanges when={form.isDirty} />
      <Confirm
        opened={form.conflict !== null}
        title="Someone else changed this"
        verb="Load theirs"
        onConfirm={() => location.reload()}
        onCancel={form.clearConflict}
      >
        <p>{form.conflict?.base?.join(' ')}</p>
        <p>Someone else saved this view while you were editing. If you load their version, you’ll lose your changes.</p>
      </Confirm>
    </SubmitForm>
  );
};
