import type { ReactNode } from 'react';
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx';
import { Button } from '#web/ui/button.tsx';
import css from './logo-form.module.css';

/** The end of a form on a page: what it offers besides, and Cancel and Save once something was changed. */
export const FormButtons = ({
  isDirty,
  isSaving,
  onCancel,
  children,
}: {
  isDirty: boolean;
  isSaving: boolean;
  onCancel: () => void;
  children?: ReactNode;
}) => (
  <div className={css.buttons}>
    {children}
    <Button disabled={!isDirty} onClick={onCancel}>
      Cancel
    </Button>
    <Button tone="filled" type="submit" disabled={!isDirty} busy={isSaving}>
      Save
    </Button>
    <UnsavedChanges when={isDirty} />
  </div>
);
