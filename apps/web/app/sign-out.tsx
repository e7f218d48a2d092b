import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { session, useSignedIn } from '#web/access/session.ts';
import { call } from '#web/kit/api.ts';

/**
 * Ends the session here and on the server, which need not answer for it to end here. It is a screen, so that leaving a
 * form for it asks about unsaved changes like any other link.
 */
export const SignOut = () => {
  const isSignedIn = useSignedIn();
  useEffect(() => {
    if (!isSignedIn) return;
    void call(accountRoutes.signOut, {}).catch(() => {});
    session.end('signed out');
  }, [isSignedIn]);
  return isSignedIn ? null : <Navigate to="/login" replace />;
};
