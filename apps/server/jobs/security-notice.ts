import type { Notice } from '../access/notices.ts';
import type { Tasks } from '../kit/enqueue.ts';
import { systemMail } from '../kit/mail/template.ts';
import type { JobServices } from './job-services.ts';

declare module '../kit/enqueue.ts' {
  interface Tasks {
    /** `at` is the moment of the change. */
    security_notice: { user_id: number; notice: Notice; at: string };
  }
}

const words: Record<Notice, { subject: string; what: string }> = {
  password_changed: {
    subject: 'Your password for Hearth was changed',
    what: 'The password of your account was changed. Wherever else you were signed in, you were signed out.',
  },
  second_factor_added: {
    subject: 'A second factor for Hearth was set up',
    what: 'Signing in to your account takes a code of an authenticator app besides the password from now on.',
  },
  second_factor_replaced: {
    subject: 'Your second factor for Hearth was replaced',
    what: 'Another authenticator app was set up for your account. The one before it and its recovery codes stopped working.',
  },
  second_factor_removed: {
    subject: 'Your second factor for Hearth was turned off',
    what: 'Signing in to your account takes the password alone from now on.',
  },
};

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Tells a person that how they sign in was changed. */
export const securityNotice = async (
  { database, mailer }: JobServices,
  { user_id, notice, at }: Tasks['security_notice'],
): Promise<void> => {
  const person = await database.transaction(({ tx }) =>
    tx.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirst(),
  );
  if (!person) return;
  const { subject, what } = words[notice];
  await mailer.send({
    id: `security-notice-${user_id}-${Date.parse(at)}`,
    ...systemMail({
      to: person.email,
      subject,
      paragraphs: [what, `It was done on ${when.format(new Date(at))} UTC.`],
      footer:
        'If it was not you, set a new password at once with "Forgot password?", and tell the person who runs your organization.',
    }),
  });
};
