import { useCallbackRef } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Navigate, useNavigate } from 'react-router';
import { formRoutes } from '#contract/resources/forms.ts';
import { UnsavedChanges } from '#web/access/unsaved-changes.tsx';
import { useChangeImpact } from '#web/forms/change-impact.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import type { EditedParts, FormPart, OpenedPart } from '#web/forms/form-contributions.ts';
import { useResultsQuestion } from '#web/forms/results-question.tsx';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { counted } from '#web/kit/formats.ts';
import { useTitle } from '#web/kit/title.ts';
import { editorOf } from '#web/screens/editor.tsx';
import { useEditKeys } from '#web/screens/use-edit-keys.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { EditorPage } from '#web/ui/editor-page.tsx';
import { ErrorSummary, type FormError, focusField } from '#web/ui/error-summary.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { toast } from '#web/ui/toast.tsx';
import { consequencesOf } from './consequences.ts';
import { bodyOf, editedForm, emptyForm, type FormValues, valuesOf } from './draft.ts';
import css from './editor.module.css';
import { EditorConflict } from './editor-conflict.tsx';
import { addFieldId, controlOf, EntryList } from './entry-list.tsx';
import { forms } from './form.ts';
import { FormSettings } from './form-settings.tsx';
import { Preview, type PreviewWidth } from './preview.tsx';
import { useEditor } from './use-editor.ts';

const { at: root, title: list, one } = forms;

/** What is wrong with the form, said of the field that it is about, and leading to where it can be mended. */
const atEntry = ({ id, message }: FormError, values: FormValues): FormError => {
  const { entries } = values;
  const [, part, index] = (id && /^(logic|calculations)\.(\d+)/.exec(id)) || [];
  if (part) {
    const name = bodyOf(values)[part as keyof EditedParts][Number(index)];
    return {
      id: part === 'logic' ? 'add-rule' : 'add-calculation',
      message: name && 'name' in name ? `${name.name}: ${message}` : message,
    };
  }
  const place = id && /^form_fields\.(\d+)\./.exec(id)?.[1];
  const name = place && entries[Number(place)]?.field.name;
  return { ...(id ? { id: controlOf(id) } : {}), message: name ? `${name}: ${message}` : message };
};

