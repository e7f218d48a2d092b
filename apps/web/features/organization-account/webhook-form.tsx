import { useId } from 'react';
import { type WebhookEvent, webhookEvents, webhookRoutes } from '#contract/resources/webhooks.ts';
import { ApiError } from '#web/kit/api.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { CheckboxesField } from '#web/ui/choice-field.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './add-credential.module.css';
import { ProgramGroupField } from './program-group-field.tsx';
import { eventLabels, type Webhook } from './webhook.ts';

type Values = { name: string; url: string; events: WebhookEvent[]; permission_group_id: number | null };

const missing = ({ name, url, events, permission_group_id }: Values) => ({
  ...(name.trim() ? null : { name: ['Enter name'] }),
  ...(url.trim() ? null : { url: ['Enter an address like https://example.org/hooks'] }),
  ...(events.length > 0 ? null : { events: ['Choose at least one event'] }),
  ...(permission_group_id === null ? { permission_group_id: ['Choose a permission group'] } : null),
});

const blank: Values = { name: '', url: '', events: [], permission_group_id: null };

/** Says where a webhook leads, what it tells, and of what. A new one's secret is in the answer, and nowhere else. */
export const WebhookForm = ({
  of,
  onClose,
  onSaved,
}: {
  /** Absent of a new one. */
  of?: Webhook;
  onClose: () => void;
  onSaved: (saved: Webhook) => void;
}) => {
  const formId = useId();
  const { mutateAsync: create } = useWrite(webhookRoutes.create);
  const { mutateAsync: update } = useWrite(webhookRoutes.update);
  const start = of ? { ...blank, ...pick(of), permission_group_id: of.permission_group.id } : blank;
  const form = useForm<Values, Webhook>(
    start,
    async (values) => {
      const errors = missing(values);
      if (Object.keys(errors).length > 0) throw new ApiError(422, errors);
      const body = { ...values, permission_group_id: values.permission_group_id as number };
      if (!of) return create({ sent: { body } });
      return update({ sent: { params: { id: of.id }, body: { ...body, lock_version: of.lock_version } } });
    },
    onSaved,
  );
  return (
    <FormDialog form={form} formId={formId} title={of ? `Edit webhook ${of.name}` : 'Add webhook'} onClose={onClose}>
      <SubmitForm form={form} id={formId} className={css.form}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <TextField {...form.field('name')} label="Name" help="The program that receives the events." data-autofocus />
        <TextField
          {...form.field('url')}
          type="url"
          mono
          label="Address"
          help="An https address on the public internet."
          placeholder="https://example.org/hooks"
        />
        <CheckboxesField
          id="events"
          label="Events"
          options={webhookEvents.map((event) => ({ value: event, label: eventLabels[event] }))}
          value={form.values.events}
          onChange={(events) => form.set('events', events as WebhookEvent[])}
          error={form.error('events')}
        />
        <ProgramGroupField
          {...form.field('permission_group_id')}
          help="The webhook reports only records that this group can view."
        />
      </SubmitForm>
    </FormDialog>
  );
};

const pick = ({ name, url, events }: Webhook) => ({ name, url, events });
