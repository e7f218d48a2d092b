import type { NotificationReach } from '#contract/resources/notifications.ts';
import { groupsOf, holds } from '#server/access/demands.ts';
import { membersOf } from '#server/access/members.ts';
import type { FormDefinition } from '#server/forms/definitions.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member, Organization } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';
import { entitiesOf } from './author.ts';
import { waysOf } from './preferences.ts';
import { archived, bouncedAmong, maxRecipients, outsideAddresses } from './recipients.ts';

type Recipients = Pick<
  Row<'notification_definitions'>,
  'name' | 'recipients' | 'recipient_group_ids' | 'recipient_field_ids' | 'notify_recorder'
>;
type ReachOfAddress = NotificationReach['people'][number];

const nameOf = ({ person: { first_name, last_name, email } }: Member): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email;

/**
 * Returns whom each of these notifications of a form would tell if it was sent now, and in which way. Who may read a
 * record depends on the record: members who can't read all of them aren't counted on to see the bell.
 */
export const reachOf = async (
  tx: Tx,
  { organization, form }: { organization: Organization; form: Pick<FormDefinition, 'form_type'> },
  definitions: readonly Recipients[],
): Promise<NotificationReach[]> => {
  const members = await membersOf(tx, organization);
  const byAddress = new Map(members.map((member) => [member.person.email.toLowerCase(), member]));
  const addressesOf = ({ recipients, recipient_group_ids }: Recipients): string[] => {
    const groups = new Set(recipient_group_ids);
    const ofGroups = members.filter((member) => groupsOf(member).some((id) => groups.has(id)));
    const all = [...recipients.map(({ email }) => email), ...ofGroups.map(({ person }) => person.email)];
    return [...new Set(all.map((address) => address.toLowerCase()))];
  };
  const addresses = [...new Set(definitions.flatMap(addressesOf))];
  const none = addresses.length === 0;
  const [outside, refused, wayOf] = await Promise.all([
    none ? new Map() : outsideAddresses(tx, addresses),
    none ? new Set() : bouncedAmong(tx, addresses),
    waysOf(
      tx,
      { organization_id: organization.id, kind: 'form' },
      members.map(({ person }) => person.id),
    ),
  ]);
  const reached = (email: string, event: Recipients['name']): ReachOfAddress => {
    const member = byAddress.get(email);
    const name = member ? nameOf(member) : null;
    if (outside.get(email)?.isArchived) return { email, name, way: 'none', reason: archived };
    const isRefused = refused.has(email);
    if (!member) {
      const reason = isRefused ? 'A mail server refused this address' : null;
      return { email, name, way: isRefused ? 'none' : 'email', reason };
    }
    const { bell, mail } = wayOf(member.person.id);
    const canRead = entitiesOf(form, event as Parameters<typeof entitiesOf>[1]).every((entity) =>
      holds(member, { entity, action: 'read' }),
    );
    if (mail === 'each' && !isRefused) return { email, name, way: 'email', reason: null };
    const why = mail === 'none' ? 'Turned these emails off' : 'Gets a daily summary instead of these emails';
    const reason = mail === 'each' ? 'A mail server refused this address' : why;
    if (!canRead) return { email, name, way: 'none', reason: `${reason}, and can’t read every record` };
    if (bell) return { email, name, way: 'bell', reason };
    return { email, name, way: mail === 'daily' ? 'daily' : 'none', reason };
  };
  return definitions.map((definition) => {
    const people = addressesOf(definition)
      .slice(0, maxRecipients)
      .map((email) => reached(email, definition.name));
    const { notify_recorder, recipient_field_ids } = definition;
    return {
      people,
      has_others: notify_recorder || recipient_field_ids.length > 0,
      reaches_nobody:
        !notify_recorder &&
        recipient_field_ids.length === 0 &&
        people.every(({ way }) => way === 'daily' || way === 'none'),
    };
  });
};
