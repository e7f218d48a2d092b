import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate } from 'react-router';
import { stopOnServer } from '#web/access/impersonation.tsx';
import { session, useSignedIn } from '#web/access/session.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';

/** Stops acting for somebody, and leads on as oneself. */
export const StopActing = () => {
  const isSignedIn = useSignedIn();
  const [hasFailed, setFailed] = useState(false);
  const stop = useEffectEvent(async () => {
    setFailed(false);
    try {
      await stopOnServer();
      if (session.acting()) session.act(null);
      else location.assign('/');
    } catch {
      setFailed(true);
    }
  });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt, which a retry counts, not for each render
  useEffect(() => {
    if (isSignedIn) void stop();
  }, [isSignedIn, attempt]);
  if (!isSignedIn) return <Navigate to="/login" replace />;
  return hasFailed ? (
    <LoadFailed title="Could not stop impersonating." onRetry={() => setAttempt((count) => count + 1)} />
  ) : null;
};
