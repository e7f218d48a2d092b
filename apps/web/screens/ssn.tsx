import { useState } from 'react';
import { clientRoutes, ssnText } from '#contract/resources/clients.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { Button } from '#web/ui/button.tsx';

/** What stands for digits that are not shown. */
export const masked = '••••';

/** "Show", which asks for the last 4 of SSN of a person: the audit log says who asked. */
export const ShowSsn = ({ id, onShow }: { id: number; onShow: (digits: string) => void }) => {
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      onShow((await call(clientRoutes.ssn, { params: { id } })).ssn_suffix);
    } catch (error) {
      failures.report(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="inline" tone="subtle" busy={isBusy} aria-label="Show SSN" onClick={() => void show()}>
      Show
    </Button>
  );
};

/** The last 4 of SSN of a person, hidden until somebody asks to see them. */
export const Ssn = ({ id }: { id: number }) => {
  const [digits, setDigits] = useState<string | null>(null);
  return (
    <>
      SSN {digits === null ? masked : ssnText(digits)}{' '}
      {digits === null ? (
        <ShowSsn id={id} onShow={setDigits} />
      ) : (
        <Button size="inline" tone="subtle" aria-label="Hide SSN" onClick={() => setDigits(null)}>
          Hide
        </Button>
      )}
    </>
  );
};
