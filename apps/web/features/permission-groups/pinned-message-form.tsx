import { SubmitForm } from '#web/kit/submit-form.tsx';
import type { Form } from '#web/kit/use-form.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { RichTextField } from '#web/ui/rich-text/field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import words from '#web/ui/words.module.css';
import { ExpiryField } from './expiry-field.tsx';
import type { MessageValues, PinnedMessage } from './pinned-message.ts';
import { MessageConflict } from './pinned-message-conflict.tsx';
import css from './pinned-messages.module.css';

/** The fields of a message; Save stands in the foot of the dialog. */
export const MessageForm = ({
  form,
  message,
  zone,
}: {
  form: Form<MessageValues>;
  /** Null for a new one. */
  message: PinnedMessage | null;
  zone: string;
}) => {
  const { field, values, set, error } = form;
  return (
    <SubmitForm form={form} className={`${layout.column} ${layout.alerts} ${css.form}`}>
      <h3 className={words.head}>{message ? 'Edit pinned message' : 'Add pinned message'}</h3>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      {message && form.conflict && <MessageConflict form={form} id={message.id} zone={zone} />}
      <TextField {...field('subject')} label="Title" autoComplete="off" />
      <RichTextField
        id="body"
        label="Content"
        value={values.body}
        onChange={(body) => set('body', body)}
        error={error('body')}
      />
      <ExpiryField
        // Another version of the message begins with its own text.
        key={values.lock_version}
        zone={zone}
        value={values.expired_at}
        onChange={(expiry, problem) => {
          set('expired_at', expiry);
          set('problem', problem);
        }}
        error={error('expired_at')}
      />
    </SubmitForm>
  );
};
