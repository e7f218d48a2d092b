import type { MailWay } from '#contract/resources/notices.ts';
import { groupsOf } from '#server/access/demands.ts';
import { membersOf } from '#server/access/members.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';
import { waysOf } from './preferences.ts';
import { readersOf } from './readers.ts';
import type { Subject } from './subject.ts';

/** Somebody whom a notification is for, with what is known of them at this moment. */
export type ResolvedRecipient = {
  email: string;
  /** Null for an address that belongs to no member. */
  user_id: number | null;
  /** Whether they get the text with answers: members who may read the record, and addresses of nobody's. */
  mayRead: boolean;
  /** Why nothing is sent to them; null when it is. */
  skipped: string | null;
};

type Definition = Pick<
  Row<'notification_definitions'>,
  'recipients' | 'recipient_field_ids' | 'recipient_group_ids' | 'notify_recorder'
>;

/** Of one notification. */
export const maxRecipients = 50;

type Outside = { id: number; isArchived: boolean };

/** The addresses of those who left, and of those who were invited and have not come yet: neither may read anything. */
export const outsideAddresses = async (tx: Tx, addresses: string[]): Promise<Map<string, Outside>> => {
  const rows = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.id')
    .select(['users.id', 'users.email', 'memberships.archived_at'])
    .where((eb) => eb.or([eb('memberships.archived_at', 'is not', null), eb('memberships.accepted_at', 'is', null)]))
    .where('users.email', 'in', addresses)
    .execute();
  return new Map(
    rows.map(({ id, email, archived_at }) => [email.toLowerCase(), { id, isArchived: archived_at !== null }]),
  );
};

/** The addresses that a mail server refused before. */
export const bouncedAmong = async (tx: Tx, addresses: string[]): Promise<Set<string>> => {
  const rows = await tx.selectFrom('bounced_addresses').select('address').where('address', 'in', addresses).execute();
  return new Set(rows.map(({ address }) => address));
};

/** Returns the addresses among the answers that a notification is also sent to. */
const answeredAddresses = (definition: Definition, { response, form }: Subject): string[] => {
  const answers = response?.answers ?? {};
  const fieldIds = new Set(form.form_fields.map(({ field_id }) => field_id));
  return definition.recipient_field_ids
    .filter((id) => fieldIds.has(id))
    .flatMap((id) => (typeof answers[id] === 'string' ? [answers[id].toLowerCase()] : []));
};

/**
 * Returns whether a stranger chose the addresses among the answers: an email with answers to such an address would let
 * them send their own words to anyone in the organization's name.
 */
const isFromStranger = async (tx: Tx, { response, record }: Subject): Promise<boolean> => {
  if (response === null || response.public_form_id !== null) return response !== null;
  const link = await tx
    .selectFrom('public_form_links')
    .select('id')
    .where('response_id', '=', record.id)
    .executeTakeFirst();
  return link !== undefined;
};

/** Whom a notification names, each once: those by address, who recorded it, members of groups, answers that are addresses. */
const addressesOf = (definition: Definition, subject: Subject, members: Member[]): string[] => {
  const { response } = subject;
  const groups = new Set(definition.recipient_group_ids);
  const named = definition.recipients.map(({ email }) => email);
  const recorder = definition.notify_recorder ? (response?.administrator_id ?? null) : null;
  const addresses = [
    ...named,
    ...members
      .filter((member) => member.person.id === recorder || groupsOf(member).some((id) => groups.has(id)))
      .map(({ person }) => person.email),
    ...answeredAddresses(definition, subject),
  ];
  return [...new Set(addresses.map((address) => address.toLowerCase()))];
};

export const archived = 'This member is archived';
export const bounced = 'A mail server refused this address before. Once the address works, send this again.';

/** Why a member gets no email of their own, when they said so. */
const unwanted = (mail: MailWay, mayRead: boolean): string | null => {
  if (mail === 'each') return null;
  return mail === 'daily' && mayRead ? 'They get a daily summary instead' : 'They chose not to get these emails';
};

/**
 * Whom a notification reaches, and whom not and why. At most fifty: those beyond are told of in one line of the history.
 */
export const recipientsOf = async (tx: Tx, definition: Definition, subject: Subject): Promise<ResolvedRecipient[]> => {
  const { organization } = subject;
  const members = await membersOf(tx, organization);
  const all = addressesOf(definition, subject, members);
  if (all.length === 0) return [];
  const byAddress = new Map(members.map((member) => [member.person.email.toLowerCase(), member]));
  const [outside, refused, readers] = await Promise.all([
    outsideAddresses(tx, all),
    bouncedAmong(tx, all),
    readersOf(
      tx,
      subject,
      all.flatMap((address) => byAddress.get(address) ?? []),
    ),
  ]);
  const wayOf = await waysOf(
    tx,
    { organization_id: organization.id, kind: 'form' },
    members.map(({ person }) => person.id),
  );
  const fromStranger = new Set((await isFromStranger(tx, subject)) ? answeredAddresses(definition, subject) : []);
  const named = new Set(definition.recipients.map((one) => one.email.toLowerCase()));
  return all.slice(0, maxRecipients + 1).map((email, place) => {
    const user_id = byAddress.get(email)?.person.id ?? outside.get(email)?.id ?? null;
    const left = all.length - maxRecipients;
    const tooMany =
      left === 1 ? 'Only 50 recipients get this email' : `Only 50 recipients get this email: ${left} don’t`;
    const isChosenByStranger = fromStranger.has(email) && !named.has(email);
    const mayRead = user_id === null ? !isChosenByStranger : readers.has(user_id);
    const reasons = [
      outside.get(email)?.isArchived ? archived : null,
      refused.has(email) ? bounced : null,
      place >= maxRecipients ? tooMany : null,
      user_id === null ? null : unwanted(wayOf(user_id).mail, mayRead),
    ];
    return {
      email,
      user_id,
      mayRead,
      skipped: reasons.find((reason) => reason !== null) ?? null,
    };
  });
};
