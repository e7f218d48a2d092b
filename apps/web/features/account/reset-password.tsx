import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { AccountCard, AccountForm } from './account-card.tsx';
import { NewPassword } from './new-password.tsx';

/** Sets a new password with the link from the mail, when it still works. */
export const ResetPassword = () => {
  const { token = '' } = useParams();
  const asked = { retry: false, staleTime: 0 };
  const { data, error, refetch } = useRouteQuery(accountRoutes.passwordReset, { params: { token } }, asked);
  if (data) return <NewPasswordForm token={token} />;
  const dead = deathOf(error);
  if (dead) return <DeadLink>{dead}</DeadLink>;
  return error && <LoadFailed title="Could not check the link." onRetry={() => void refetch()} />;
};

/** Why a link does not work; null when something else failed. */
const deathOf = (error: unknown): string | null => {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 404) return 'This link isn’t valid. Ask for a new one.';
  return error.status === 410 ? error.message : null;
};

const DeadLink = ({ children }: { children: string }) => (
  <AccountCard title="Link not valid">
    <p role="alert">{children}</p>
    <p>
      <Link to="/forgotPassword">Ask for a new link</Link>
    </p>
  </AccountCard>
);

const NewPasswordForm = ({ token }: { token: string }) => {
  const navigate = useNavigate();
  const [dead, setDead] = useState<string | null>(null);
  const form = useForm(
    { password: '', password_confirmation: '' },
    (body) =>
      call(accountRoutes.resetPassword, { params: { token }, body }).catch((error: unknown) => {
        const why = deathOf(error);
        if (!why) throw error;
        setDead(why);
        return null;
      }),
    (answer) => {
      if (!answer) return;
      const { organizations } = answer;
      if (organizations.length > 1)
        navigate('/select_account', { replace: true, state: { organizations, passwordChanged: true } });
      else navigate('/login', { replace: true, state: { passwordChanged: true } });
    },
  );
  if (dead) return <DeadLink>{dead}</DeadLink>;
  return (
    <AccountCard title="Set a new password" intro="This signs you out on all devices.">
      <AccountForm form={form} submit="Save">
        <NewPassword {...form} />
      </AccountForm>
    </AccountCard>
  );
};
