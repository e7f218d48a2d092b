import { IconSend } from '@tabler/icons-react';
import { deliveriesKept, webhookRoutes } from '#contract/resources/webhooks.ts';
import { useZone } from '#web/access/account.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { useAnswer } from '#web/kit/answers.ts';
import { failures } from '#web/kit/failures.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './api-credentials.module.css';
import { type Delivery, eventLabels, type Webhook } from './webhook.ts';

const states: Record<Delivery['state'], { tone: Tone; word: string }> = {
  queued: { tone: 'pending', word: 'Waiting' },
  sent: { tone: 'ok', word: 'Arrived' },
  failed: { tone: 'error', word: 'Failed' },
  skipped: { tone: 'neutral', word: 'Not told' },
};

const State = ({ of: { state } }: { of: Delivery }) => (
  <StatusBadge tone={states[state].tone}>{states[state].word}</StatusBadge>
);

/** What the last attempt came to, and when the next one is. */
const Outcome = ({ of: { state, status, reason, attempts, due_at }, zone }: { of: Delivery; zone: string }) => (
  <>
    {status !== null && `${status}. `}
    {reason && `${reason}. `}
    {attempts > 1 && `${attempts} attempts. `}
    {state === 'queued' && attempts > 0 && `Next ${showDateTime(due_at, zone)}.`}
  </>
);

const columnsIn = (zone: string): Column<Delivery>[] => [
  {
    key: 'event',
    title: 'Event',
    cell: ({ event, record_id }) => `${eventLabels[event]}${record_id === null ? '' : ` (ID ${record_id})`}`,
  },
  { key: 'state', title: 'State', phone: 'end', cell: (one) => <State of={one} /> },
  { key: 'created_at', title: 'Time', cell: ({ created_at }) => showDateTime(created_at, zone) },
  { key: 'status', title: 'Answer', cell: (one) => <Outcome of={one} zone={zone} /> },
];

/** How often it is looked whether what waits has been sent, in milliseconds. */
const pause = 2000;

/** What a webhook was told, the newest first; what did not arrive is sent again from here, and so is a test. */
export const WebhookLog = ({ of, onClose }: { of: Webhook; onClose: () => void }) => {
  const zone = useZone();
  const deliveries = useAnswer(
    webhookRoutes.deliveries,
    { params: { id: of.id, page: 1 }, query: { page_size: '50' } },
    {
      refetchInterval: ({ state }) =>
        (state.data as { data: Delivery[] } | undefined)?.data.some((one) => one.state === 'queued') ? pause : false,
    },
  );
  const { mutateAsync: resend, isPending: isResending } = useWrite(webhookRoutes.resend);
  const { mutateAsync: sendTest, isPending: isTesting } = useWrite(webhookRoutes.test);
  const report = (write: Promise<unknown>, said: string) =>
    write.then(() => toast.success(said)).catch((error: unknown) => failures.report(error));
  const test = () => report(sendTest({ sent: { params: { id: of.id } } }), 'A test is on its way');
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
        What happened within {deliveriesKept} days, the newest 50.{' '}
        {!of.active && 'While the webhook is off, nothing is sent.'}
      </p>
      <Answered of={deliveries} failure="Could not load the log." skeleton={<RecordSkeleton label="Loading the log" />}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={IconSend} title="Nothing was sent yet" />
          ) : (
            <DataTable
              label={`Log of ${of.name}`}
              columns={columnsIn(zone)}
              rows={data}
              rowKey={({ id }) => id}
              actions={({ id, state, event }) =>
                of.active &&
                state !== 'queued' && (
                  <IconButton
                    size="small"
                    label={`Send again: ${eventLabels[event]}`}
                    icon={IconSend}
                    disabled={isResending}
                    onClick={() =>
                      void report(resend({ sent: { params: { webhook_id: of.id, id } } }), 'It is sent again')
                    }
                  />
                )
              }
            />
          )
        }
      </Answered>
    </Dialog>
  );
};
