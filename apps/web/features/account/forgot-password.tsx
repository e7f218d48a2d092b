import { useState } from 'react';
import { Link } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { call } from '#web/kit/api.ts';
import { useForm } from '#web/kit/use-form.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { AccountCard, AccountForm } from './account-card.tsx';

/** Asks for a link to set a new password. Whether the address has an account is never told. */
export const ForgotPassword = () => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm(
    { email: '' },
    (body) => call(accountRoutes.requestPasswordReset, { body }),
    () => setSentTo(form.values.email),
  );
  const back = <Link to="/login">Back to sign in</Link>;
  if (sentTo)
    return (
      <AccountCard title="Check your email" below={back}>
        <p role="status">
          If <b>{sentTo}</b> has an account, we sent it an email with a reset link. You can use the link once, within 60
          minutes.
        </p>
        <p>No email? Check your spam folder, or ask your organization which address it invited.</p>
      </AccountCard>
    );
  return (
    <AccountCard title="Forgot your password?" intro="We’ll email you a link to set a new one." below={back}>
      <AccountForm form={form} submit="Submit">
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" />
      </AccountForm>
    </AccountCard>
  );
};
