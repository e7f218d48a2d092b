import { Link, useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { accountRoutes, invitationUsed } from '#contract/resources/account.ts';
import { CodeField } from '#web/access/code-field.tsx';
import { session } from '#web/access/session.ts';
import { useSignIn } from '#web/access/use-sign-in.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AccountCard, AccountForm, SecondStep } from './account-card.tsx';
import { NameFields } from './name-fields.tsx';
import { NewPassword } from './new-password.tsx';

type InvitationDetails = z.output<typeof accountRoutes.invitation.response> & { inviteId: string };

/** The link in an invitation: sets up a new account, or asks the owner of an existing one to sign in. */
export const Invitation = () => {
  const { inviteId = '' } = useParams();
  const { data, error, refetch } = useRouteQuery(
    accountRoutes.invitation,
    { params: { invite_id: inviteId } },
    { retry: false, staleTime: 0 },
  );
  if (error instanceof ApiError && (error.status === 404 || error.status === 410))
    return <DeadInvitation error={error} />;
  if (error) return <LoadFailed title="Could not load the invitation." onRetry={() => void refetch()} />;
  if (!data) return null;
  return data.has_account ? (
    <SignInToAccept {...data} inviteId={inviteId} />
  ) : (
    <NewAccount {...data} inviteId={inviteId} />
  );
};

const DeadInvitation = ({ error }: { error: ApiError }) => (
  <AccountCard title="Invitation not valid">
    <p role="alert">
      {error.status === 404
        ? 'This invitation isn’t valid. Make sure you copied the whole link from the email.'
        : error.message}
    </p>
    <p>
      <Link to="/login" state={{ invitationComplete: error.message === invitationUsed }}>
        Sign in
      </Link>
    </p>
  </AccountCard>
);

/** Begins the session that accepting answered with, and opens the first screen. */
const useEnter = () => {
  const navigate = useNavigate();
  return ({ auth_token }: { auth_token: string }) => {
    session.start(auth_token);
    navigate('/', { replace: true, state: { invitationComplete: true } });
  };
};

const NewAccount = ({ inviteId, email, first_name, last_name, organization }: InvitationDetails) => {
  const form = useForm(
    { first_name: first_name ?? '', last_name: last_name ?? '', password: '', password_confirmation: '' },
    (body) => call(accountRoutes.acceptInvitation, { params: { invite_id: inviteId }, body }),
    useEnter(),
  );
  return (
    <AccountCard
      title="Welcome to Hearth"
      intro="Setup Your New Account"
      below={organization && <p>{organization.name} invited you.</p>}
    >
      <AccountForm form={form} submit="Join">
        <TextField
          id="email"
          label="Email"
          type="email"
          autoComplete="username"
          locked={`This invitation was sent to ${email}.`}
          value={email}
          onChange={() => {}}
        />
        <NameFields {...form} />
        <NewPassword {...form} />
      </AccountForm>
    </AccountCard>
  );
};

/** An invitation never changes an account that exists: its owner signs in to accept. */
const SignInToAccept = ({ inviteId, email, organization }: InvitationDetails) => {
  const { form, isCodeAsked, back, passwordRef } = useSignIn(
    { password: '' },
    (typed) => call(accountRoutes.acceptAsExisting, { body: { invite_id: inviteId, email, ...typed } }),
    useEnter(),
  );
  if (isCodeAsked)
    return (
      <SecondStep form={form} onBack={back}>
        <CodeField isFocused {...form.field('code')} />
      </SecondStep>
    );
  return (
    <AccountCard
      title={organization ? `Join ${organization.name}` : 'Welcome to Hearth'}
      intro="You already have an account. Sign in to accept the invitation."
    >
      <AccountForm form={form} submit="Sign in">
        <TextField
          id="email"
          label="Email"
          type="email"
          autoComplete="username"
          locked={`This invitation was sent to ${email}.`}
          value={email}
          onChange={() => {}}
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          labelEnd={<Link to="/forgotPassword">Forgot password?</Link>}
          autoComplete="current-password"
          ref={passwordRef}
        />
      </AccountForm>
    </AccountCard>
  );
};
