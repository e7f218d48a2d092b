import { useEffect, useState } from 'react';
import { accountRoutes } from '#contract/resources/account.ts';
import type { Account } from '#web/access/account.tsx';
import { queries } from '#web/kit/queries.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { AccountCard } from './account-card.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

/** Stands in place of the application until an account that must have a second factor has one. */
export const EnrolSecondFactor = ({ account, onDone }: { account: Account; onDone: () => void }) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    void queries.reload(accountRoutes.account);
  };
  // While it is open, the account has its second factor before the recovery codes were seen.
  const isDone = account.second_factor && !isOpen;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  return (
    <AccountCard
      title="Set up two-step verification"
      intro={`Signed in as ${account.email}`}
      below={
        <ButtonLink to="/logout" tone="subtle" block>
          Logout
        </ButtonLink>
      }
    >
      <p>
        Your account runs the platform, so it requires two-step verification: your password and a code from an
        authenticator app.
      </p>
      <p>You need your phone and a minute. You’ll also get recovery codes, in case you lose your phone.</p>
      <Button tone="filled" block onClick={() => setOpen(true)}>
        Set up two-step verification
      </Button>
      {isOpen && <SetUpSecondFactor account={account} onClose={close} />}
    </AccountCard>
  );
};
