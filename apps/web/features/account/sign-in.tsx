import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { CodeField } from '#web/access/code-field.tsx';
import { organizationSlug, originOf } from '#web/access/host.ts';
import { session, useSignedIn } from '#web/access/session.ts';
import { useSignIn } from '#web/access/use-sign-in.ts';
import { call } from '#web/kit/api.ts';
import { Banner } from '#web/ui/banner.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AccountCard, AccountForm, SecondStep } from './account-card.tsx';
import { arrivalOf } from './arrival.ts';

/** Signs in, and leads back to where one came from. */
export const SignIn = () => {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { from, notice } = arrivalOf(state);
  const { form, isCodeAsked, back, passwordRef } = useSignIn(
    { email: '', password: '' },
    (body) => call(accountRoutes.signIn, { body }),
    ({ jwt }) => {
      session.start(jwt);
      navigate(from, { replace: true });
    },
  );
  // Asked when the screen opens only: the form above leads away by itself once it has signed in.
  if (useSignedIn() && !form.isSaving) return <Navigate to={from} replace />;
  const { field } = form;
  const note = 'This system holds confidential records. Use a device you trust.';
  if (isCodeAsked)
    return (
      <SecondStep form={form} note={note} onBack={back}>
        <CodeField isFocused {...field('code')} />
      </SecondStep>
    );
  return (
    <AccountCard
      title="Sign in"
      intro={
        organizationSlug === null
          ? 'Then choose your organization.'
          : 'Use the email address your organization invited.'
      }
      below={
        organizationSlug !== null && (
          <p>
            Work for another organization? <a href={`${originOf(null)}/select_account`}>Choose account</a>
          </p>
        )
      }
      note={note}
    >
      {notice && (
        <div role="status">
          <Banner tone="info">{notice}</Banner>
        </div>
      )}
      <AccountForm form={form} submit="Sign in">
        <TextField {...field('email')} label="Email" type="email" autoComplete="username" />
        <PasswordField
          {...field('password')}
          label="Password"
          labelEnd={<Link to="/forgotPassword">Forgot password?</Link>}
          autoComplete="current-password"
          ref={passwordRef}
        />
      </AccountForm>
    </AccountCard>
  );
};
