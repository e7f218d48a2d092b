import { useEffect, useState } from 'react';
import { accountRoutes } from '#contract/resources/account.ts';
import type { Account } from '#web/access/account.tsx';
import { answers } from '#web/kit/answers.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { AccountCard } from './account-card.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

/** Stands in place of the application until an account that must have a second factor has one. */
export const EnrolSecondFactor = ({ account, onDone }: { account: Account; onDone: () => void }) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    void answers.reload(accountRoutes.account);
  };
  // While it is open, the account has its second factor before the recovery codes were seen.
  const isDone = account.second_factor && !isOpen;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  return (
    <AccountCard
      title="Set up a second factor"
      intro={`Signed in as ${account.email}`}
      below={
        <ButtonLink to="/logout" tone="subtle" block>
          Logout
        </ButtonLink>
      }
    >
      <p>
        This account runs the platform. It opens nothing until signing in takes a code of an authenticator app besides
        the password.
      </p>
      <p>You need your phone, and a minute. At the end you get recovery codes for the day you do not have it.</p>
      <Button tone="filled" block onClick={() => setOpen(true)}>
        Set up second factor
      </Button>
      {isOpen && <SetUpSecondFactor account={account} onClose={close} />}
    </AccountCard>
  );
};
