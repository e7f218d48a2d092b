import { useState } from 'react';
import type { z } from 'zod';
import { accountRoutes } from '#contract/resources/account.ts';
import type { Account } from '#web/access/account.tsx';
import { CodeField } from '#web/access/code-field.tsx';
import { call } from '#web/kit/api.ts';
import { useForm } from '#web/kit/use-form.ts';
import { inline } from '#web/parts/lazy.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './second-factor.module.css';
import { CurrentPassword, SecondFactorStep } from './second-factor-step.tsx';

const QrCode = inline('The QR code', async () => (await import('#web/ui/qr-code.tsx')).QrCode);

type SecondFactorSetup = z.output<typeof accountRoutes.beginSecondFactor.response>;

/** Sets up an authenticator app, or another one in place of the one in use. */
export const SetUpSecondFactor = ({ account, onClose }: { account: Account; onClose: () => void }) => {
  const [isReplacement] = useState(account.second_factor);
  const [begun, setBegun] = useState<SecondFactorSetup>();
  const [codes, setCodes] = useState<string[]>();
  const title = isReplacement ? 'Use another app' : 'Set up two-step verification';
  const form = useForm(
    { current_password: '', code: '' },
    ({ code, ...body }) =>
      call(accountRoutes.beginSecondFactor, { body: { ...body, ...(isReplacement ? { code } : {}) } }),
    setBegun,
  );
  if (codes) return <RecoveryCodes account={account} codes={codes} onClose={onClose} />;
  if (begun) return <Confirm title={title} begun={begun} onClose={onClose} onConfirmed={setCodes} />;
  return (
    <SecondFactorStep form={form} title={title} verb="Continue" onClose={onClose}>
      <p>
        {isReplacement
          ? 'Your current app works until you confirm the new one. You’ll get new recovery codes too.'
          : 'You need an authenticator app on your phone. Your phone may already have one.'}
      </p>
      <CurrentPassword {...form} />
      {isReplacement && <CodeField {...form.field('code')} />}
    </SecondFactorStep>
  );
};

const Confirm = ({
  title,
  begun: { secret, uri },
  onClose,
  onConfirmed,
}: {
  title: string;
  begun: SecondFactorSetup;
  onClose: () => void;
  onConfirmed: (codes: string[]) => void;
}) => {
  const form = useForm(
    { code: '' },
    (body) => call(accountRoutes.confirmSecondFactor, { body }),
    ({ recovery_codes }) => onConfirmed(recovery_codes),
  );
  return (
    <SecondFactorStep form={form} title={title} verb="Confirm" onClose={onClose}>
      <div className={css.scan}>
        <QrCode text={uri} label="QR code for the authenticator app" />
        <p>
          Scan this code with the app, or type this key into it:
          <br />
          <code className={css.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </div>
      <TextField
        {...form.field('code')}
        label="Code"
        help="Enter the 6 digits the app shows."
        inputMode="numeric"
        autoComplete="one-time-code"
        mono
      />
    </SecondFactorStep>
  );
};
