import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formRoutes } from '#contract/resources/forms.ts';
import { useChangeImpact } from '#web/forms/change-impact.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { call } from '#web/kit/api.ts';
import { counted } from '#web/kit/formats.ts';
import { useTitle } from '#web/kit/title.ts';
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx';
import { editorOf } from '#web/screens/editor.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { ErrorSummary, type FormError } from '#web/ui/error-summary.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { toast } from '#web/ui/toast.tsx';
import { consequencesOf } from './consequences.ts';
import { type Entry, emptyForm, valuesOf } from './draft.ts';
import css from './editor.module.css';
import { EditorConflict } from './editor-conflict.tsx';
import { controlOf, EntryList } from './entry-list.tsx';
import { forms } from './form.ts';
import { FormSettings } from './form-settings.tsx';
import { Preview, type PreviewWidth } from './preview.tsx';
import { useEditor } from './use-editor.ts';
import { useEditorKeys } from './use-editor-keys.ts';

const { at: root, title: list, one } = forms;

/** What is wrong with the form, said of the field that it is about, and leading to where it can be mended. */
const atEntry = ({ id, message }: FormError, entries: Entry[]): FormError => {
  const place = id && /^form_fields\.(\d+)\./.exec(id)?.[1];
  const name = place && entries[Number(place)]?.field.name;
  return { ...(id ? { id: controlOf(id) } : {}), message: name ? `${name}: ${message}` : message };
};

const Editor = ({ stored }: { stored?: FormRecord }) => {
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
  const save = () => void saveKnowingly(stored ? consequencesOf(form.initial, values) : [], editor.save);
  useEditorKeys(editor, save, preview);

  const title = stored?.name ?? `Add ${one}`;
  useTitle(form.summary.length > 0 ? 'Error' : null, title, list);
  const state = changes > 0 ? `Not saved yet, ${counted(changes, 'change')}` : undefined;
  const cancel = () => navigate(back);
  return (
    <div className={css.editor} data-width={width}>
      <div className={css.body}>
        <div className={css.head}>
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
                  <Button tone="filled" onClick={save} busy={form.isSaving}>
                    Save
                  </Button>
                </span>
              </>
            }
          />
        </div>
        <div className={css.panes}>
          <div className={css.work}>
            {draft?.offers}
            <div className={css.summary}>
              <ErrorSummary
                attempt={form.attempt}
                errors={form.summary.map((error) => atEntry(error, values.entries))}
              />
            </div>
            <FormSettings values={values} set={set} error={form.error} isSaved={stored !== undefined} />
            <EntryList
              stored={stored}
              entries={values.entries}
              form_type={values.form_type}
              errors={form.errors}
              attempt={form.attempt}
              setEntries={editor.setEntries}
              setEntry={editor.setEntry}
              onCurrent={setCurrent}
            />
          </div>
          <Preview ref={preview} stored={stored} values={values} current={current} width={width} onWidth={setWidth} />
        </div>
      </div>
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
          onSave={save}
          onCancel={cancel}
        />
      </div>
      {question}
      <UnsavedChanges when={changes > 0} draft={draft?.leaving} />
      {stored && <EditorConflict editor={editor} id={stored.id} />}
    </div>
  );
};

/** Adds a form, and changes one. */
export const { New, Edit } = editorOf(forms, Editor);
