import { useZone } from '#web/access/account.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { Markdown } from '#web/ui/markdown.tsx';
import css from './dashboard.module.css';
import type { MessageRecord } from './widget.ts';
import { WidgetFrame, type WidgetPlacement } from './widget-frame.tsx';

/** A message to a group of which the reader is a member, as a card. */
export const Message = ({ of, ...placed }: { of: MessageRecord } & WidgetPlacement) => {
  const zone = useZone();
  return (
    <WidgetFrame widget={{ record: of, record_type: 'PinnedMessage', view_id: null }} {...placed}>
      <div>
        <Markdown>{of.body}</Markdown>
        <p className={css.small}>
          For {of.permission_group.name}
          {of.expired_at && `, until ${showDateTime(of.expired_at, zone)}`}
        </p>
      </div>
    </WidgetFrame>
  );
};
