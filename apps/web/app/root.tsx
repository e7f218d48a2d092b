import { useEffect, useSyncExternalStore } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { actingName, stopPath, useHasHeader, useImpersonation } from '#web/access/impersonation.tsx';
import { session } from '#web/access/session.ts';
import { LeaveGuard } from '#web/access/unsaved-changes.tsx';
import { failures, useFailure } from '#web/kit/failures.ts';
import { ActingHeader } from '#web/ui/acting-bar.tsx';
import { ErrorDialog } from '#web/ui/error-dialog.tsx';
import { ActingOver, useIsOver } from './acting-over.tsx';
import { useGoing } from './going.ts';
import { Underway } from './underway.tsx';

/** What stands on every screen: for whom one acts, and the dialog for failures that no form can show. */
export const Root = () => {
  const isSomebodyElses = useSyncExternalStore(session.subscribe, session.isSomebodyElses);
  const acting = useImpersonation();
  const isOver = useIsOver(acting);
  const failure = useFailure();
  useGoing();
  if (isSomebodyElses) return <LoadAnew />;
  return (
    <>
      {acting && isOver ? (
        <ActingOver acting={acting} />
      ) : (
        <>
          <ActingAbove />
          <Underway />
          <Outlet />
          <LeaveGuard />
        </>
      )}
      {/* Mounted when there is something to tell, so that it stands before what is open already. */}
      {failure && <ErrorDialog report={failure} onClose={failures.clear} />}
    </>
  );
};

/** On screens without a shell, for whom one acts. */
export const ActingAbove = () => {
  const acting = useImpersonation();
  const hasHeader = useHasHeader();
  const navigate = useNavigate();
  return acting && !hasHeader ? <ActingHeader name={actingName(acting)} onStop={() => navigate(stopPath)} /> : null;
};

/** Gives up a page whose records are those of somebody for whom the session acts no more, or not yet. */
const LoadAnew = () => {
  const navigate = useNavigate();
  useEffect(() => {
    if (session.token()) return location.assign('/');
    const state = { timedOut: session.ending() === 'timed out' };
    void Promise.resolve(navigate('/login', { replace: true, state })).finally(() => location.reload());
  }, [navigate]);
  return null;
};
