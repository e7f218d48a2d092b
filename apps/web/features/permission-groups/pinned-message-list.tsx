import { IconChevronDown, IconChevronRight, IconPencil, IconPin, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { DeleteBelow } from '#web/screens/delete-below.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import layout from '#web/ui/layout.module.css';
import { Markdown } from '#web/ui/markdown.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { Group } from './group.ts';
import { type PinnedMessage, previewOf } from './pinned-message.ts';
import css from './pinned-messages.module.css';

/** The messages of a group, the newest first. */
export const MessageList = ({
  messages,
  group,
  zone,
  onEdit,
  adding,
}: {
  messages: PinnedMessage[];
  group: Group;
  zone: string;
  /** Absent for who may only read. */
  onEdit?: ((message: PinnedMessage) => void) | undefined;
  /** The id of the button that adds one. */
  adding: string;
}) => {
  const [deleting, setDeleting] = useState<PinnedMessage | null>(null);
  if (messages.length === 0)
    return (
      <EmptyState
        icon={IconPin}
        title="No Pinned Messages Present"
        helper={`Members of ${group.name} see pinned messages on their dashboard.`}
      />
    );
  return (
    <>
      <ul className={css.messages}>
        {messages.map((message) => (
          <Message
            key={message.id}
            message={message}
            zone={zone}
            onEdit={onEdit && (() => onEdit(message))}
            onDelete={() => setDeleting(message)}
          />
        ))}
      </ul>
      {deleting && (
        <DeleteBelow
          route={pinnedMessageRoutes.remove}
          below={{ permission_group_id: group.id }}
          record={deleting}
          name={`pinned message ${deleting.subject}`}
          adding={adding}
          onClose={() => setDeleting(null)}
        >
          Members will no longer see it.
        </DeleteBelow>
      )}
    </>
  );
};

const Message = ({
  message: { id, subject, body, expired_at, expired },
  zone,
  onEdit,
  onDelete,
}: {
  message: PinnedMessage;
  zone: string;
  onEdit?: (() => void) | undefined;
  onDelete: () => void;
}) => {
  const [isOpen, setOpen] = useState(false);
  const text = useId();
  return (
    <li className={css.message} data-expired={expired || undefined}>
      <div className={`${layout.row} ${css.head}`}>
        <Icon of={IconPin} />
        <h3 className={css.subject}>
          <button type="button" aria-expanded={isOpen} aria-controls={text} onClick={() => setOpen(!isOpen)}>
            {subject}
            <Icon of={isOpen ? IconChevronDown : IconChevronRight} size="s" />
          </button>
        </h3>
        {expired && <StatusBadge tone="warn">Expired</StatusBadge>}
      </div>
      <div id={text} className={css.text}>
        {isOpen ? <Markdown>{body}</Markdown> : <p>{previewOf(body)}</p>}
      </div>
      <div className={`${layout.row} ${css.foot}`}>
        <p className={css.until}>
          {expired ? 'Expired' : 'Expires'} {expired_at ? showDateTime(expired_at, zone) : 'Never'}
        </p>
        {onEdit && (
          <span className={css.tools}>
            <Button
              id={`edit-pinned-message-${id}`}
              size="small"
              tone="subtle"
              icon={IconPencil}
              aria-label={`Edit ${subject}`}
              onClick={onEdit}
            >
              Edit
            </Button>
            <Button size="small" tone="subtle" icon={IconTrash} aria-label={`Delete ${subject}`} onClick={onDelete}>
              Delete
            </Button>
          </span>
        )}
      </div>
    </li>
  );
};
