import { useState } from 'react';
import { accountRoutes } from '#contract/resources/account.ts';
import type { Account } from '#web/access/account.tsx';
import { CodeField } from '#web/access/code-field.tsx';
import { answers } from '#web/kit/answers.ts';
import { call } from '#web/kit/api.ts';
import { useForm } from '#web/kit/use-form.ts';
import { Button } from '#web/ui/button.tsx';
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
    void answers.reload(accountRoutes.account);
  };
  const { second_factor: isOn, second_factor_required: isRequired } = account;
  return (
    <section className={css.section} aria-labelledby="second-factor-title">
      <h2 id="second-factor-title" className={css.title}>
        Second factor
      </h2>
      <p>
        {isOn
          ? 'Signing in takes a code of your authenticator app besides the password.'
          : 'A code of an authenticator app, besides the password, keeps others out even when they know the password.'}
        {isRequired && ' Your account runs the platform and cannot be without it.'}
      </p>
      <div className={css.keep}>
        <Button onClick={() => setOpen('set up')}>{isOn ? 'Use another app' : 'Set up second factor'}</Button>
        {isOn && !isRequired && <Button onClick={() => setOpen('turn off')}>Turn off second factor</Button>}
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
      toast.success('Second factor turned off');
      onClose();
    },
  );
  return (
    <SecondFactorStep form={form} title="Turn off second factor" verb="Turn off" onClose={onClose}>
      <p>From then on your password alone lets you in. Your recovery codes stop working.</p>
      <CurrentPassword {...form} />
      <CodeField {...form.field('code')} />
    </SecondFactorStep>
  );
};
