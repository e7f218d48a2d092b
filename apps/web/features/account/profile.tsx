import { useNavigate } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { type Account, useAccountQuery } from '#web/access/account.tsx';
import { actingName, stopPath, useImpersonation } from '#web/access/impersonation.tsx';
import { TimeZoneField } from '#web/access/time-zone-field.tsx';
import { call } from '#web/kit/api.ts';
import { queries } from '#web/kit/queries.ts';
import { SettingsForm, useSettings } from '#web/screens/settings-form.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useInShell } from '#web/ui/shell.tsx';
import { SingleKeys } from '#web/ui/single-keys.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { NameFields } from './name-fields.tsx';
import { OwnPage } from './own-page.tsx';
import second from './second-factor.module.css';
import { SecondFactor } from './second-factor.tsx';

/** One's own names, time zone, email address and password. */
export const Profile = () => {
  const { data } = useAccountQuery();
  const acting = useImpersonation();
  if (acting) return <SomebodyElses name={actingName(acting)} />;
  return data ? <ProfileForm account={data} /> : null;
};

const back = (
  <ButtonLink to="/" tone="subtle" block>
    Back
  </ButtonLink>
);

/** Nothing of an account is changed in its owner's place. */
const SomebodyElses = ({ name }: { name: string }) => (
  <OwnPage
    title="My profile"
    intro={`Only ${name} can see and change this profile. To open yours, stop acting as ${name}.`}
    below={back}
  >
    <ButtonLink to={stopPath} tone="filled" block>
      Stop acting as {name}
    </ButtonLink>
  </OwnPage>
);

/** What is left empty is not sent, and so stays as it is. */
const filled = <V extends Record<string, string | null>>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));

const waiting = ({ email, pending_email }: Account) =>
  `We sent an email to ${pending_email}. Until you open the link in it, sign in with ${email}.`;

const ProfileForm = ({ account }: { account: Account }) => {
  const navigate = useNavigate();
  const isInShell = useInShell();
  const isAnother = (email: string) => !['', account.email].includes(email.trim().toLowerCase());
  const form = useSettings(
    {
      first_name: account.first_name ?? '',
      last_name: account.last_name ?? '',
      time_zone: account.time_zone,
      email: account.email,
      password: '',
      password_confirmation: '',
      current_password: '',
    },
    (values) => call(accountRoutes.changeAccount, { body: filled(values) }),
    (changed, sent) => {
      queries.put(accountRoutes.account, {}, changed);
      const isAsked = changed.pending_email !== null && isAnother(sent.email);
      toast.success(isAsked ? `Profile saved. ${waiting(changed)}` : 'Profile saved');
      navigate('/');
    },
  );
  const { field, values, set, error } = form;
  const changesEmail = isAnother(values.email);
  const changesPassword = values.password !== '';
  const secret = (id: 'password' | 'password_confirmation' | 'current_password', label: string, help?: string) => (
    <PasswordField
      id={id}
      label={label}
      autoComplete={id === 'current_password' ? 'current-password' : 'new-password'}
      value={values[id]}
      onChange={(value) => set(id, value)}
      error={error(id)}
      {...(help ? { help } : {})}
    />
  );
  return (
    <OwnPage
      title="My profile"
      intro="Your name, as colleagues see it, and how you sign in."
      {...(!isInShell && { below: back })}
    >
      {account.pending_email !== null && <Banner tone="info">{waiting(account)}</Banner>}
      <SettingsForm settings={form}>
        <NameFields {...form} />
        <TimeZoneField {...field('time_zone')} help="If you leave this empty, the organization’s time zone is used." />
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          help="You sign in with this address. If you change it, we’ll send a link to the new address to confirm it."
        />
        {secret('password', 'Password', 'Use at least 12 characters. Leave this empty to keep your current password.')}
        {changesPassword && secret('password_confirmation', 'Password confirmation')}
        {(changesPassword || changesEmail) && secret('current_password', 'Current password', 'Confirms that it’s you.')}
      </SettingsForm>
      <SecondFactor account={account} />
      {isInShell && (
        <section className={second.section} aria-labelledby="notifications-title">
          <h2 id="notifications-title" className={second.title}>
            Notifications
          </h2>
          <p>Choose how you’re notified: in the bell, by email, in a daily summary, or not at all.</p>
          <div className={second.keep}>
            <ButtonLink to="/myprofile/notifications">Notification settings</ButtonLink>
          </div>
        </section>
      )}
      <section className={second.section} aria-labelledby="keyboard-title">
        <h2 id="keyboard-title" className={second.title}>
          Keyboard
        </h2>
        <SingleKeys />
      </section>
    </OwnPage>
  );
};
