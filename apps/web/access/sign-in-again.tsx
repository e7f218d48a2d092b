import { useEffect, useState } from 'react';
import { accountRoutes } from '#contract/resources/account.ts';
import { hasUnsavedChanges } from '#web/access/unsaved-changes.tsx';
import { ApiError, call } from '#web/kit/api.ts';
import { queries, useLoaded } from '#web/kit/queries.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { BrandLine } from '#web/ui/brand-line.tsx';
import { Button } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { Account } from './account.tsx';
import { useBrand } from './brand.tsx';
import { CodeField } from './code-field.tsx';
import { session, useInterrupted, useSignedIn } from './session.ts';
import css from './sign-in-again.module.css';
import { timedOut } from './timed-out.ts';
import { useSignIn } from './use-sign-in.ts';

const passwordId = 'password-again';

type SignInAgainProps = {
  /** Whose page it is. */
  person: Account;
  /** Called when another person signed in instead: the page must go. */
  onSomebodyElse: () => void;
};

/**
 * Keeps the page when its session ends by itself: covers it until the same person has signed in again, and then goes on
 * with it as it was.
 */
export const SignInAgain = (returning: SignInAgainProps) => {
  const isInterrupted = useInterrupted();
  useEffect(() => session.hold(), []);
  return isInterrupted && <Covering {...returning} />;
};

const Covering = ({ person: shown, onSomebodyElse }: SignInAgainProps) => {
  const [person] = useState(shown);
  const isBack = useSignedIn();
  const returned = useLoaded(
    () => call(accountRoutes.account, {}, { background: true }),
    isBack ? session.token() : null,
  );
  const { data } = returned;
  useEffect(() => {
    if (!data) return;
    if (data.id !== person.id) return onSomebodyElse();
    queries.put(accountRoutes.account, {}, data);
    session.resume();
    void queries.retry();
    if (hasUnsavedChanges()) toast.success('Signed in again. Press Save');
  }, [data, person, onSomebodyElse]);

  return (
    <Cover title="Sign in again" brand={<BrandLine {...useBrand()} />}>
      {returned.isError && isBack ? (
        <LoadFailed title="Could not check your account." onRetry={() => void returned.refetch()} />
      ) : (
        <SignInForm person={person} isBack={isBack} />
      )}
    </Cover>
  );
};

const SignInForm = ({ person, isBack }: { person: Account; isBack: boolean }) => {
  const { form, isCodeAsked, back, passwordRef } = useSignIn(
    { password: '' },
    async (typed) => {
      try {
        return await call(accountRoutes.signIn, { body: { email: person.email, ...typed } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.errors.code) throw error;
        // Nothing else can be seen than this card: whatever fails is said here.
        throw new ApiError(422, { base: Object.values(error.errors).flat() });
      }
    },
    ({ jwt }) => session.start(jwt),
  );
  const { attempt } = form;
  // What was refused is read out where it stands; the next try is typed at once.
  useEffect(() => {
    if (attempt > 0) document.getElementById(isCodeAsked ? 'code' : passwordId)?.focus();
  }, [attempt, isCodeAsked]);
  return (
    <>
      <p className={css.why}>
        {session.ending() === 'timed out'
          ? timedOut
          : 'Your session has ended. Sign in to continue where you left off.'}
      </p>
      <SubmitForm form={form} className={css.form}>
        {/* Without links: what they would lead to may be a control of the page under the card. */}
        <ErrorSummary errors={form.summary.map(({ message }) => ({ message }))} attempt={form.attempt} />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          locked="Only this person can continue here."
          value={person.email}
          onChange={() => {}}
        />
        {isCodeAsked ? (
          <CodeField isFocused {...form.field('code')} />
        ) : (
          <PasswordField
            id={passwordId}
            label="Password"
            autoComplete="current-password"
            data-autofocus
            ref={passwordRef}
            value={form.values.password}
            onChange={(password) => form.set('password', password)}
            error={form.error('password')}
          />
        )}
        <Button tone="filled" type="submit" block busy={form.isSaving || isBack}>
          Sign in
        </Button>
        {isCodeAsked && (
          <Button tone="subtle" block onClick={back}>
            Back
          </Button>
        )}
        <Button block onClick={() => session.end('signed out')} aria-describedby="leave-note">
          Leave
        </Button>
      </SubmitForm>
      <p className={css.note} id="leave-note">
        If you leave, you’ll lose your unsaved changes.
      </p>
    </>
  );
};
