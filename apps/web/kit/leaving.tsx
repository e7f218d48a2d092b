import { type ReactNode, useState } from 'react';
import { Confirm } from '#web/ui/confirm.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

/**
 * Asks before unsaved changes are given up.
 * @returns `leave` does what it is given at once, or when the person says so; put `question` into the dialog
 */
export const useLeaving = (isDirty: boolean): { leave: (go: () => void) => void; question: ReactNode } => {
  const [asked, setAsked] = useState<{ go: () => void } | null>(null);
  const question = (
    <>
      <UnsavedChanges when={isDirty} />
      <Confirm
        opened={asked !== null}
        title="Unsaved changes"
        verb="Leave"
        cancel="Stay"
        staying
        onConfirm={() => {
          setAsked(null);
          asked?.go();
        }}
        onCancel={() => setAsked(null)}
      >
        You have unsaved changes, are you sure you want to leave?
      </Confirm>
    </>
  );
  return { leave: (go) => (isDirty ? setAsked({ go }) : go()), question };
};
