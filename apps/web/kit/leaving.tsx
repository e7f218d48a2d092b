import { type ReactNode, useState } from 'react';
import { Leave, UnsavedChanges } from './unsaved-changes.tsx';

/**
 * Asks before unsaved changes are given up.
 * @returns `leave` does what it is given at once, or when the person says so; put `question` into the dialog
 */
export const useLeaving = (isDirty: boolean): { leave: (go: () => void) => void; question: ReactNode } => {
  const [asked, setAsked] = useState<{ go: () => void } | null>(null);
  const question = (
    <>
      <UnsavedChanges when={isDirty} />
      <Leave
        opened={asked !== null}
        onConfirm={() => {
          setAsked(null);
          asked?.go();
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  );
  return { leave: (go) => (isDirty ? setAsked({ go }) : go()), question };
};
