import { sql } from 'kysely';
import type { Member } from '../kit/handlers.ts';
import { always, type Where } from '../kit/rows.ts';
import {
  type AccessScope,
  visibleForms,
  visibleInternalRecords,
  visiblePublicInstances,
  visibleResponses,
} from './scopes.ts';

/** Why a message isn't sent whose author can't read the record. Shown only to those who can read the record. */
export const authorLostAccess = 'The author of this notification no longer has access to this record';

type Messages = Where<'notification_messages'>;

/** The responses that messages are about, by the type under which they are asked for. */
export const messageScopes = {
  client_forms: visibleResponses,
  internal_forms: visibleInternalRecords,
  public_forms: visiblePublicInstances,
} satisfies Record<string, AccessScope<'responses'>>;

/** Returns the condition that a message is about a response that the caller can read. */
const aboutReadableResponse = (caller: Member): Messages => {
  const open = sql.join(
    Object.entries(messageScopes).map(
      ([type, scope]) => sql`(notification_messages.record_type = ${type} and ${scope(caller, 'read')})`,
    ),
    sql` or `,
  );
  return sql<boolean>`exists (
    select from responses where responses.organization_id = ${caller.organization.id}
      and responses.id = notification_messages.record_id and (${open}))`;
};

/** Returns the condition that the caller can read what a message is about: a response, or the form alone. */
export const aboutReadable = (caller: Member): Messages =>
  caller.everything
    ? always
    : sql<boolean>`(notification_messages.record_id is null
        or (notification_messages.record_type = 'forms' and exists (
             select from forms where forms.organization_id = ${caller.organization.id}
               and forms.id = notification_messages.form_id and ${visibleForms(caller, 'read')}))
        or ${aboutReadableResponse(caller)})`;

/**
 * Returns the condition that leaves out the messages that were skipped because their author can't read the record, unless
 * the caller can: that one was due tells whether a condition held.
 */
export const listedMessages = (caller: Member): Messages =>
  caller.everything
    ? always
    : sql<boolean>`(notification_messages.reason is distinct from ${authorLostAccess} or ${aboutReadableResponse(caller)})`;
