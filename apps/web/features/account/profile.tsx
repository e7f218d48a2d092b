import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { type Account, useAccountQuery } from '#web/kit/account.tsx';
import { call } from '#web/kit/api.ts';
import { queryClient } from '#web/kit/queries.ts';
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AccountCard, AccountForm } from './account-card.tsx';

/** One's own names, time zone and password. */
export const Profile = () => {
  const { data } = useAccountQuery();
  return data ? <ProfileForm account={data} /> : null;
};

/** What is left empty is not sent, and so stays as it is. */
const filled = <V extends Record<string, string | null>>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

const ProfileForm = ({ account }: { account: Account }) => {
  const navigate = useNavigate();
  const { data: zones } = useQuery({ queryKey: ['time_zones'], queryFn: () => call(accountRoutes.timeZones, {}) });
  const form = useForm(
    {
      first_name: account.first_name ?? '',
      last_name: account.last_name ?? '',
      time_zone: account.time_zone,
      password: '',
      password_confirmation: '',
      current_password: '',
    },
    (values) => call(accountRoutes.changeAccount, { body: filled(values) }),
    (changed) => {
      queryClient.setQueryData(['user_account'], changed);
      toast.success('Profile saved');
      navigate('/');
    },
  );
  const { values, set, error, isDirty } = form;
  const secret = (id: 'password' | 'password_confirmation' | 'current_password', label: string, help?: string) => (
    <PasswordField
      id={id}
      label={label}
      {...(help ? { help } : {})}
      autoComplete={id === 'current_password' ? 'current-password' : 'new-password'}
      value={values[id]}
      onChange={(value) => set(id, value)}
      error={error(id)}
    />
  );
  return (
    <AccountCard
      title="My profile"
      intro={account.email}
      below={
        <ButtonLink to="/" tone="subtle" block>
          Cancel
        </ButtonLink>
      }
    >
      <AccountForm form={form} submit="Submit">
        <TextField
          id="first_name"
          label="First name"
          autoComplete="given-name"
          value={values.first_name}
          onChange={(value) => set('first_name', value)}
          error={error('first_name')}
        />
        <TextField
          id="last_name"
          label="Last name"
          autoComplete="family-name"
          value={values.last_name}
          onChange={(value) => set('last_name', value)}
          error={error('last_name')}
        />
        <SelectField
          id="time_zone"
          label="Time zone"
          help="Without one, the organization's is used."
          options={(zones?.data ?? []).map(({ name }) => ({ value: name, label: name.replaceAll('_', ' ') }))}
          value={values.time_zone}
          onChange={(value) => set('time_zone', value)}
          error={error('time_zone')}
        />
        {secret('password', 'Password', 'Leave it empty to keep the one that you have.')}
        {values.password !== '' && (
          <>
            {secret('password_confirmation', 'Password confirmation')}
            {secret('current_password', 'Current password')}
          </>
        )}
      </AccountForm>
      <UnsavedChanges when={isDirty} />
    </AccountCard>
  );
};
