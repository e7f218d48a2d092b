import type { z } from 'zod';
import { type organizationAccount, organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { SettingsForm, useSettings } from '#web/screens/settings-form.tsx';
import { Switch } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';

type MailSettings = Pick<
  z.output<typeof organizationAccount>,
  'name' | 'owner' | 'role' | 'allow_answers_in_email' | 'mail_sender' | 'mail_reply_to'
>;

/** How the forms of the organization send emails: under which name, where answers go, and whether answers stand in them. */
export const MailForm = ({ organization }: { organization: MailSettings }) => {
  const { name, owner, role, allow_answers_in_email, mail_sender, mail_reply_to } = organization;
  const isOwners = owner || role === 'superuser';
  const { mutateAsync: change } = useWrite(organizationAccountRoutes.changeOrganizationAccount);
  const stored = { allow_answers_in_email, mail_sender: mail_sender ?? '', mail_reply_to: mail_reply_to ?? '' };
  const form = useSettings(
    stored,
    ({ allow_answers_in_email: allowed, ...values }) =>
      change({ sent: { body: { ...values, ...(isOwners ? { allow_answers_in_email: allowed } : {}) } } }),
    () => {
      toast.success('Email notifications saved');
    },
  );
  return (
    <SettingsForm settings={form}>
      <TextField
        {...form.field('mail_sender')}
        label="Sender name"
        optional
        help={`Emails come from this name. If you leave it empty, they come from ${name}.`}
        autoComplete="off"
      />
      <TextField
        {...form.field('mail_reply_to')}
        label="Reply-to address"
        optional
        help="Replies go to this address. If you leave it empty, no one reads them."
        inputMode="email"
        autoComplete="off"
      />
      <Switch
        label="Allow answers in e-mail"
        note={
          isOwners
            ? 'Off: emails contain the form’s name, the person’s ID and a link. On: emails can also contain answers and first names. Email isn’t private: it passes through other companies’ servers, stays in mailboxes and can be forwarded.'
            : `${allow_answers_in_email ? 'Emails can contain answers and first names.' : 'Emails contain the form’s name, the person’s ID and a link.'} Only the owner can change this.`
        }
        checked={form.values.allow_answers_in_email}
        disabled={!isOwners}
        onChange={(allowed) => form.set('allow_answers_in_email', allowed)}
      />
    </SettingsForm>
  );
};
