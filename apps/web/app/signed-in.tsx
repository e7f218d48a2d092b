import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAccountQuery } from '#web/kit/account.tsx';
import { session, useSignedIn } from '#web/kit/session.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { IdleWatch } from './idle-watch.tsx';

const Confidentiality = lazy(async () => ({
  default: (await import('#web/features/account/confidentiality.tsx')).Confidentiality,
}));

/** Lets only who is signed in pass, and only once they accepted the confidentiality statement. */
export const SignedIn = () => {
  const isSignedIn = useSignedIn();
  return isSignedIn ? <Agreed /> : <ToSignIn />;
};

/** Signing in leads back to where one was, unless one left on purpose: the next person may be another. */
const ToSignIn = () => {
  const { pathname, search, state } = useLocation();
  const from = session.ending() === 'signed out' || pathname === '/' ? {} : { from: pathname + search };
  return <Navigate to="/login" replace state={{ ...state, ...from, timedOut: session.ending() === 'timed out' }} />;
};

const Agreed = () => {
  const account = useAccountQuery();
  if (account.isError)
    return <LoadFailed title="Could not load your account." onRetry={() => void account.refetch()} />;
  if (!account.data) return null;
  return (
    <>
      {account.data.executed_confidentiality_agreement ? (
        <Outlet />
      ) : (
        <Suspense>
          <Confidentiality account={account.data} />
        </Suspense>
      )}
      <IdleWatch />
    </>
  );
};
