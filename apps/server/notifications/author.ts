import type { Entity } from '#contract/kit/privileges.ts';
import type { NotificationEvent } from '#contract/resources/notifications.ts';
import { placeholdersOf, usedPlaceholders } from '#forms/definition/template.ts';
import { holds } from '#server/access/demands.ts';
import { memberNow } from '#server/access/members.ts';
import { openForms } from '#server/access/scopes.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import type { Tx } from '#server/kit/db.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';
import { readersOf } from './readers.ts';
import type { Subject } from './subject.ts';

type Definition = Row<'notification_definitions'>;

/**
 * Returns whether the author of a notification can read what it is about, at this moment. A notification reaches nobody on
 * behalf of someone who was archived, or who can't read the record themselves.
 */
export const canAuthorRead = async (
  tx: Tx,
  { author_id }: Pick<Definition, 'author_id'>,
  subject: Subject,
): Promise<boolean> => {
  const author = author_id === null ? null : await memberNow(tx, subject.organization, author_id);
  return author !== null && (await readersOf(tx, subject, [author])).has(author.person.id);
};

/** What someone must be able to read, all of it, to learn nothing new from a notification about this event. */
export const entitiesOf = (form: Pick<FormDefinition, 'form_type'>, event: NotificationEvent): Entity[] => {
  if (event === 'form_activated' || event === 'form_deactivated') return [];
  if (form.form_type === 'internal') return ['internal_forms'];
  return event === 'public_form_submitted' ? ['public_forms'] : ['clients', 'client_forms'];
};

type NotificationDraft = {
  name: NotificationEvent;
  conditions: unknown;
  subject_template: string;
  body_template: string;
  recipients: readonly { email: string }[];
  recipient_field_ids: readonly number[];
  scoped_fields: readonly number[];
};

const hasOutsideRecipients = async (
  { tx, caller }: MemberContext,
  { recipients }: NotificationDraft,
): Promise<boolean> => {
  const addresses = [...new Set(recipients.map(({ email }) => email.toLowerCase()))];
  if (addresses.length === 0) return false;
  const members = await ofOrganization(tx, 'memberships', caller)
    .innerJoin('users', 'users.id', 'memberships.id')
    .select('memberships.id')
    .where('memberships.archived_at', 'is', null)
    .where((eb) => eb(eb.fn<string>('lower', ['users.email']), 'in', addresses))
    .execute();
  return members.length < addresses.length;
};

const namesPeople = (form: FormDefinition, { subject_template, body_template }: NotificationDraft): boolean => {
  const personal = new Set(
    placeholdersOf({ form_type: form.form_type, fields: form.form_fields.map(({ field }) => field) })
      .filter(({ isPersonal }) => isPersonal)
      .map(({ name }) => name),
  );
  return usedPlaceholders(`${subject_template} ${body_template}`).some((name) => personal.has(name));
};

/** Returns whether someone could learn answers from a notification: from its text, its recipients, or whether it is sent. */
const revealsAnswers = async (
  context: MemberContext,
  form: FormDefinition,
  draft: NotificationDraft,
): Promise<boolean> =>
  draft.conditions !== null ||
  draft.scoped_fields.length > 0 ||
  draft.recipient_field_ids.length > 0 ||
  namesPeople(form, draft) ||
  (await hasOutsideRecipients(context, draft));

/**
 * Refuses to save a notification that could tell its author what they can't read. Nobody saves one in another's place:
 * it would go on with that person's rights once whoever saved it has lost theirs.
 * @throws forbidden
 */
export const assertAuthorCanSave = async (
  context: MemberContext,
  form: FormDefinition,
  draft: NotificationDraft,
): Promise<void> => {
  const { tx, caller } = context;
  const entities = entitiesOf(form, draft.name);
  if (entities.length === 0 || !(await revealsAnswers(context, form, draft))) return;
  if (caller.impersonator_id !== null)
    throw new Problem('forbidden', {
      base: [
        'Stop acting as someone else first. This notification has answers, names, conditions or addresses outside your organization, so you must save it as yourself.',
      ],
    });
  if (caller.everything) return;
  const open = await ofOrganization(tx, 'forms', caller)
    .select('id')
    .where('id', '=', form.id)
    .where(openForms(caller, 'read'))
    .executeTakeFirst();
  if (!open || !entities.every((entity) => holds(caller, { entity, action: 'read' })))
    throw new Problem('forbidden', {
      base: [
        'You can’t read everything recorded with this form. Leave out answers, names, conditions and addresses outside your organization, or ask someone who can to save this notification.',
      ],
    });
};
