import { useState } from 'react';
import { flushSync } from 'react-dom';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { useLeaving } from '#web/access/leaving.tsx';
import { Answered } from '#web/kit/answered.tsx';
import { ApiError } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { momentOf } from '#web/ui/day-and-time.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { Group } from './group.ts';
import { blankMessage, type MessageValues, type PinnedMessage, valuesOf } from './pinned-message.ts';
import { MessageForm } from './pinned-message-form.tsx';
import { MessageList } from './pinned-message-list.tsx';

const adding = 'add-pinned-message';

const refuse = ({ subject, body, problem }: MessageValues): void => {
  const errors = {
    ...(subject.trim() ? {} : { subject: ['Enter title'] }),
    ...(body.trim() ? {} : { body: ['Enter content'] }),
    ...(problem ? { expired_at: [problem] } : {}),
  };
  if (Object.keys(errors).length > 0) throw new ApiError(422, errors);
};

/** The messages of a group: a list, then a form, then the list again. */
export const PinnedMessages = ({ group, onClose }: { group: Group; onClose: () => void }) => {
  const params = { permission_group_id: group.id };
  const zone = useZone();
  const mayWrite = useMay()(pinnedMessageRoutes.create, group.id);
  /** The message that the form is about; null beside the list. */
  const [open, setOpen] = useState<PinnedMessage | 'new' | null>(null);
  const messages = useRouteQuery(
    pinnedMessageRoutes.list,
    { params },
    // Others pin messages too.
    { staleTime: 0 },
  );
  const { mutateAsync: create } = useWrite(pinnedMessageRoutes.create);
  const { mutateAsync: update } = useWrite(pinnedMessageRoutes.update);
  const idempotencyKey = useIdempotencyKey();

  const form = useForm(
    blankMessage,
    async (sent: MessageValues) => {
      refuse(sent);
      const { subject, lock_version } = sent;
      const body = { subject, body: sent.body, expired_at: momentOf(sent.expired_at, zone) };
      const saved =
        open === 'new' || open === null
          ? create({ sent: { params, body }, idempotencyKey: idempotencyKey(sent) })
          : update({ sent: { params: { ...params, id: open.id }, body: { ...body, lock_version } } });
      return saved.catch((error) => {
        throw inDialog(error);
      });
    },
    {
      saved: ({ subject }) => {
        toast.success(`${subject} saved`);
        showList();
      },
      showsConflict: open !== 'new',
    },
  );
  const { leave, question } = useLeaving(form.isDirty);

  const showForm = (message: PinnedMessage | 'new') => {
    form.reset(message === 'new' ? blankMessage : valuesOf(message, zone));
    flushSync(() => setOpen(message));
    focusField('subject');
  };
  const showList = () => {
    const was = open;
    form.reset(blankMessage);
    flushSync(() => setOpen(null));
    focusField(was === null || was === 'new' ? adding : `edit-pinned-message-${was.id}`);
  };

  return (
    <Dialog
      opened
      title="Manage Pinned Messages"
      width={720}
      dirty={form.isDirty}
      onClose={() => leave(onClose)}
      note={form.isDirty ? 'Not saved yet' : ''}
      foot={
        open ? (
          <>
            <Button onClick={() => leave(showList)}>Cancel</Button>
            <Button tone="filled" busy={form.isSaving} onClick={() => void form.submit()}>
              Save
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Close</Button>
            {mayWrite && (
              <Button id={adding} tone="filled" disabled={!messages.data} onClick={() => showForm('new')}>
                Add
              </Button>
            )}
          </>
        )
      }
    >
      {open ? (
        <MessageForm form={form} message={open === 'new' ? null : open} zone={zone} />
      ) : (
        <Answered of={messages} skeleton={<AreaSkeleton label="Loading pinned messages" height={96} />}>
          {({ data }) => (
            <MessageList
              messages={data}
              group={group}
              zone={zone}
              onEdit={mayWrite ? showForm : undefined}
              adding={adding}
            />
          )}
        </Answered>
      )}
      {question}
    </Dialog>
  );
};
