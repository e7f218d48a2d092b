import { IconPlayerSkipForward } from '@tabler/icons-react';
import { useRef } from 'react';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { useZone } from '#web/access/account.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { useList } from '#web/kit/use-list.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import layout from '#web/ui/layout.module.css';
import { Markdown } from '#web/ui/markdown.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { useEndOfScroll } from '#web/ui/use-end-of-scroll.ts';
import type { Message } from './notification.ts';
import css from './notifications.module.css';

/** The emails that a form sent, the newest first; more are loaded as one scrolls. */
export const Messages = ({ form_id }: { form_id: number }) => {
  const zone = useZone();
  const box = useRef<HTMLElement>(null);
  const list = useList<Message>(notificationRoutes.messages, {}, { form_id });
  const { rows, total, status, more, loadingMore, onEnd, onRetry } = list;
  const hasRows = rows.length > 0;
  useEndOfScroll(() => box.current, list, hasRows);

  if (status === 'failed') return <LoadFailed helper={whyNotLoaded(list.error)} onRetry={onRetry} />;
  if (status === 'loading') return <AreaSkeleton label="Loading sent emails" height={72} />;
  if (!hasRows) return <p className={css.muted}>No email was sent yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <section ref={box} className={css.messages} aria-label="History of emails" tabIndex={0}>
      <DataTable
        label="Sent emails"
        widthsKey="sent-emails"
        columns={[
          { key: 'to', title: 'Recipient', cell: ({ notifiable }) => notifiable.email },
          { key: 'subject', title: 'Subject', cell: ({ subject }) => subject },
          { key: 'at', title: 'Time', cell: ({ created_at }) => showDateTime(created_at, zone) },
          { key: 'state', title: 'State', cell: (message) => <State message={message} /> },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ subject, notifiable }) => `${subject} to ${notifiable.email}`}
        expanded={({ body }) => <Markdown>{body}</Markdown>}
      />
      {more && (
        <Button size="small" tone="subtle" busy={loadingMore} onClick={onEnd}>
          {`Load more, ${rows.length} of ${total} loaded`}
        </Button>
      )}
    </section>
  );
};

const State = ({ message: { state, reason } }: { message: Message }) => (
  <span className={`${layout.row} ${css.state}`}>
    {state === 'queued' && <StatusBadge tone="pending">Waiting</StatusBadge>}
    {state === 'sent' && <StatusBadge tone="ok">Sent</StatusBadge>}
    {state === 'failed' && <StatusBadge tone="error">Failed</StatusBadge>}
    {state === 'skipped' && <StatusBadge icon={IconPlayerSkipForward}>Skipped</StatusBadge>}
    {reason && <span className={css.muted}>{reason}</span>}
  </span>
);
