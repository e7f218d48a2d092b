import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { byPath } from '#contract/kit/issues.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { conditionsIn } from '#reports/conditions.ts';
import { UnsavedChanges } from '#web/access/unsaved-changes.tsx';
import { call } from '#web/kit/api.ts';
import { capital, counted } from '#web/kit/formats.ts';
import { useTitle } from '#web/kit/title.ts';
import { type Report, reportAt, reports, viewAt } from '#web/reports/report.ts';
import { Conflict, type FieldDescriptions } from '#web/screens/conflict.tsx';
import { editorOf } from '#web/screens/editor.tsx';
import { useEditKeys } from '#web/screens/use-edit-keys.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EditorPage } from '#web/ui/editor-page.tsx';
import { ErrorSummary, focusField } from '#web/ui/error-summary.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './builder.module.css';
import { labelOf } from './column-words.ts';
import { type ReportValues, valuesOf } from './draft.ts';
import { FieldsStep } from './fields-step.tsx';
import { FunctionStep } from './function-step.tsx';
import { type BuilderStep, controlOf, stepOf, steps } from './issues.ts';
import { LayoutStep } from './layout-step.tsx';
import { NameStep } from './name-step.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { type Builder as Building, useBuilder } from './use-builder.ts';

const titles: Record<BuilderStep, string> = {
  fields: 'Fields',
  layout: 'Layout',
  function: 'Filter and order',
  name: 'Name',
};

const content = { fields: FieldsStep, layout: LayoutStep, function: FunctionStep, name: NameStep };

const told: FieldDescriptions<ReportValues> = {
  name: { label: 'Name' },
  description: { label: 'Description' },
  mode: { label: 'Function' },
  fields: {
    label: 'Columns',
    text: (fields) => fields.map(({ label, field, formula, key }) => label ?? formula ?? field ?? key).join(', '),
  },
  conditions: { label: 'Conditions', text: (conditions) => counted(conditionsIn(conditions).length, 'condition') },
  default_order: { label: 'Default order', text: (entries) => counted(entries.length, 'column') },
  window: { label: 'Window', text: (window) => (window ? 'Changed' : 'None') },
  partition_field: { label: 'Compare for each', text: (named) => named?.field ?? 'Person' },
  settings: { label: 'Settings', text: (settings) => Object.keys(settings).join(', ') || 'None' },
  report_target_id: { label: 'Source report' },
  default_view_id: { label: 'Opens with' },
};

/** Opens a step; the focus goes to its first heading, or to a control in it. */
type GoToStep = (step: BuilderStep, control?: string) => void;

/** The step that is open stands in the address, so that Back leads to the one before. */
const useStep = (first: BuilderStep, work: RefObject<HTMLElement | null>): { step: BuilderStep; show: GoToStep } => {
  const [params, setParams] = useSearchParams();
  const step = steps.find((one) => one === params.get('step')) ?? first;
  const shown = useRef(step);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (wanted.current) focusField(wanted.current);
    else work.current?.querySelector<HTMLElement>('h2[tabindex]')?.focus();
    wanted.current = undefined;
  }, [step, work]);
  const show: GoToStep = (next, control) => {
    wanted.current = control;
    setParams({ step: next });
  };
  return { step, show };
};

