import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { useForm } from '#web/kit/use-form.ts';
import { AccountCard, AccountForm } from './account-card.tsx';
import { NewPassword } from './new-password.tsx';

/** Sets a new password with the link from the mail. */
export const ResetPassword = () => {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [dead, setDead] = useState<string | null>(null);
  const form = useForm(
    { password: '', password_confirmation: '' },
    (body) =>
      call(accountRoutes.resetPassword, { params: { token }, body }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 410)) throw error;
        setDead(error.status === 410 ? error.message : 'This link is not known. Ask for a new one.');
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
  if (dead)
    return (
      <AccountCard title="Link not valid">
        <p role="alert">{dead}</p>
        <p>
          <Link to="/forgotPassword">Ask for a new link</Link>
        </p>
      </AccountCard>
    );
  return (
    <AccountCard title="Set a new password" intro="It signs you out wherever you are signed in now.">
      <AccountForm form={form} submit="Save">
        <NewPassword {...form} />
      </AccountForm>
    </AccountCard>
  );
};
