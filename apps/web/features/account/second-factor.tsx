import { useState } from 'react';
import { accountRoutes } from '#contract/resources/account.ts';
import type { Account } from '#web/access/account.tsx';
import { CodeField } from '#web/access/code-field.tsx';
import { call } from '#web/kit/api.ts';
import { queries } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/ui/layout.module.css';
import { toast } from '#web/ui/toast.tsx';
import css from './second-factor.module.css';
import { CurrentPassword, SecondFactorStep } from './second-factor-step.tsx';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

/** Signing in with a code besides the password: whether it is on, and how to turn it on and off. */
export const SecondFactor = ({ account }: { account: Account }) => {
  // Not read from the account while it is open: that changes before the recovery codes were seen.
  const [open, setOpen] = useState<'set up' | 'turn off'>();
  const close = () => {
    setOpen(undefined);
    void queries.reload(accountRoutes.account);
  };
  const { second_factor: isOn, second_factor_required: isRequired } = account;
  return (
    <section className={css.section} aria-labelledby="second-factor-title">
      <h2 id="second-factor-title" className={css.title}>
        Two-step verification
      </h2>
      <p>
        {isOn
          ? 'You sign in with your password and a code from your authenticator app.'
          : 'A code from an authenticator app keeps others out, even if they know your password.'}
        {isRequired && ' Your account requires it.'}
      </p>
      <div className={layout.buttons}>
        <Button onClick={() => setOpen('set up')}>{isOn ? 'Use another app' : 'Set up two-step verification'}</Button>
        {isOn && !isRequired && <Button onClick={() => setOpen('turn off')}>Turn off two-step verification</Button>}
      </div>
      {open === 'set up' && <SetUpSecondFactor account={account} onClose={close} />}
      {open === 'turn off' && <TurnOff onClose={close} />}
    </section>
  );
};

const TurnOff = ({ onClose }: { onClose: () => void }) => {
  const form = useForm(
    { current_password: '', code: '' },
    (body) => call(accountRoutes.removeSecondFactor, { body }),
    () => {
      toast.success('Two-step verification is off');
      onClose();
    },
  );
  return (
    <SecondFactorStep form={form} title="Turn off two-step verification" verb="Turn off" onClose={onClose}>
      <p>You’ll sign in with just your password. Your recovery codes stop working.</p>
      <CurrentPassword {...form} />
      <CodeField {...form.field('code')} />
    </SecondFactorStep>
  );
};
