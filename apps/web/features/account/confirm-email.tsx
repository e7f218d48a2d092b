import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { useSignedIn } from '#web/access/session.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { queries } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { AccountCard, AccountForm } from './account-card.tsx';

type Outcome = { email: string } | { refusal: string };

/** What the link in the mail to a new address leads to. It is used by the button: mail programs open links themselves. */
export const ConfirmEmail = () => {
  const { token = '' } = useParams();
  const isSignedIn = useSignedIn();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useForm(
    {},
    () =>
      call(accountRoutes.confirmEmail, { params: { token } }).catch((error: unknown): Outcome => {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 404)
          return { refusal: 'This link isn’t valid. Make sure you copied the whole link from the email.' };
        if (error.status === 410) return { refusal: error.message };
        throw error.status === 422 ? new ApiError(422, { base: Object.values(error.errors).flat() }) : error;
      }),
    (answer) => {
      setOutcome(answer);
      void queries.reload(accountRoutes.account);
    },
  );
  const onward = isSignedIn ? (
    <ButtonLink to="/" tone="filled" block>
      Continue
    </ButtonLink>
  ) : (
    <ButtonLink to="/login" tone="filled" block>
      Sign in
    </ButtonLink>
  );
  if (outcome && 'email' in outcome)
    return (
      <AccountCard title="Email address confirmed">
        <p role="status">
          You now sign in with <b>{outcome.email}</b>. Your password hasn’t changed.
        </p>
        {onward}
      </AccountCard>
    );
  if (outcome)
    return (
      <AccountCard title="Link not valid">
        <p role="alert">{outcome.refusal}</p>
        <p>
          Your email address hasn’t changed. Ask for another link in <Link to="/myprofile">your profile</Link>.
        </p>
      </AccountCard>
    );
  return (
    <AccountCard
      title="Confirm your new email address"
      intro="Someone asked to use this address to sign in."
      below={<p>If it wasn’t you, close this page. Nothing changes.</p>}
    >
      <AccountForm form={form} submit="Confirm email address">
        {null}
      </AccountForm>
    </AccountCard>
  );
};
