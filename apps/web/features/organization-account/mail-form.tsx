import type { z } from 'zod';
import { type organizationAccount, organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { FormButtons } from './form-buttons.tsx';
import css from './logo-form.module.css';

type Stored = Pick<
  z.output<typeof organizationAccount>,
  'name' | 'owner' | 'role' | 'allow_answers_in_email' | 'mail_sender' | 'mail_reply_to'
>;

/** How the forms of the organization send emails: under which name, where answers go, and whether answers stand in them. */
export const MailForm = ({ organization }: { organization: Stored }) => {
  const { name, owner, role, allow_answers_in_email, mail_sender, mail_reply_to } = organization;
  const isOwners = owner || role === 'superuser';
  const { mutateAsync: change } = useWrite(organizationAccountRoutes.changeOrganizationAccount);
  const stored = { allow_answers_in_email, mail_sender: mail_sender ?? '', mail_reply_to: mail_reply_to ?? '' };
  const form = useForm<typeof stored, unknown>(
    stored,
    ({ allow_answers_in_email: allowed, ...values }) =>
      change({ sent: { body: { ...values, ...(isOwners ? { allow_answers_in_email: allowed } : {}) } } }),
    () => {
      toast.success('Emails of forms saved');
      form.reset(form.values);
    },
  );
  return (
    <SubmitForm form={form} className={css.form}>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <TextField
        {...form.field('mail_sender')}
        label="Sender name"
        optional
        help={`Emails are sent under this name, or as ${name}.`}
        autoComplete="off"
      />
      <TextField
        {...form.field('mail_reply_to')}
        label="Reply-to address"
        optional
        help="Where answers to these emails go. Without one, nobody reads them."
        inputMode="email"
        autoComplete="off"
      />
      <Switch
        label="Allow answers in e-mail"
        note={
          isOwners
            ? 'Off: emails hold the name of the form, the person’s ID and a link. On: notifications may put answers and first names into emails. Email is not private: it passes other companies’ servers, stays in mailboxes, and can be forwarded.'
            : `${allow_answers_in_email ? 'Answers and first names may stand in emails.' : 'Emails hold the name of the form, the person’s ID and a link.'} Only the owner changes this.`
        }
        checked={form.values.allow_answers_in_email}
        disabled={!isOwners}
        onChange={(allowed) => form.set('allow_answers_in_email', allowed)}
      />
      <FormButtons isDirty={form.isDirty} isSaving={form.isSaving} onCancel={() => form.reset(stored)} />
    </SubmitForm>
  );
};
