import { type ReactNode, useRef } from 'react';
import { UnsavedChanges } from '#web/access/unsaved-changes.tsx';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { type Form, useForm } from '#web/kit/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import css from './settings-form.module.css';

/** The values of a section of settings, which stays on the screen after it is saved. */
export type Settings<V> = Form<V> & {
  /** Takes back what was changed. */
  cancel: () => void;
};

/**
 * Holds the values of a section of settings. Changes made during a save stay in the form, unsaved.
 * @param stored what the server has
 * @param save is given the values; it throws ApiError as `call` does
 * @param saved is given the answer of `save` and the values sent. Returns the values to show, if they aren't those
 */
export const useSettings = <V extends object, A>(
  stored: V,
  save: (values: V) => Promise<A>,
  saved: (answer: A, sent: V) => V | void,
): Settings<V> => {
  const sent = useRef(stored);
  const typed = useRef(stored);
  const form = useForm<V, A>(
    stored,
    (values) => {
      sent.current = values;
      return save(values);
    },
    (answer) => {
      const settled = saved(answer, sent.current) ?? sent.current;
      const now = Object.entries(typed.current) as [keyof V, V[keyof V]][];
      const changed = now.filter(([key, value]) => value !== sent.current[key]);
      form.reset(changed.length > 0 ? { ...settled, ...Object.fromEntries(changed) } : settled, settled);
    },
  );
  typed.current = form.values;
  return { ...form, cancel: () => form.reset(stored) };
};

/**
 * A section of settings: what stopped a save on top, Cancel and Save at the end, and a question before changes are left.
 * @param tools other buttons, before Cancel
 */
export const SettingsForm = <V extends object>({
  settings,
  tools,
  children,
}: {
  settings: Settings<V>;
  tools?: ReactNode;
  children: ReactNode;
}) => {
  const { isDirty, isSaving, summary, attempt, submit, cancel } = settings;
  const place = useRef<HTMLDivElement>(null);
  useShortcut(
    {
      keys: 'mod+S',
      label: 'Save',
      isMeant: ({ target }) => isDirty && target instanceof Node && place.current?.contains(target) === true,
    },
    () => void submit(),
  );
  return (
    <div ref={place}>
      <SubmitForm form={settings} className={css.form}>
        <ErrorSummary errors={summary} attempt={attempt} />
        {children}
        <div className={css.buttons}>
          {tools}
          <Button disabled={!isDirty} onClick={cancel}>
            Cancel
          </Button>
          <Button tone="filled" type="submit" disabled={!isDirty} busy={isSaving}>
            Save
          </Button>
        </div>
      </SubmitForm>
      <UnsavedChanges when={isDirty} />
    </div>
  );
};
