import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { type MailWay, type NoticeKind, type NoticePreference, noticeRoutes } from '#contract/resources/notices.ts';
import { organizationSlug } from '#web/access/host.ts';
import { actingName, useImpersonation } from '#web/access/impersonation.tsx';
import { call } from '#web/kit/api.ts';
import { queries, useRouteQuery } from '#web/kit/queries.ts';
import { useTitle } from '#web/kit/title.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { SettingsForm, useSettings } from '#web/screens/settings-form.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { Page } from '#web/ui/page.tsx';
import { RecordHeader } from '#web/ui/record-header.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './notices.module.css';

const title = 'Notification settings';
const profile = '/myprofile';

const words: Record<NoticeKind, { title: string; about: string }> = {
  form: {
    title: 'Forms',
    about: 'Someone made you a recipient of a form’s notifications, for example when a response is recorded.',
  },
  job: {
    title: 'Background work',
    about: 'Work that you started finished or failed, for example a merge or an export.',
  },
};

const mails: { value: MailWay; label: string }[] = [
  { value: 'each', label: 'Immediately' },
  { value: 'daily', label: 'Daily summary at 7 AM' },
  { value: 'none', label: 'No emails' },
];

/** How somebody wants to be told, of each kind. It is their own, and nobody changes it in their place. */
export const Preferences = () => {
  useTitle(title);
  const acting = useImpersonation();
  const { data, error, refetch } = useRouteQuery(noticeRoutes.preferences, {}, { enabled: organizationSlug !== null });
  if (acting)
    return (
      <Frame>
        <Note>{`Only ${actingName(acting)} can change these settings.`}</Note>
      </Frame>
    );
  if (organizationSlug === null)
    return (
      <Frame>
        <Note>Open one of your organizations first. Each organization has its own settings.</Note>
      </Frame>
    );
  if (data) return <PreferencesForm stored={data.preferences} />;
  return error ? (
    <LoadFailed helper={whyNotLoaded(error)} onRetry={() => void refetch()} />
  ) : (
    <RecordSkeleton label="Loading your settings" />
  );
};

const Frame = ({ children }: { children: ReactNode }) => (
  <Page>
    <RecordHeader
      crumbs={[{ label: 'My profile', to: profile }, { label: title }]}
      title={title}
      facts={['How you’re notified in this organization']}
    />
    <div className={css.preferences}>{children}</div>
  </Page>
);

type Values = Record<NoticeKind, Omit<NoticePreference, 'kind'>>;

const PreferencesForm = ({ stored }: { stored: NoticePreference[] }) => {
  const navigate = useNavigate();
  const form = useSettings(
    Object.fromEntries(stored.map(({ kind, ...way }) => [kind, way])) as Values,
    (values) =>
      call(noticeRoutes.changePreferences, {
        body: { preferences: stored.map(({ kind }) => ({ kind, ...values[kind] })) },
      }),
    (saved) => {
      queries.put(noticeRoutes.preferences, {}, saved);
      toast.success('Notification settings saved');
      navigate(profile);
    },
  );
  const { values, set } = form;
  return (
    <Frame>
      <SettingsForm settings={form}>
        {stored.map(({ kind }) => (
          <section key={kind} className={css.kind} aria-labelledby={`kind-${kind}`}>
            <div>
              <h2 id={`kind-${kind}`}>{words[kind].title}</h2>
              <Note>{words[kind].about}</Note>
            </div>
            <Switch
              label={`${words[kind].title}: in the bell`}
              checked={values[kind].bell}
              onChange={(bell) => set(kind, { ...values[kind], bell })}
            />
            <RadioField
              id={`mail-${kind}`}
              label={`${words[kind].title}: emails`}
              options={mails}
              value={values[kind].mail}
              onChange={(mail) => set(kind, { ...values[kind], mail: mail as MailWay })}
            />
          </section>
        ))}
        <Note>
          The summary lists only what you can read when it’s sent, without names and answers. It’s sent in your time
          zone, and only on days with notifications.
        </Note>
      </SettingsForm>
    </Frame>
  );
};