const Editor = ({ stored, parts }: { stored?: FormRecord; parts: FormPart[] }) => {
  const navigate = useNavigate();
  const back = stored ? `${root}/${stored.id}` : root;
  const editor = useEditor(
    stored ? valuesOf(stored) : emptyForm,
    ({ id, name }) => {
      toast.success(`${name} saved`);
      navigate(`${root}/${id}`, { replace: true });
    },
    stored?.id,
  );
  const { values, set, form, changes, draft } = editor;
  const [width, setWidth] = useState<PreviewWidth>('phone');
  const [current, setCurrent] = useState<number | null>(null);
  const preview = useRef<HTMLElement>(null);
  const { saveKnowingly, question } = useChangeImpact(`Save form ${stored?.name}`, 'Save', () =>
    call(formRoutes.uses, { params: { id: stored?.id ?? 0 } }),
  );
  const { ask, question: resultsQuestion } = useResultsQuestion(`Save form ${stored?.name}`);
  const adding = useRef<Promise<unknown>>(Promise.resolve());
  const [opened, setOpened] = useState<OpenedPart | null>(null);
  const { entries, logic, calculations } = values;
  const edited = useMemo(
    () => editedForm({ entries, logic, calculations }, stored?.id),
    [entries, logic, calculations, stored?.id],
  );
  const saveNow = useCallbackRef(() => {
    void saveKnowingly(stored ? consequencesOf(form.initial, values) : [], async () => {
      try {
        const results = stored && (await ask(stored.id, bodyOf(values).calculations));
        if (results === null) return;
        editor.results.current = results;
        await editor.save();
      } catch (error) {
        failures.report(error);
      }
    });
  });
  const [addError, setAddError] = useState<string | null>(null);
  const setUnadded = useCallbackRef((next: Parameters<typeof editor.setUnadded>[0]) => {
    setAddError(null);
    editor.setUnadded(next);
  });
  /** Saves nothing while a question stands beside the form: it would be lost. */
  const save = (isDraft = false) => {
    const name = editor.unadded.current.text.trim();
    if (name) {
      setAddError(`Add “${name}” to the form, or clear it`);
      return focusField(addFieldId);
    }
    void adding.current.then(() => {
      if (isDraft) flushSync(() => set('active', false));
      saveNow();
    });
  };
  useEditKeys(
    editor,
    () => save(),
    (target) => !preview.current?.contains(target),
  );

  const title = stored?.name ?? `Add ${one}`;
  useTitle(form.summary.length > 0 ? 'Error' : null, title, list);
  const state = changes > 0 ? `Not saved yet, ${counted(changes, 'change')}` : undefined;
  const cancel = () => navigate(back);
  return (
    <>
      <EditorPage
        panes={width === 'desktop' ? css.wider : css.panes}
        head={
          <RecordHeader
            crumbs={[
              { label: list, to: root },
              ...(stored ? [{ label: stored.name, to: back }, { label: 'Edit' }] : [{ label: title }]),
            ]}
            title={title}
            badge={
              state && (
                <span className={css.states}>
                  <span className={css.state}>{state}</span>
                  <span className={css.wide} role="status">
                    {draft?.state('')}
                  </span>
                </span>
              )
            }
            primary={
              <>
                <IconButton label="Undo" icon={IconArrowBackUp} disabled={!editor.canUndo} onClick={editor.undo} />
                <IconButton label="Redo" icon={IconArrowForwardUp} disabled={!editor.canRedo} onClick={editor.redo} />
                <Switch label="Active" checked={values.active} onChange={(active) => set('active', active)} />
                <span className={css.wide}>
                  <Button tone="subtle" onClick={cancel}>
                    Cancel
                  </Button>
                  {!stored && (
                    <Button title="Staff can’t fill it in until you make it active" onClick={() => save(true)}>
                      Save draft
                    </Button>
                  )}
                  <Button tone="filled" onClick={() => save()} busy={form.isSaving}>
                    Save
                  </Button>
                </span>
              </>
            }
          />
        }
        preview={
          <Preview ref={preview} form={edited} values={values} current={current} width={width} onWidth={setWidth} />
        }
        foot={
          <div className={css.narrow}>
            <SaveBar
              state={
                state && (
                  <span className={css.states}>
                    <span className={css.state}>{state}</span>
                    {draft?.state('')}
                  </span>
                )
              }
              saving={form.isSaving}
              onSave={() => save()}
              {...(!stored && { onSaveDraft: () => save(true) })}
              onCancel={cancel}
            />
          </div>
        }
      >
        {draft?.offers}
        <div className={css.summary}>
          <ErrorSummary attempt={form.attempt} errors={form.summary.map((error) => atEntry(error, values))} />
        </div>
        <FormSettings values={values} set={set} error={form.error} isSaved={stored !== undefined} />
        <EntryList
          entries={entries}
          form={edited}
          form_type={values.form_type}
          errors={form.errors}
          attempt={form.attempt}
          setEntries={editor.setEntries}
          addError={addError}
          adding={adding}
          begun={editor.begun}
          setUnadded={setUnadded}
          amendEntries={editor.amendEntries}
          setEntry={editor.setEntry}
          setFieldsAndRules={editor.setFieldsAndRules}
          onOpen={setOpened}
          onCurrent={setCurrent}
        />
        {parts.map((Part, index) => (
          <Part key={index} form={edited} onChange={editor.setParts} opened={opened} onOpen={setOpened} />
        ))}
      </EditorPage>
      {question}
      {resultsQuestion}
      <UnsavedChanges when={changes > 0 || editor.hasUnadded} draft={draft?.leaving} />
      {stored && <EditorConflict editor={editor} id={stored.id} />}
    </>
  );
};

/** The screens that add a form and change one. @param parts what other features let people change beside the fields */
export const formEditor = (parts: FormPart[]) =>
  editorOf(forms, ({ stored }: { stored?: FormRecord }) =>
    // Its page says whose form it is, and offers to clone it.
    stored && !stored.is_owned ? (
      <Navigate to={`${root}/${stored.id}`} replace />
    ) : (
      <Editor {...(stored && { stored })} parts={parts} />
    ),
  );
