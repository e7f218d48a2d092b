import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { webhookRoutes } from '#contract/resources/webhooks.ts';
import { useZone } from '#web/access/account.tsx';
import { useImpersonation } from '#web/access/impersonation.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { type Action, ActionMenu } from '#web/ui/action-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { toast } from '#web/ui/toast.tsx';
import shared from './api-credentials.module.css';
import { webhooksStatus } from './statuses.ts';
import { eventsInWords, stateOf, type Webhook } from './webhook.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookLog } from './webhook-log.tsx';
import { DeleteWebhook, RotateSecret, Secret, SwitchWebhook } from './webhook-questions.tsx';
import css from './webhooks.module.css';

const State = ({ of, zone }: { of: Webhook; zone: string }) => {
  const { tone, word } = stateOf(of);
  const { failing_since, switched_off_reason, former_secret_until } = of;
  return (
    <span className={css.state}>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {switched_off_reason && <span className={css.reason}>{switched_off_reason}</span>}
      {of.active && failing_since && (
        <span className={css.reason}>No delivery since {showDateTime(failing_since, zone)}</span>
      )}
      {former_secret_until && (
        <span className={css.reason}>Two secrets until {showDateTime(former_secret_until, zone)}</span>
      )}
    </span>
  );
};

const columnsIn = (zone: string): Column<Webhook>[] => [
  { key: 'name', title: 'Name', cell: ({ name }) => <b>{name}</b> },
  { key: 'url', title: 'Address', cell: ({ url }) => <code className={shared.key}>{url}</code> },
  { key: 'events', title: 'Events', cell: eventsInWords },
  { key: 'permission_group', title: 'Permission group', cell: ({ permission_group }) => permission_group.name },
  { key: 'state', title: 'State', cell: (one) => <State of={one} zone={zone} /> },
];

type WebhookAction =
  | { what: 'add' }
  | { what: 'edit' | 'log' | 'rotate' | 'switch' | 'delete' | 'secret'; of: Webhook };

/** The programs that are told what happens: added, tested, changed, turned off and on, and deleted. */
export const Webhooks = () => {
  const webhooks = useRouteQuery(webhookRoutes.list, {});
  const [asked, setAsked] = useState<WebhookAction | null>(null);
  const zone = useZone();
  const isActing = useImpersonation() !== null;
  const actionsOf = (of: Webhook): Action[] => {
    const ask = (what: Exclude<WebhookAction['what'], 'add'>) => () => setAsked({ what, of });
    return [
      { label: 'Log and test', onClick: ask('log') },
      { label: 'Edit', onClick: ask('edit') },
      ...(isActing ? [] : [{ label: 'Rotate secret', onClick: ask('rotate') }]),
      { label: of.active ? 'Turn off' : 'Turn on', onClick: ask('switch') },
      { label: 'Delete', danger: true, apart: true, onClick: ask('delete') },
    ];
  };
  const add = !isActing && (
    <Button icon={IconPlus} onClick={() => setAsked({ what: 'add' })}>
      Add webhook
    </Button>
  );
  const close = () => setAsked(null);
  return (
    <Section
      title="Webhooks"
      tab={{
        key: 'webhooks',
        status: webhooks.data && webhooksStatus(webhooks.data.data, zone, Date.now()),
        keywords: 'secret integration',
      }}
      action={webhooks.data && webhooks.data.data.length > 0 && add}
    >
      <p className={shared.intro}>
        A webhook tells your program when people or responses change. It sends the event and IDs, never names or
        answers. Your program can read the rest with an API key.{' '}
        {isActing && 'You can’t create webhooks while you act for someone else.'}
      </p>
      <Answered of={webhooks} failure="Could not load webhooks." skeleton={<RecordSkeleton label="Loading webhooks" />}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={IconWebhook} title="No webhooks yet" action={add} />
          ) : (
            <DataTable
              rows={data}
              rowKey={({ id }) => id}
              columns={columnsIn(zone)}
              label="Webhooks"
              widthsKey="webhooks"
              actions={(of) => <ActionMenu size="small" label={`Actions of ${of.name}`} actions={actionsOf(of)} />}
            />
          )
        }
      </Answered>
      {asked?.what === 'add' && <WebhookForm onClose={close} onSaved={(of) => setAsked({ what: 'secret', of })} />}
      {asked?.what === 'edit' && (
        <WebhookForm
          of={asked.of}
          onClose={close}
          onSaved={({ name }) => {
            close();
            toast.success(`Webhook ${name} saved`);
          }}
        />
      )}
      {asked?.what === 'log' && <WebhookLog of={asked.of} onClose={close} />}
      {asked?.what === 'rotate' && (
        <RotateSecret of={asked.of} onClose={close} onRotated={(of) => setAsked({ what: 'secret', of })} />
      )}
      {asked?.what === 'switch' && <SwitchWebhook of={asked.of} onClose={close} />}
      {asked?.what === 'delete' && <DeleteWebhook of={asked.of} onClose={close} />}
      {asked?.what === 'secret' && <Secret of={asked.of} onClose={close} />}
    </Section>
  );
};