const Builder = ({ stored }: { stored?: Report }) => {
  const navigate = useNavigate();
  const back = stored ? reportAt(stored.id) : reports.at;
  const builder = useBuilder(stored, ({ id, name }) => {
    toast.success(`${name} saved`);
    const isCharted = !stored && builder.values.first_view === 'chart';
    navigate(isCharted ? viewAt(id, 'new') : reportAt(id), { replace: true });
  });
  const { form, changes, draft, issues } = builder;
  const work = useRef<HTMLDivElement>(null);
  const { step, show } = useStep(stored ? 'layout' : 'fields', work);
  const place = steps.indexOf(step);
  const next = () => {
    const here = issues.filter(({ path }) => stepOf(path) === step);
    if (here.length > 0) return form.setErrors(byPath(here));
    form.setErrors({});
    const following = steps[place + 1];
    if (following) show(following);
  };
  const save = () => void builder.save();
  useEditKeys(builder, save);

  const title = stored?.name ?? 'New report';
  useTitle(form.summary.length > 0 ? 'Error' : null, title, reports.title);
  const Content = content[step];
  const isLast = place === steps.length - 1;
  const state = changes > 0 ? `Not saved yet, ${counted(changes, 'change')}` : '';
  return (
    <>
      <EditorPage
        head={
          <RecordHeader
            crumbs={[
              { label: reports.title, to: reports.at },
              ...(stored ? [{ label: stored.name, to: back }, { label: 'Edit' }] : [{ label: title }]),
            ]}
            title={title}
            primary={
              <>
                <IconButton label="Undo" icon={IconArrowBackUp} disabled={!builder.canUndo} onClick={builder.undo} />
                <IconButton label="Redo" icon={IconArrowForwardUp} disabled={!builder.canRedo} onClick={builder.redo} />
                <Steps
                  steps={steps.map((one, index) => ({
                    label: titles[one],
                    state: index === place ? 'here' : index < place ? 'over' : 'ahead',
                    onGo: () => show(one),
                  }))}
                />
              </>
            }
          />
        }
        preview={<PreviewPane builder={builder} step={step} />}
        foot={
          <SaveBar
            state={draft?.state(state) ?? state}
            saving={form.isSaving}
            saveLabel={isLast || stored ? 'Save' : 'Next'}
            onSave={isLast || stored ? save : next}
            onCancel={() => navigate(back)}
            other={
              <>
                {place > 0 && <Button onClick={() => show(steps[place - 1] as BuilderStep)}>Previous</Button>}
                {stored && !isLast && <Button onClick={next}>Next</Button>}
              </>
            }
          />
        }
      >
        {draft?.offers}
        <div className={css.content} ref={work}>
          <Problems builder={builder} step={step} show={show} />
          <Content builder={builder} go={show} />
        </div>
      </EditorPage>
      <UnsavedChanges when={changes > 0} draft={draft?.leaving} />
      {stored && (
        <Conflict
          form={builder.inConflict}
          record={{ type: 'report_definitions', id: stored.id }}
          load={async () => valuesOf(await call(reportDefinitionRoutes.show, { params: { id: stored.id } }))}
          labels={told}
        />
      )}
    </>
  );
};

/** What keeps the report from going on or being saved; each leads to its step and control. */
const Problems = ({ builder, step, show }: { builder: Building; step: BuilderStep; show: GoToStep }) => {
  const { form, values } = builder;
  if (form.summary.length === 0) return null;
  const errors = form.summary.map(({ id = '', message }) => {
    const [, place] = /^fields\.(\d+)\./.exec(id) ?? [];
    const [, condition, alternative] = /\.?and\.(\d+)(?:\.or\.(\d+))?\b/.exec(id) ?? [];
    const column = values.fields[Number(place)];
    const of = [
      ...(column ? [labelOf(builder, column)] : []),
      ...(condition ? [`condition ${Number(condition) + 1}${alternative ? `.${Number(alternative) + 1}` : ''}`] : []),
    ].join(', ');
    return { path: id, message: of ? `${capital(of)}: ${message}` : message };
  });
  const lead = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    const path = errors.find(({ path: one }) => link?.hash === `#${controlOf(one)}`)?.path;
    if (path !== undefined && stepOf(path) !== step) show(stepOf(path), controlOf(path));
  };
  return (
    <div className={css.problems} onClickCapture={lead}>
      <ErrorSummary
        attempt={form.attempt}
        errors={errors.map(({ path, message }) => ({ ...(path ? { id: controlOf(path) } : {}), message }))}
      />
    </div>
  );
};

/** The screens that build a report and change one. */
export const { New, Edit } = editorOf(reports, Builder);
