import { useEffect, useState } from 'react';
import type { NotificationReach } from '#contract/resources/notifications.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { call } from '#web/kit/api.ts';
import { Banner } from '#web/ui/banner.tsx';
import { reachInWords, sentOf, type Values } from './notification.ts';
import css from './notifications.module.css';

/** Whom a notification would tell now, and whom not and why. */
export const Reach = ({ reach }: { reach: NotificationReach }) => (
  <>
    {reachInWords(reach).map((line) => (
      <div key={line} className={css.muted}>
        {line}
      </div>
    ))}
  </>
);

/** In milliseconds: while somebody chooses recipients, the server is asked once in so long. */
const pause = 300;

/** The same while its recipients are being chosen. */
export const DraftReach = ({ form_id, values }: { form_id: number; values: Values }) => {
  const [reach, setReach] = useState<NotificationReach | null>(null);
  const { name, recipients, recipient_field_ids, recipient_group_ids, notify_recorder } = sentOf(values);
  const asked = JSON.stringify({ name, recipients, recipient_field_ids, recipient_group_ids, notify_recorder });
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      call(notificationRoutes.reachOfDraft, { params: { form_id }, body: JSON.parse(asked) }).then(
        (found) => isCurrent && setReach(found),
        // What is wrong with the recipients is said when they are saved.
        () => isCurrent && setReach(null),
      );
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [form_id, asked]);
  const isAnyChosen =
    recipients.length + recipient_group_ids.length + recipient_field_ids.length > 0 || notify_recorder;
  if (!reach || !isAnyChosen) return null;
  return (
    <div role="status">
      {reach.reaches_nobody && <Banner>With these recipients, no one would be notified immediately.</Banner>}
      <Reach reach={reach} />
    </div>
  );
};
