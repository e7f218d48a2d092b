import { IconPlayerSkipForward, IconSend } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type MessageState, notificationRoutes } from '#contract/resources/notifications.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { failures } from '#web/kit/failures.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { useList } from '#web/kit/use-list.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import layout from '#web/ui/layout.module.css';
import { Markdown } from '#web/ui/markdown.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useEndOfScroll } from '#web/ui/use-end-of-scroll.ts';
import type { Message } from './notification.ts';
import css from './notifications.module.css';

const states: { value: MessageState; label: string }[] = [
  { value: 'queued', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
  { value: 'failed', label: 'Failed' },
  { value: 'skipped', label: 'Skipped' },
];

const subjectOf = ({ subject, is_withheld }: Message): string => (is_withheld ? 'Not shown' : subject);
/** An address may be an answer, and a message that was skipped for its author's sake has none. */
const recipientOf = ({ notifiable }: Message): string => notifiable.email || 'Not shown';

/** The emails that a form sent and those that wait, the newest first; more are loaded as one scrolls. */
export const Messages = ({ form_id }: { form_id: number }) => {
  const [state, setState] = useState<MessageState | null>(null);
  const list = useList<Message>(notificationRoutes.messages, { filters: state ? { state } : {} }, { form_id });
  if (list.status === 'failed') return <LoadFailed helper={whyNotLoaded(list.error)} onRetry={list.onRetry} />;
  if (list.status === 'loading') return <AreaSkeleton label="Loading sent emails" height={72} />;
  if (list.rows.length === 0 && state === null) return <p className={css.muted}>No emails sent yet</p>;
  return (
    <>
      <div className={css.filter}>
        <SelectField
          id="message_state"
          label="Show"
          options={[{ value: 'all', label: 'All emails' }, ...states]}
          value={state ?? 'all'}
          onChange={(chosen) => setState(chosen === null || chosen === 'all' ? null : (chosen as MessageState))}
        />
      </div>
      {list.rows.length === 0 ? (
        <p className={css.muted}>No emails in this state</p>
      ) : (
        <Found {...list} form_id={form_id} />
      )}
    </>
  );
};

const Found = ({ form_id, ...list }: ReturnType<typeof useList<Message>> & { form_id: number }) => {
  const zone = useZone();
  const may = useMay();
  const box = useRef<HTMLElement>(null);
  const { rows, total, more, loadingMore, onEnd } = list;
  useEndOfScroll(() => box.current, list, true);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <section ref={box} className={css.messages} aria-label="History of emails" tabIndex={0}>
      <DataTable
        label="Sent emails"
        widthsKey="sent-emails"
        columns={[
          { key: 'to', title: 'Recipient', cell: recipientOf },
          { key: 'subject', title: 'Subject', cell: subjectOf },
          { key: 'at', title: 'Time', cell: ({ created_at }) => showDateTime(created_at, zone) },
          { key: 'state', title: 'State', cell: (message) => <State message={message} zone={zone} /> },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={(message) => `${subjectOf(message)} to ${recipientOf(message)}`}
        expanded={(message) => <AsSent message={message} zone={zone} />}
        {...(may(notificationRoutes.resend)
          ? { actions: (message: Message) => <Resend form_id={form_id} message={message} /> }
          : {})}
      />
      {more && (
        <Button size="small" tone="subtle" busy={loadingMore} onClick={onEnd}>
          {`Load more, ${rows.length} of ${total} loaded`}
        </Button>
      )}
    </section>
  );
};

const AsSent = ({ message, zone }: { message: Message; zone: string }) => {
  const { is_withheld, body, sent_at, attempts } = message;
  return (
    <>
      {is_withheld ? (
        <p className={css.muted}>You don’t have access to the record in this email.</p>
      ) : (
        <Markdown>{body}</Markdown>
      )}
      <p className={css.muted}>
        {sent_at && `Accepted by the mail server ${showDateTime(sent_at, zone)}. `}
        {attempts > 1 && `${attempts} attempts.`}
      </p>
    </>
  );
};

const State = ({ message: { state, reason, due_at, attempts }, zone }: { message: Message; zone: string }) => (
  <span className={`${layout.row} ${css.state}`}>
    {state === 'queued' && <StatusBadge tone="pending">Waiting</StatusBadge>}
    {state === 'sent' && <StatusBadge tone="ok">Sent</StatusBadge>}
    {state === 'failed' && <StatusBadge tone="error">Failed</StatusBadge>}
    {state === 'skipped' && <StatusBadge icon={IconPlayerSkipForward}>Skipped</StatusBadge>}
    {reason && <span className={css.muted}>{reason}</span>}
    {state === 'queued' && attempts > 0 && <span className={css.muted}>Next attempt {showDateTime(due_at, zone)}</span>}
  </span>
);

/** Has an email sent once more. One that waits is sent anyway. */
const Resend = ({ form_id, message }: { form_id: number; message: Message }) => {
  const { mutateAsync, isPending } = useWrite(notificationRoutes.resend);
  const { id, state } = message;
  if (state === 'queued' || message.notifiable.email === '') return null;
  const resend = async () => {
    try {
      await mutateAsync({ sent: { params: { form_id, id } } });
      toast.success(`Sending to ${recipientOf(message)} again`);
    } catch (error) {
      failures.report(error);
    }
  };
  return (
    <IconButton
      size="small"
      label={`Resend ${subjectOf(message)} to ${recipientOf(message)}`}
      icon={IconSend}
      disabled={isPending}
      onClick={() => void resend()}
    />
  );
};
