import type { JobServices } from '#server/jobs/job-services.ts';
import { timeWithZone } from '#server/kit/calendar.ts';
import { systemMail } from '#server/kit/mail/template.ts';
import type { SecurityNotice, Tasks } from '#server/schema/background-work.ts';

const words: Record<SecurityNotice, { subject: string; what: string }> = {
  password_changed: {
    subject: 'Your Hearth password was changed',
    what: 'The password of your account was changed. You’ve been signed out everywhere else.',
  },
  second_factor_added: {
    subject: 'Two-step verification for Hearth is on',
    what: 'You now sign in with your password and a code from your authenticator app.',
  },
  second_factor_replaced: {
    subject: 'Your authenticator app for Hearth was replaced',
    what: 'Your account has a new authenticator app. The old app and its recovery codes no longer work.',
  },
  second_factor_removed: {
    subject: 'Two-step verification for Hearth is off',
    what: 'Two-step verification is off. You’ll sign in with just your password.',
  },
};

/** Tells a person that how they sign in was changed. */
export const securityNotice = async (
  { database, mailer }: JobServices,
  { user_id, notice, at }: Tasks['security_notice'],
): Promise<void> => {
  const person = await database.transaction(({ tx }) =>
    tx.selectFrom('users').select(['email', 'time_zone']).where('id', '=', user_id).executeTakeFirst(),
  );
  if (!person) return;
  const { subject, what } = words[notice];
  await mailer.send({
    id: `security-notice-${user_id}-${Date.parse(at)}`,
    ...systemMail({
      to: person.email,
      subject,
      paragraphs: [what, `This happened on ${timeWithZone(at, person.time_zone ?? 'UTC')}.`],
      footer:
        'If this wasn’t you, set a new password immediately with “Forgot password?” and contact the owner of your organization.',
    }),
  });
};
