import { useId } from 'react';
import { useNavigate } from 'react-router';
import { accountRoutes } from '#contract/resources/account.ts';
import { type Account, useAccountQuery } from '#web/access/account.tsx';
import { actingName, stopPath, useImpersonation } from '#web/access/impersonation.tsx';
import { answers, useAnswer } from '#web/kit/answers.ts';
import { call } from '#web/kit/api.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { UnsavedChanges } from '#web/kit/unsaved-changes.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { formatZone } from '#web/ui/dates.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useInShell } from '#web/ui/shell.tsx';
import { SingleKeys } from '#web/ui/single-keys.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './account-card.module.css';
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

/** Nothing of an account is changed in its owner's place. */
const SomebodyElses = ({ name }: { name: string }) => (
  <OwnPage
    title="My profile"
    intro={`Only ${name} can see and change this profile. Stop acting for them to get to your own.`}
    below={
      <ButtonLink to="/" tone="subtle" block>
        Back
      </ButtonLink>
    }
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
  `An email was sent to ${pending_email}. Until you confirm with the link in it, you sign in with ${email}.`;

const ProfileForm = ({ account }: { account: Account }) => {
  const navigate = useNavigate();
  const formId = useId();
  const isInShell = useInShell();
  const { data: zones } = useAnswer(accountRoutes.timeZones, {});
  const form = useForm(
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
    (changed) => {
      answers.put(accountRoutes.account, {}, changed);
      const isAsked = changed.pending_email !== null && changesEmail;
      toast.success(isAsked ? `Profile saved. ${waiting(changed)}` : 'Profile saved');
      navigate('/');
    },
  );
  const { field, values, set, error, isDirty } = form;
  const typedEmail = values.email.trim().toLowerCase();
  const changesEmail = typedEmail !== '' && typedEmail !== account.email;
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
      intro="Your name as colleagues see it, and how you sign in."
      foot={
        <SaveBar
          form={formId}
          state={isDirty ? 'Not saved yet' : undefined}
          saving={form.isSaving}
          saveLabel="Submit"
          onCancel={() => navigate('/')}
        />
      }
    >
      {account.pending_email !== null && <Banner tone="info">{waiting(account)}</Banner>}
      <SubmitForm form={form} id={formId} className={css.form}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <NameFields {...form} />
        <SelectField
          {...field('time_zone')}
          label="Time zone"
          help="Without one, the organization's is used."
          options={(zones?.data ?? []).map(({ name }) => ({ value: name, label: formatZone(name) }))}
        />
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          help="You sign in with it. Another one counts once you have confirmed it, with a link that is sent to it."
        />
        {secret('password', 'Password', 'At least 12 characters. Leave it empty to keep the one that you have.')}
        {changesPassword && secret('password_confirmation', 'Password confirmation')}
        {(changesPassword || changesEmail) &&
          secret('current_password', 'Current password', 'So that nobody else changes how you sign in.')}
        {!isInShell && (
          <div className={second.keep}>
            <ButtonLink to="/">Cancel</ButtonLink>
            <Button tone="filled" type="submit" busy={form.isSaving}>
              Submit
            </Button>
          </div>
        )}
      </SubmitForm>
      <SecondFactor account={account} />
      {isInShell && (
        <section className={second.section} aria-labelledby="notifications-title">
          <h2 id="notifications-title" className={second.title}>
            Notifications
          </h2>
          <p>The bell, emails, a summary in the morning, or nothing.</p>
          <div className={second.keep}>
            <ButtonLink to="/myprofile/notifications">Choose what you are told</ButtonLink>
          </div>
        </section>
      )}
      <section className={second.section} aria-labelledby="keyboard-title">
        <h2 id="keyboard-title" className={second.title}>
          Keyboard
        </h2>
        <SingleKeys />
      </section>
      <UnsavedChanges when={isDirty} />
    </OwnPage>
  );
};
