import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAccountQuery } from '#web/kit/account.tsx';
import { session, useInterrupted, useSignedIn } from '#web/kit/session.ts';
import { SignInAgain } from '#web/kit/sign-in-again.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { IdleWatch } from './idle-watch.tsx';

const Confidentiality = lazy(async () => ({
  default: (await import('#web/features/account/confidentiality.tsx')).Confidentiality,
}));

/**
 * Lets only who is signed in pass, and only once they accepted the confidentiality statement. When the session ends by
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
  return <Navigate to="/login" replace state={{ ...state, ...from, timedOut: session.ending() === 'timed out' }} />;
};

const Agreed = ({ onSomebodyElse }: { onSomebodyElse: () => void }) => {
  const { data, isError, refetch } = useAccountQuery();
  if (!data) return isError && <LoadFailed title="Could not load your account." onRetry={() => void refetch()} />;
  return (
    <>
      {data.executed_confidentiality_agreement ? (
        <Outlet />
      ) : (
        <Suspense>
          <Confidentiality account={data} />
        </Suspense>
      )}
      <IdleWatch />
      <SignInAgain person={data} onSomebodyElse={onSomebodyElse} />
    </>
  );
};
