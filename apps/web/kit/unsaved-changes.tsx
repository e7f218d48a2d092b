import { type ReactNode, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from '#web/ui/confirm.tsx';
import { connection } from './connection.ts';

/**
 * Asks before a screen with unsaved changes is left, by a link, the browser's buttons or closing the tab.
 * @param children the question, where something else than changes would be lost
 */
export const UnsavedChanges = ({
  when,
  title = 'Unsaved changes',
  children = 'You have unsaved changes, are you sure you want to leave?',
  draft,
}: {
  when: boolean;
  title?: string;
  children?: ReactNode;
  /** What becomes of a draft of them. */
  draft?: ReactNode;
}) => {
  // A save that leads to the next screen clears the flag in the same moment; the blocker must see it.
  const current = useRef(when);
  current.current = when;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Who was signed out cannot stay; who was interrupted comes back to it.
      current.current &&
      (connection().token() !== null || connection().isInterrupted()) &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [when]);
  return (
    <Confirm
      opened={blocker.state === 'blocked'}
      title={title}
      verb="Leave"
      cancel="Stay"
      staying
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {children}
      {draft}
    </Confirm>
  );
};
