import { lazy, Suspense, useState } from 'react';
import type { z } from 'zod';
import { accountRoutes } from '#contract/resources/account.ts';
import type { Account } from '#web/kit/account.tsx';
import { call } from '#web/kit/api.ts';
import { queryClient } from '#web/kit/queries.ts';
import { type Form, useForm } from '#web/kit/use-form.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './second-factor.module.css';

const QrCode = lazy(async () => ({ default: (await import('#web/ui/qr-code.tsx')).QrCode }));

type Begun = z.output<typeof accountRoutes.beginSecondFactor.response>;

const reload = () => void queryClient.invalidateQueries({ queryKey: ['user_account'] });

/** Signing in with a code besides the password: whether it is on, and how to turn it on and off. */
export const SecondFactor = ({ account: { second_factor } }: { account: Account }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={css.section} aria-labelledby="second-factor-title">
      <h2 id="second-factor-title" className={css.title}>
        Second factor
      </h2>
      <p>
        {second_factor
          ? 'Signing in takes a code of your authenticator app besides the password.'
          : 'A code of an authenticator app, besides the password, keeps others out even when they know the password.'}
      </p>
      <Button onClick={() => setOpen(true)}>{second_factor ? 'Turn off' : 'Set up'} second factor</Button>
      {isOpen &&
        (second_factor ? <TurnOff onClose={() => setOpen(false)} /> : <SetUp onClose={() => setOpen(false)} />)}
    </section>
  );
};

/** One step of it: the words, the inputs, and the button that goes on. */
const Step = ({
  form,
  title,
  verb,
  onClose,
  children,
}: {
  form: Pick<Form<object>, 'summary' | 'attempt' | 'isSaving' | 'submit'>;
  title: string;
  verb: string;
  onClose: () => void;
  children: React.ReactNode;
}) => (
  <Dialog
    opened
    title={title}
    onClose={onClose}
    foot={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="filled" type="submit" form="second-factor" busy={form.isSaving}>
          {verb}
        </Button>
      </>
    }
  >
    <form
      id="second-factor"
      className={css.setup}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      {children}
    </form>
  </Dialog>
);

const CurrentPassword = ({ values, set, error }: Form<{ current_password: string }>) => (
  <PasswordField
    id="current_password"
    label="Current password"
    autoComplete="current-password"
    value={values.current_password}
    onChange={(value) => set('current_password', value)}
    error={error('current_password')}
  />
);

const TurnOff = ({ onClose }: { onClose: () => void }) => {
  const form = useForm(
    { current_password: '' },
    (body) => call(accountRoutes.removeSecondFactor, { body }),
    () => {
      toast.success('Second factor turned off');
      onClose();
      reload();
    },
  );
  return (
    <Step form={form} title="Turn off second factor" verb="Turn off" onClose={onClose}>
      <p>From then on your password alone lets you in. Your recovery codes stop working.</p>
      <CurrentPassword {...form} />
    </Step>
  );
};

const SetUp = ({ onClose }: { onClose: () => void }) => {
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<string[]>();
  const form = useForm({ current_password: '' }, (body) => call(accountRoutes.beginSecondFactor, { body }), setBegun);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (begun) return <Confirm begun={begun} onClose={onClose} onConfirmed={setCodes} />;
  return (
    <Step form={form} title="Set up second factor" verb="Continue" onClose={onClose}>
      <p>You need an authenticator app on your phone, such as one that came with it.</p>
      <CurrentPassword {...form} />
    </Step>
  );
};

const Confirm = ({
  begun: { secret, uri },
  onClose,
  onConfirmed,
}: {
  begun: Begun;
  onClose: () => void;
  onConfirmed: (codes: string[]) => void;
}) => {
  const form = useForm(
    { code: '' },
    (body) => call(accountRoutes.confirmSecondFactor, { body }),
    ({ recovery_codes }) => onConfirmed(recovery_codes),
  );
  return (
    <Step form={form} title="Set up second factor" verb="Confirm" onClose={onClose}>
      <div className={css.scan}>
        <Suspense>
          <QrCode text={uri} label="QR code for the authenticator app" />
        </Suspense>
        <p>
          Scan this with the app. If you cannot, type this into it:
          <br />
          <code className={css.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </div>
      <TextField
        id="code"
        label="Code"
        help="The six digits that the app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        value={form.values.code}
        onChange={(code) => form.set('code', code)}
        error={form.error('code')}
      />
    </Step>
  );
};

const RecoveryCodes = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => {
  const done = () => {
    onClose();
    reload();
  };
  return (
    <Dialog
      opened
      dirty
      title="Your recovery codes"
      onClose={done}
      foot={
        <Button tone="filled" onClick={done}>
          I have kept them
        </Button>
      }
    >
      <div className={css.setup}>
        <Banner>
          Without your phone, each of these lets you in once. Print or write them down now: they are not shown again.
        </Banner>
        <ul className={css.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
};
