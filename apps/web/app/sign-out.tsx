import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { session, useSignedIn } from '#web/access/session.ts';
import { call } from '#web/kit/api.ts';

/** Signing out waits so many milliseconds for drafts that are on their way. */
const timeoutMs = 3000;

/**
 * Ends the session here and on the server, which need not answer for it to end here. It is a screen, so that leaving a
 * form for it asks about unsaved changes like any other link.
 */
export const SignOut = () => {
  const isSignedIn = useSignedIn();
  useEffect(() => {
    if (!isSignedIn) return;
    // What was typed until now is sent first: afterwards nobody may.
    const sent = async () => (await import('#web/access/drafts/draft-sync.ts')).draftsSent(timeoutMs);
    const signOut = () => {
      if (session.token() === null) return;
      void call(accountRoutes.signOut, {}).catch(() => {});
      session.end('signed out');
    };
    // What cannot be loaded was never used: then there is no draft.
    void sent().then(signOut, signOut);
  }, [isSignedIn]);
  return isSignedIn ? null : <Navigate to="/login" replace />;
};
