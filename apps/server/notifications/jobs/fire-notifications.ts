import type { NotificationEvent } from '#contract/resources/notifications.ts';
import { usedPlaceholders } from '#forms/definition/template.ts';
import { authorLostAccess } from '#server/access/notification-messages.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { Tx } from '#server/kit/db.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import type { Row } from '#server/kit/rows.ts';
import { among } from '#server/kit/rows.ts';
import { takeTurn } from '#server/kit/take-turn.ts';
import { canAuthorRead } from '#server/notifications/author.ts';
import { channels } from '#server/notifications/channels.ts';
import type { FiredNotification } from '#server/notifications/fired.ts';
import { isPaused } from '#server/notifications/mail-channel.ts';
import { tellAuthorOfNobody } from '#server/notifications/nobody-told.ts';
import { maxRecipients, recipientsOf } from '#server/notifications/recipients.ts';
import { eventLabels, pathOf, type Subject, subjectOf } from '#server/notifications/subject.ts';
import { mailingAbout } from '#server/notifications/texts.ts';

type Payload = InOrganization<'fire_notifications'>;
type Definition = Row<'notification_definitions'>;

const definitionsOf = (tx: Tx, { definition_ids }: Payload): Promise<Definition[]> =>
  tx
    .selectFrom('notification_definitions')
    .selectAll()
    .where('id', '=', among(definition_ids))
    .where('active', '=', true)
    .orderBy('id')
    .execute();

/** Whether nothing narrows which updates a notification tells of, so that it must not tell of each. */
const isPausing = ({ conditions, scoped_fields }: Definition, event: NotificationEvent): boolean =>
  event.endsWith('_updated') && conditions === null && scoped_fields.length === 0;

/** What the bell says: the author's subject where nothing is put into it, else what happened. */
const lineOf = ({ subject_template }: Definition, { form, response }: Subject, event: NotificationEvent): string => {
  const what = usedPlaceholders(subject_template).length === 0 ? subject_template.trim() : eventLabels[event];
  return `${what}: ${form.name}${response?.client_id ? ` · ID ${response.client_id}` : ''}`;
};

const firedBy = async (
  tx: Tx,
  { subject, definition, event, event_id }: { subject: Subject; definition: Definition } & Payload,
  config: JobServices['config'],
): Promise<FiredNotification> => {
  const recipients = (await canAuthorRead(tx, definition, subject))
    ? await recipientsOf(tx, definition, subject)
    : [{ email: '', user_id: null, mayRead: false, skipped: authorLostAccess }];
  const { organization, form, record, response, isDeleted } = subject;
  const { client_id = null, public_form_id = null } = isDeleted && response ? response : {};
  return {
    organization_id: organization.id,
    organization,
    kind: 'form',
    event_id,
    record,
    about: {
      form_id: form.id,
      record_type: record.type,
      record_id: record.id,
      is_deleted: isDeleted,
      client_id,
      public_form_id,
    },
    user_ids: recipients
      .slice(0, maxRecipients)
      .flatMap(({ user_id, mayRead }) => (user_id !== null && mayRead ? [user_id] : [])),
    text: lineOf(definition, subject, event),
    url: pathOf(subject),
    event,
    form_id: form.id,
    definition_id: definition.id,
    author_id: definition.author_id,
    recipients,
    mailing: mailingAbout(definition, subject, config),
  };
};

/**
 * Works out whom notifications reach and what they say, as record, rights and addresses are now, and hands that to each
 * channel. Firings of an organization take turns, so that limits and pauses hold. A second run adds nothing.
 */
export const fireNotifications = async ({ database, config }: JobServices, payload: Payload): Promise<void> => {
  const { organization_id } = payload;
  await database.inOrganization({ organization_id }, async (tx) => {
    await takeTurn(tx, 'fire_notifications', organization_id);
    const subject = await subjectOf(tx, payload);
    if (!subject) return;
    for (const definition of await definitionsOf(tx, payload)) {
      const telling = { ...payload, definition_id: definition.id, record_id: payload.record.id };
      if (isPausing(definition, payload.event) && (await isPaused(tx, telling))) continue;
      const fired = await firedBy(tx, { subject, definition, ...payload }, config);
      for (const channel of channels) await channel(tx, fired);
      await tellAuthorOfNobody(tx, fired);
    }
  });
};
