import { useId } from 'react';
import { type WebhookEvent, webhookEvents, webhookRoutes } from '#contract/resources/webhooks.ts';
import { ApiError } from '#web/kit/api.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { CheckboxesField } from '#web/ui/choice-field.tsx';
import { Dialog, VerbFoot } from '#web/ui/dialog.tsx';
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
  const conflict = Object.values(form.conflict ?? {}).flat();
  return (
    <Dialog
      opened
      title={of ? `Edit webhook ${of.name}` : 'Add webhook'}
      onClose={onClose}
      dirty={form.isDirty}
      foot={<VerbFoot onClose={onClose} verb="Save" type="submit" form={formId} busy={form.isSaving} />}
    >
      <SubmitForm form={form} id={formId} className={css.form}>
        <ErrorSummary
          errors={[...form.summary, ...conflict.slice(0, 1).map((message) => ({ message }))]}
          attempt={form.attempt + (form.conflict ? 1 : 0)}
        />
        <TextField {...form.field('name')} label="Name" help="Which program hears of it." data-autofocus />
        <TextField
          {...form.field('url')}
          type="url"
          mono
          label="Address"
          help="Where the program listens: an https address on the public internet."
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
          help="It is told of what this group may read, and of nothing else."
        />
      </SubmitForm>
    </Dialog>
  );
};

const pick = ({ name, url, events }: Webhook) => ({ name, url, events });
