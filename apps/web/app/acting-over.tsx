import { useEffect, useState } from 'react';
import { impersonationMinutes } from '#contract/resources/impersonations.ts';
import { useBrand } from '#web/access/brand.tsx';
import { actingName, stopOnServer } from '#web/access/impersonation.tsx';
import { type Impersonation, session } from '#web/access/session.ts';
import { failures } from '#web/kit/failures.ts';
import { useTitle } from '#web/kit/title.ts';
import { Button } from '#web/ui/button.tsx';
import { CardPage } from '#web/ui/page.tsx';

/** Whether the time in which one may act for somebody has passed. */
export const useIsOver = (acting: Impersonation | null): boolean => {
  const end = acting && Date.parse(acting.expires_at);
  const [isOver, setOver] = useState(end !== null && end <= Date.now());
  useEffect(() => {
    if (end === null) return;
    const timer = setTimeout(() => setOver(true), end - Date.now());
    return () => clearTimeout(timer);
  }, [end]);
  return isOver;
};

/** Stops acting for somebody when its time has passed, says so, and leads on as oneself. */
export const ActingOver = ({ acting }: { acting: Impersonation }) => {
  const [isBusy, setBusy] = useState(false);
  const name = actingName(acting);
  useTitle(`Acting as ${name} has ended`);
  useEffect(() => {
    // Whoever comes back to the screen tries again with the button.
    void stopOnServer().catch(() => {});
  }, []);
  const goOn = async () => {
    setBusy(true);
    try {
      await stopOnServer();
      session.act(null);
    } catch (error) {
      setBusy(false);
      failures.report(error);
    }
  };
  return (
    <CardPage brand={useBrand()} title={`Acting as ${name} has ended`}>
      <p>
        You can act as someone else for up to {impersonationMinutes} minutes at a time. Changes you didn’t save are
        lost. You can start again if you need to.
      </p>
      <Button tone="filled" block busy={isBusy} onClick={() => void goOn()}>
        Continue as yourself
      </Button>
    </CardPage>
  );
};
