import { type ReactNode, useState } from 'react';
import { Leave, UnsavedChanges } from './unsaved-changes.tsx';

/**
 * Asks before unsaved changes are given up.
 * @returns `leave` does what it is given at once, or when the person says so; put `question` into the dialog
 */
export const useLeaving = (isDirty: boolean): { leave: (go: () => void) => void; question: ReactNode } => {
  const [pending, setPending] = useState<{ go: () => void } | null>(null);
  const question = (
    <>
      <UnsavedChanges when={isDirty} />
      <Leave
        opened={pending !== null}
        onConfirm={() => {
          setPending(null);
          pending?.go();
        }}
        onCancel={() => setPending(null)}
      />
    </>
  );
  return { leave: (go) => (isDirty ? setPending({ go }) : go()), question };
};
