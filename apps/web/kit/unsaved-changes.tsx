import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from '#web/ui/confirm.tsx';
import { connection } from './connection.ts';

let waiting = 0;

/** Whether something on the page is not saved yet. */
export const hasUnsavedChanges = (): boolean => waiting > 0;

/**
 * Asks before a screen with unsaved changes is left, by a link, the browser's buttons or closing the tab.
 */
export const UnsavedChanges = ({
  when,
  ...question
}: Pick<LeaveProps, 'title' | 'children' | 'draft'> & { when: boolean }) => {
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
    waiting += 1;
    return () => {
      removeEventListener('beforeunload', warn);
      waiting -= 1;
    };
  }, [when]);
  return (
    <Leave
      opened={blocker.state === 'blocked'}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
      {...question}
    />
  );
};

type LeaveProps = Pick<ComponentProps<typeof Confirm>, 'opened' | 'onConfirm' | 'onCancel'> & {
  title?: string | undefined;
  /** The question, where something else than changes would be lost; and what becomes of a draft of them. */
  children?: ReactNode;
  draft?: ReactNode;
};

/** The question whether to leave what is not saved. */
export const Leave = ({
  title = 'Unsaved changes',
  children = 'You have unsaved changes, are you sure you want to leave?',
  draft,
  ...question
}: LeaveProps) => (
  <Confirm {...question} title={title} verb="Leave" cancel="Stay" staying>
    {children}
    {draft}
  </Confirm>
);
