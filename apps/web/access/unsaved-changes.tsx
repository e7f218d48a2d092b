import { type ComponentProps, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { connection } from '#web/kit/connection.ts';
import { Confirm } from '#web/ui/confirm.tsx';

/** A screen, or a part of one, that holds unsaved changes while `isDirty`. */
type Holder = { isDirty: boolean };

const holders = new Set<Holder>();
let waiting = 0;
let blocked: { proceed: () => void; reset: () => void } | null = null;
const listeners = new Set<() => void>();
const setBlocked = (next: typeof blocked) => {
  blocked = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether something on the page is not saved yet. */
export const hasUnsavedChanges = (): boolean => waiting > 0;

/**
 * Holds back navigation while any part of the page has unsaved changes. It stands once in the application: of several
 * blockers a router asks only the newest, so that on a page of many forms the others would lose what was typed.
 */
export const LeaveGuard = () => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      [...holders].some(({ isDirty }) => isDirty) &&
      // Who was signed out cannot stay; who was interrupted comes back to it.
      (connection().token() !== null || connection().isInterrupted()) &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    setBlocked(blocker.state === 'blocked' ? blocker : null);
  }, [blocker]);
  return null;
};

/**
 * Asks before a screen with unsaved changes is left, by a link, the browser's buttons or closing the tab. Of several on
 * one page, the first with changes asks, once.
 */
export const UnsavedChanges = ({
  when,
  ...question
}: Pick<LeaveProps, 'title' | 'children' | 'draft'> & { when: boolean }) => {
  const [holder] = useState<Holder>(() => ({ isDirty: when }));
  // A save that leads to the next screen clears the flag in the same moment; the guard must see it.
  holder.isDirty = when;
  useEffect(() => {
    holders.add(holder);
    return () => {
      holders.delete(holder);
    };
  }, [holder]);
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
  const leaving = useSyncExternalStore(subscribe, () => blocked);
  const asks = leaving !== null && [...holders].find(({ isDirty }) => isDirty) === holder;
  return <Leave opened={asks} onConfirm={() => leaving?.proceed()} onCancel={() => leaving?.reset()} {...question} />;
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
