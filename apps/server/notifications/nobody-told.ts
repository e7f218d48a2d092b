import { createHash } from 'node:crypto';
import { dayIn } from '#forms/logic/scopes.ts';
import type { Tx } from '#server/kit/db.ts';
import { publishNotices } from './bell-channel.ts';
import type { FiredNotification } from './fired.ts';
import { waysOf } from './preferences.ts';
import { eventLabels } from './subject.ts';

/** A number of its own for a notification and a day, so that its author is told once a day. */
const eventIdOf = (definition_id: number, day: string): string => {
  const digest = createHash('sha256').update(`nobody ${definition_id} ${day}`).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join('-');
};

/**
 * Tells the author of a notification, in the bell, that it reached nobody at once: all its recipients get no emails, or
 * one a day, and none sees it in the bell. Whatever the author's own settings are, and once a day for each notification.
 */
export const tellAuthorOfNobody = async (tx: Tx, fired: FiredNotification): Promise<void> => {
  const { organization, organization_id, author_id, recipients, user_ids, definition_id, form_id, event } = fired;
  if (author_id === null || recipients.some(({ skipped }) => skipped === null)) return;
  const wayOf = await waysOf(tx, { organization_id, kind: 'form' }, user_ids);
  if (user_ids.some((id) => wayOf(id).bell)) return;
  const { name } = await tx.selectFrom('forms').select('name').where('id', '=', form_id).executeTakeFirstOrThrow();
  const written = await tx
    .insertInto('notices')
    .values({
      organization_id,
      user_id: author_id,
      kind: 'form',
      notification_definition_id: definition_id,
      event_id: eventIdOf(definition_id, dayIn(new Date().toISOString(), organization.time_zone)),
      form_id,
      record_type: 'forms',
      record_id: form_id,
      is_deleted: false,
      text: `Your notification reached no one: ${eventLabels[event]}, ${name}. Check its recipients`,
      url: `/organization/forms/${form_id}`,
      in_bell: true,
      awaits_digest: false,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id', 'event_id', 'notification_definition_id']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (written) await publishNotices(tx, organization_id, [author_id]);
};
