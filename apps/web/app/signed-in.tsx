import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAccountQuery } from '#web/access/account.tsx';
import { session, useInterrupted, useSignedIn } from '#web/access/session.ts';
import { SignInAgain } from '#web/access/sign-in-again.tsx';
import { screen } from '#web/parts/lazy.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ShellWaiting } from '#web/ui/shell.tsx';
import { IdleWatch } from './idle-watch.tsx';

const Confidentiality = screen(
  'confidentiality statement',
  async () => (await import('#web/features/account/confidentiality.tsx')).Confidentiality,
);

const EnrolSecondFactor = screen(
  'two-step verification',
  async () => (await import('#web/features/account/enrol-second-factor.tsx')).EnrolSecondFactor,
);

/**
 * Lets only who is signed in pass, and only once they accepted the confidentiality statement and have
 * the second factor that their account must have. When the session ends by
 * itself, what is on the screen waits for the same person.
 */
export const SignedIn = () => {
  const isSignedIn = useSignedIn();
  const isInterrupted = useInterrupted();
  const [isSomebodyElses, setSomebodyElses] = useState(false);
  if (isSomebodyElses) return <LoadAnew />;
  return isSignedIn || isInterrupted ? <Agreed onSomebodyElse={() => setSomebodyElses(true)} /> : <ToSignIn />;
};

/** Stands in the place of the screens of one person, so that none of them is left when the page is loaded for another. */
const LoadAnew = () => {
  useEffect(() => location.reload(), []);
  return null;
};

/** Signing in leads back to where one was, unless one left on purpose: the next person may be another. */
const ToSignIn = () => {
  const { pathname, search, state } = useLocation();
  const from = session.ending() === 'signed out' || pathname === '/' ? {} : { from: pathname + search };
  const ending = session.ending();
  const how = { timedOut: ending === 'timed out', signedOut: ending === 'signed out' && pathname !== '/' };
  return <Navigate to="/login" replace state={{ ...state, ...from, ...how }} />;
};

const Agreed = ({ onSomebodyElse }: { onSomebodyElse: () => void }) => {
  const { data, isError, refetch } = useAccountQuery();
  const isLacking = data?.executed_confidentiality_agreement && data.second_factor_required && !data.second_factor;
  // Until the recovery codes were seen: the account has its second factor before that.
  const [isEnrolling, setEnrolling] = useState(false);
  if (isLacking && !isEnrolling) setEnrolling(true);
  if (!data)
    return isError ? (
      <LoadFailed title="Could not load your account." onRetry={() => void refetch()} />
    ) : (
      <ShellWaiting label="Loading your account" />
    );
  return (
    <>
      {data.executed_confidentiality_agreement && !isEnrolling ? (
        <Outlet />
      ) : data.executed_confidentiality_agreement ? (
        <EnrolSecondFactor account={data} onDone={() => setEnrolling(false)} />
      ) : (
        <Confidentiality account={data} />
      )}
      <IdleWatch />
      <SignInAgain person={data} onSomebodyElse={onSomebodyElse} />
    </>
  );
};
