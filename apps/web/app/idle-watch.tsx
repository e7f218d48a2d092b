import { useEffect, useState } from 'react';
import { accountRoutes } from '#contract/resources/account.ts';
import { session } from '#web/access/session.ts';
import { call } from '#web/kit/api.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Somebody who types a long answer calls nothing: after this long the session is kept alive for them. */
const keepAfter = 10 * 60_000;
const warnBefore = 2 * 60_000;

const stay = () => void call(accountRoutes.account, {}).catch(() => {});

/** Keeps the session of somebody who works, warns somebody who does not before it ends, and ends it. */
export const IdleWatch = () => {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    let touched = 0;
    const touch = () => {
      touched = Date.now();
    };
    const look = () => {
      if (session.isInterrupted()) return setLeft(null);
      const { from, to } = session.span();
      const remaining = to - Date.now();
      if (remaining <= 0) return session.end('timed out');
      const isWarned = remaining <= warnBefore;
      setLeft(isWarned ? Math.ceil(remaining / 1000) : null);
      if (isWarned || touched < from || Date.now() - from < keepAfter) return;
      touched = 0;
      stay();
    };
    const timer = setInterval(look, 1000);
    addEventListener('keydown', touch);
    addEventListener('pointerdown', touch);
    return () => {
      clearInterval(timer);
      removeEventListener('keydown', touch);
      removeEventListener('pointerdown', touch);
    };
  }, []);
  return (
    <Dialog
      opened={left !== null}
      title="Are you still there?"
      onClose={stay}
      foot={
        <>
          <ButtonLink to="/logout">Logout</ButtonLink>
          <Button tone="filled" onClick={stay} data-autofocus>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        You’ve been inactive for a while. To protect the records, you’ll be signed out in{' '}
        <span role="timer">
          {Math.floor((left ?? 0) / 60)}:{String((left ?? 0) % 60).padStart(2, '0')}
        </span>
        .
      </p>
    </Dialog>
  );
};
