import { IconRefresh, IconSend } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeliveryState, deliveriesKept, deliveryStates, webhookRoutes } from '#contract/resources/webhooks.ts';
import { useZone } from '#web/access/account.tsx';
import { ControlGroup } from '#web/forms/conditions/control-group.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { failures } from '#web/kit/failures.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import words from '#web/ui/words.module.css';
import css from './api-credentials.module.css';
import { type Delivery, eventLabels, type Webhook } from './webhook.ts';
import logCss from './webhook-log.module.css';

const states: Record<DeliveryState, { tone: Tone; word: string; none: string }> = {
  queued: { tone: 'pending', word: 'Waiting', none: 'No waiting deliveries' },
  sent: { tone: 'ok', word: 'Delivered', none: 'No successful deliveries' },
  failed: { tone: 'error', word: 'Failed', none: 'No failed deliveries' },
  skipped: { tone: 'neutral', word: 'Skipped', none: 'No skipped deliveries' },
};

/** What happened, to which record, and the id by which the receiver knows the message. */
const Event = ({ of: { event, record_id, message_id } }: { of: Delivery }) => (
  <>
    {eventLabels[event]}
    {record_id !== null && ` (ID ${record_id})`}
    <div className={words.small}>
      <code>{message_id}</code>
    </div>
  </>
);

const State = ({ of: { state } }: { of: Delivery }) => (
  <StatusBadge tone={states[state].tone}>{states[state].word}</StatusBadge>
);

/** What the last attempt came to, and when the next one is. */
const Outcome = ({ of: { state, status, reason, attempts, due_at }, zone }: { of: Delivery; zone: string }) => (
  <>
    {reason ?? (status === null ? null : `Status ${status}`)}
    {attempts > 1 && <div className={words.small}>{attempts} attempts</div>}
    {state === 'queued' && attempts > 0 && <div className={words.small}>Next attempt {showDateTime(due_at, zone)}</div>}
  </>
);

const columnsIn = (zone: string): Column<Delivery>[] => [
  { key: 'event', title: 'Event', cell: (one) => <Event of={one} /> },
  { key: 'state', title: 'State', phone: 'end', cell: (one) => <State of={one} /> },
  { key: 'created_at', title: 'Time', cell: ({ created_at }) => showDateTime(created_at, zone) },
  { key: 'status', title: 'Response', cell: (one) => <Outcome of={one} zone={zone} /> },
];

/** How often the log is read again while something in it waits, in milliseconds. */
const pause = 2000;
const pageSize = 25;

/** A webhook's deliveries, newest first and page by page, with buttons to retry a failed one and to send a test. */
export const WebhookLog = ({ of, onClose }: { of: Webhook; onClose: () => void }) => {
  const zone = useZone();
  const [{ state, page }, look] = useState<{ state: DeliveryState | null; page: number }>({ state: null, page: 1 });
  const deliveries = useRouteQuery(
    webhookRoutes.deliveries,
    {
      params: { id: of.id, page },
      query: { page_size: String(pageSize), ...(state ? { filters: JSON.stringify({ state }) } : {}) },
    },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        (data as { data: Delivery[] } | undefined)?.data.some((one) => one.state === 'queued') ? pause : false,
    },
  );
  const pages = Math.max(1, Math.ceil((deliveries.data?.metadata.total_count ?? 0) / pageSize));
  // A retry may take the only delivery from the last page.
  if (deliveries.data && !deliveries.isPlaceholderData && page > pages) look({ state, page: pages });
  const { mutateAsync: resend, isPending: isResending } = useWrite(webhookRoutes.resend);
  const { mutateAsync: sendTest, isPending: isTesting } = useWrite(webhookRoutes.test);
  const report = (write: Promise<unknown>, done: string) =>
    write.then(() => toast.success(done)).catch((error: unknown) => failures.report(error));
  const test = async () => {
    await report(sendTest({ sent: { params: { id: of.id } } }), 'Sending a test');
    look({ state: null, page: 1 });
  };
  const retry = async (id: number) => {
    await report(resend({ sent: { params: { webhook_id: of.id, id } } }), 'Sending it again');
    // Under a filter, what becomes of it would not be seen.
    if (state !== null) look({ state: null, page: 1 });
  };
  return (
    <Dialog
      opened
      width={960}
      title={`Log of ${of.name}`}
      onClose={onClose}
      foot={
        <>
          <Button icon={IconSend} disabled={!of.active} busy={isTesting} onClick={() => void test()}>
            Send a test
          </Button>
          <Button tone="filled" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className={css.intro}>
        Deliveries of the last {deliveriesKept} days.{' '}
        {!of.active && 'This webhook is off. Turn it on to send a test or retry.'}
      </p>
      <ControlGroup name="Show deliveries" className={logCss.filters}>
        <FilterChip pressed={state === null} onClick={() => look({ state: null, page: 1 })}>
          All
        </FilterChip>
        {deliveryStates.map((one) => (
          <FilterChip key={one} pressed={state === one} onClick={() => look({ state: one, page: 1 })}>
            {states[one].word}
          </FilterChip>
        ))}
      </ControlGroup>
      <Answered of={deliveries} failure="Could not load the log." skeleton={<RecordSkeleton label="Loading the log" />}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={IconSend}
              title={state ? states[state].none : 'No deliveries yet'}
              {...(!state && of.active && { helper: 'Send a test to check that your program receives it.' })}
            />
          ) : (
            <>
              <DataTable
                label={`Log of ${of.name}`}
                columns={columnsIn(zone)}
                rows={data}
                rowKey={({ id }) => id}
                actions={({ id, state: was, event }) =>
                  of.active &&
                  was !== 'queued' && (
                    <IconButton
                      size="small"
                      label={`${was === 'failed' ? 'Retry' : 'Send again'}: ${eventLabels[event]}`}
                      icon={IconRefresh}
                      disabled={isResending}
                      onClick={() => void retry(id)}
                    />
                  )
                }
              />
              <Pager page={page} pages={pages} onPage={(next) => look({ state, page: next })} />
            </>
          )
        }
      </Answered>
    </Dialog>
  );
};
