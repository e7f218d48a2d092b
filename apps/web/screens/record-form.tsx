import { type ReactNode, useEffect, useRef } from 'react';
import { UnsavedChanges } from '#web/access/unsaved-changes.tsx';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useTitle } from '#web/kit/title.ts';
import type { Form } from '#web/kit/use-form.ts';
import { Breadcrumbs, type Crumb } from '#web/ui/breadcrumbs.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { firstField } from '#web/ui/focus-back.ts';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import css from './record-form.module.css';
import type { DraftOnScreen } from './use-draft.tsx';

export type RecordFormProps = {
  form: Pick<Form<object>, 'summary' | 'attempt' | 'isDirty' | 'isSaving' | 'submit'>;
  title: string;
  /** For a form that needs the height: the title is there for who hears it. */
  isTitleHidden?: boolean;
  /** The first names the list. */
  crumbs: [Crumb, ...Crumb[]];
  /** What stands beside the title, such as the steps of which this is one. */
  beside?: ReactNode;
  /** What the foot says while there is something to save. */
  state?: string | undefined;
  /** Where what is typed is kept as a draft. */
  draft?: DraftOnScreen | null;
  /** Null where the children say themselves what the server said. */
  summary?: null;
  onCancel: () => void;
  children: ReactNode;
};

/** The screen of a form beside its list: heading, what the server said, the fields, Save at the foot. */
export const RecordForm = ({
  form,
  title,
  isTitleHidden,
  crumbs,
  beside,
  state,
  draft,
  summary,
  onCancel,
  children,
}: RecordFormProps) => {
  const hasErrors = form.summary.length > 0;
  useTitle(hasErrors ? 'Error' : null, title, crumbs[0].label);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a screen that is touched the keyboard would cover half of the form.
    if (body.current && !matchMedia('(pointer: coarse)').matches) firstField(body.current)?.focus();
  }, []);
  useShortcut({ keys: 'mod+S', label: 'Save' }, () => void form.submit());
  return (
    <SubmitForm form={form} className={css.form}>
      <div className={css.body} ref={body}>
        {isTitleHidden ? (
          <>
            <Breadcrumbs crumbs={crumbs} />
            <h1 className={hidden.text}>{title}</h1>
          </>
        ) : (
          <RecordHeader crumbs={crumbs} title={title} primary={beside} />
        )}
        {draft?.offers}
        {summary === undefined && hasErrors && (
          <div className={css.summary}>
            <ErrorSummary errors={form.summary} attempt={form.attempt} />
          </div>
        )}
        {children}
      </div>
      <SaveBar
        state={form.isDirty ? (draft?.state('Not saved yet') ?? state ?? 'Not saved yet') : undefined}
        saving={form.isSaving}
        onCancel={onCancel}
      />
      <UnsavedChanges when={form.isDirty} draft={draft?.leaving} />
    </SubmitForm>
  );
};
