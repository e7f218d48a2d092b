import { useState } from 'react';
import { ApiError } from '#web/kit/api.ts';
import { Button } from '#web/ui/button.tsx';
import { formatZonedDateTime } from '#web/ui/dates.ts';
import { useSay } from '#web/ui/say.ts';
import { TextField } from '#web/ui/text-field.tsx';
import css from './visitors.module.css';

/** Does something that may be refused; what was said then stands under a field. */
const useAttempt = () => {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>) => {
    setError(null);
    setBusy(true);
    await work().catch((problem: unknown) =>
      setError(problem instanceof ApiError ? problem.message : 'This did not work. Try again in a moment.'),
    );
    setBusy(false);
  };
  return { error, isBusy, attempt };
};

type ResumeCode = { code: string; kept_until: string; mailed: boolean };

/** Keeps what was typed, for another time or another device: a code opens it. */
export const FinishLater = ({ finishLater }: { finishLater: (email: string) => Promise<ResumeCode> }) => {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<ResumeCode | null>(null);
  const { error, isBusy, attempt } = useAttempt();
  if (!isOpen)
    return (
      <Button tone="subtle" block onClick={() => setOpen(true)}>
        {say('Save and finish later')}
      </Button>
    );
  return (
    <section className={css.later} aria-label={say('Save and finish later')}>
      {made && (
        <div role="status">
          <p>
            {say('Your code is')} <strong className={css.code}>{made.code}</strong>
          </p>
          <p className={css.muted}>
            {say(made.mailed ? 'We also emailed it to you.' : 'Write it down: nobody can look it up.')}{' '}
            {say(
              'Your answers are kept until {0}. Files and signatures aren’t kept, so add them at the end.',
              formatZonedDateTime(made.kept_until),
            )}
          </p>
        </div>
      )}
      <TextField
        label={say('Email for the code')}
        type="email"
        autoComplete="email"
        optional
        value={email}
        onChange={setEmail}
        error={error ?? undefined}
      />
      <Button block busy={isBusy} onClick={() => void attempt(async () => setMade(await finishLater(email.trim())))}>
        {say(made ? 'Save again' : 'Save and show the code')}
      </Button>
    </section>
  );
};

/** Goes on with what was kept under a code. */
export const ContinueWithCode = ({ goOn }: { goOn: (code: string) => Promise<void> }) => {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const { error, isBusy, attempt } = useAttempt();
  if (!isOpen)
    return (
      <div>
        <Button tone="subtle" size="small" onClick={() => setOpen(true)}>
          {say('Continue with a code')}
        </Button>
      </div>
    );
  return (
    <section className={css.later} aria-label={say('Continue with a code')}>
      <TextField
        label={say('Code')}
        placeholder="XXXX-XXXX-XXXX"
        mono
        autoComplete="off"
        value={code}
        onChange={setCode}
        error={error ?? undefined}
      />
      <Button busy={isBusy} onClick={() => void attempt(() => goOn(code))}>
        {say('Continue')}
      </Button>
    </section>
  );
};
