import { IconMail, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type NotificationReach, notificationRoutes } from '#contract/resources/notifications.ts';
import { useMay } from '#web/access/account.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { inline, overlay } from '#web/parts/lazy.tsx';
import { DeleteBelow } from '#web/screens/delete-below.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { type Definition, type Metadata, type NotifyingForm, recipientsInWords, staleIn } from './notification.ts';
import css from './notifications.module.css';
import { Reach } from './reach.tsx';

const Editor = overlay('The notification dialog', async () => (await import('./notification-editor.tsx')).Editor);
const Messages = inline('Emails', async () => (await import('./messages.tsx')).Messages);

const adding = 'add-notification';

/** Which emails a form sends, and those that it sent, for who may see them. */
export const NotificationsSection = ({ form }: { form: NotifyingForm }) => {
  const may = useMay();
  const seesHistory =
    may(notificationRoutes.list) || may({ entity: 'notification_messages', action: 'use', on: 'entity' });
  return (
    <>
      {may(notificationRoutes.list) && <Definitions form={form} />}
      {seesHistory && (
        <Section title="Sent emails">
          <Messages form_id={form.id} />
        </Section>
      )}
    </>
  );
};

const Definitions = ({ form }: { form: NotifyingForm }) => {
  const may = useMay();
  const params = { form_id: form.id };
  const [open, setOpen] = useState<Definition | 'new' | null>(null);
  const list = useRouteQuery(notificationRoutes.list, { params });
  const metadata = useRouteQuery(notificationRoutes.metadata, { params });
  const reach = useRouteQuery(notificationRoutes.reach, { params });
  const data = list.data && metadata.data && { definitions: list.data.data, metadata: metadata.data };
  const isError = list.isError || metadata.isError;
  const refetch = () => Promise.all([list.refetch(), metadata.refetch()]);
  return (
    <Section
      title="Notifications"
      note={data?.definitions.length || undefined}
      action={
        may(notificationRoutes.create) && (
          <Button id={adding} size="small" icon={IconPlus} disabled={!data} onClick={() => setOpen('new')}>
            Add notification
          </Button>
        )
      }
    >
      {isError && !data && (
        <LoadFailed helper={whyNotLoaded(list.error ?? metadata.error)} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <AreaSkeleton label="Loading notifications" height={72} />}
      {data && <List form={form} {...data} reach={reach.data?.data ?? []} onEdit={setOpen} />}
      {open && data && (
        <Editor
          form={form}
          metadata={data.metadata}
          definition={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
};

const List = ({
  form,
  definitions,
  metadata,
  reach,
  onEdit,
}: {
  form: NotifyingForm;
  definitions: Definition[];
  metadata: Metadata;
  /** Whom each would tell now; none while that is loading. */
  reach: (NotificationReach & { id: number })[];
  onEdit: (definition: Definition) => void;
}) => {
  const may = useMay();
  const { events } = metadata;
  const [deleting, setDeleting] = useState<Definition | null>(null);
  const [mayWrite, mayRemove] = [may(notificationRoutes.update), may(notificationRoutes.remove)];
  if (definitions.length === 0)
    return (
      <EmptyState
        icon={IconMail}
        title="No Notifications Present"
        helper="Notifications send an email when something happens with this form."
      />
    );
  const labelOf = ({ name }: Definition) => events.find((event) => event.name === name)?.label ?? name;
  return (
    <>
      <DataTable
        label="Notifications"
        widthsKey="notifications"
        columns={[
          { key: 'event', title: 'Event', cell: labelOf },
          {
            key: 'subject',
            title: 'Subject',
            cell: (definition) => (
              <>
                {definition.subject_template}
                {staleIn(definition, metadata).map((problem) => (
                  <div key={problem} className={css.muted}>
                    {problem}
                  </div>
                ))}
              </>
            ),
          },
          {
            key: 'to',
            title: 'Recipients',
            cell: (definition) => {
              const found = definition.active ? reach.find(({ id }) => id === definition.id) : undefined;
              return (
                <>
                  {recipientsInWords(definition, form, metadata)}
                  {found && <Reach reach={found} />}
                  {found?.reaches_nobody && <StatusBadge tone="warn">No one is notified immediately</StatusBadge>}
                </>
              );
            },
          },
          {
            key: 'active',
            title: 'State',
            phone: 'end',
            cell: ({ active }) =>
              active ? <StatusBadge tone="ok">Active</StatusBadge> : <StatusBadge>Inactive</StatusBadge>,
          },
        ]}
        rows={definitions}
        rowKey={({ id }) => id}
        {...(mayWrite || mayRemove
          ? {
              actions: (definition: Definition) => (
                <span className={css.tools}>
                  {mayWrite && (
                    <IconButton
                      size="small"
                      label={`Edit ${definition.subject_template}`}
                      icon={IconPencil}
                      onClick={() => onEdit(definition)}
                    />
                  )}
                  {mayRemove && (
                    <IconButton
                      size="small"
                      label={`Delete ${definition.subject_template}`}
                      icon={IconTrash}
                      onClick={() => setDeleting(definition)}
                    />
                  )}
                </span>
              ),
            }
          : {})}
      />
      {deleting && (
        <DeleteBelow
          route={notificationRoutes.remove}
          below={{ form_id: form.id }}
          record={deleting}
          name={`notification ${deleting.subject_template}`}
          adding={adding}
          onClose={() => setDeleting(null)}
        >
          It won’t send any more emails. Emails already sent stay in the list.
        </DeleteBelow>
      )}
    </>
  );
};
