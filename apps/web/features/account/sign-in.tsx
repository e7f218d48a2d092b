import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { call } from '#web/kit/api.ts';
import { CodeField, sentCode } from '#web/kit/code-field.tsx';
import { assertFilledIn } from '#web/kit/filled-in.ts';
import { organizationSlug, originOf } from '#web/kit/host.ts';
import { session, useSignedIn } from '#web/kit/session.ts';
import { useForm } from '#web/kit/use-form.ts';
import { Banner } from '#web/ui/banner.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AccountCard, AccountForm } from './account-card.tsx';
import { arrivalOf } from './arrival.ts';

/** Signs in, and leads back to where one came from. */
export const SignIn = () => {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { from, notice } = arrivalOf(state);
  const form = useForm(
    { email: '', password: '', code: '' },
    async ({ code, ...body }) => {
      assertFilledIn(body);
      return call(accountRoutes.signIn, { body: { ...body, ...sentCode(code) } });
    },
    ({ jwt }) => {
      session.start(jwt);
      navigate(from, { replace: true });
    },
  );
  // Asked when the screen opens only: the form above leads away by itself once it has signed in.
  if (useSignedIn() && !form.isSaving) return <Navigate to={from} replace />;
  const { values, set, error } = form;
  return (
    <AccountCard
      title="Sign in"
      intro={
        organizationSlug === null
          ? 'Then choose the organization that you work for.'
          : 'Use the e-mail address your organization invited.'
      }
      below={
        organizationSlug !== null && (
          <p>
            Work for another organization? <a href={`${originOf(null)}/select_account`}>Choose account</a>
          </p>
        )
      }
      note="This system holds confidential records. Use a device you trust."
    >
      {notice && (
        <div role="status">
          <Banner tone="info">{notice}</Banner>
        </div>
      )}
      <AccountForm form={form} submit="Sign in">
        <TextField
          id="email"
          label="Email"
          type="email"
          autoComplete="username"
          value={values.email}
          onChange={(email) => set('email', email)}
          error={error('email')}
        />
        <PasswordField
          id="password"
          label="Password"
          labelEnd={<Link to="/forgotPassword">Forgot password?</Link>}
          autoComplete="current-password"
          value={values.password}
          onChange={(password) => set('password', password)}
          error={error('password')}
        />
        <CodeField value={values.code} onChange={(code) => set('code', code)} error={error('code')} />
      </AccountForm>
    </AccountCard>
  );
};
