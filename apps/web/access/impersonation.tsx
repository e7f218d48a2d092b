import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { call } from '#web/kit/api.ts';
import { fullName } from '#web/kit/formats.ts';
import { type Impersonation, session } from './session.ts';

/** Stops acting for somebody: a screen, so that leaving a form for it asks about unsaved changes like any other link. */
export const stopPath = '/organization/impersonation/destroy';

/** For whom the session acts, in which organization and until when; null while one is oneself. */
export const useImpersonation = (): Impersonation | null => useSyncExternalStore(session.subscribe, session.acting);

/** "Priya Nair", the person whose place is taken. */
export const actingName = ({ user }: Impersonation): string => fullName(user) || user.email;

/** Ends it on the server. Until it is forgotten here too, the page stays the other person's. */
export const stopOnServer = (): Promise<void> => call(impersonationRoutes.stop, {});

/** Takes what the server says of the session, which may have been changed by another browser or a lost answer. */
export const followServer = async (): Promise<void> => {
  const before = session.acting();
  const told = await call(impersonationRoutes.current, {}, { background: true });
  // What was begun or stopped meanwhile is newer than this answer.
  if (session.acting() !== before) return;
  if (told?.user.id !== before?.user.id || told?.organization.id !== before?.organization.id) session.act(told);
};

let frames = 0;
const listeners = new Set<() => void>();
const count = (by: number) => {
  frames += by;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What a shell shows in its header while somebody acts for another person. Other screens have a bar above them. */
export const useActingInHeader = (): { name: string; onStop: () => void } | undefined => {
  const acting = useImpersonation();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
  return acting ? { name: actingName(acting), onStop: () => navigate(stopPath) } : undefined;
};

/** Whether a shell is on the screen, which shows in its header that one acts for another person. */
export const useHasHeader = (): boolean => useSyncExternalStore(subscribe, () => frames > 0);
