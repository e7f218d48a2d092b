import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { addressOf } from '#contract/kit/request.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import type { WebhookMessage } from '#contract/resources/webhooks.ts';
import { askingFor } from '#server/access/consents.ts';
import { withGroupAlone } from '#server/access/members.ts';
import { clientsOfAnyTime } from '#server/access/scopes.ts';
import type { Config } from '#server/kit/config.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member, Organization } from '#server/kit/handlers.ts';
import { originOf } from '#server/kit/origins.ts';
import type { Row } from '#server/kit/rows.ts';
import { readersOf } from '#server/notifications/readers.ts';
import { subjectOf } from '#server/notifications/subject.ts';

type Delivery = Row<'webhook_deliveries'>;
type Data = NonNullable<WebhookMessage['data']>;
/** What a receiver may be told of a record besides its own id. */
type MessageSubject = Pick<Data, 'type' | 'form_id' | 'client_id'> & { path: string | null };

const foundPerson = async (tx: Tx, reader: Member, delivery: Delivery): Promise<MessageSubject | null> => {
  const id = delivery.record_id as number;
  const person = await tx
    .selectFrom('clients')
    .select('archived_at')
    .where('id', '=', id)
    .where(clientsOfAnyTime(reader, 'read'))
    .executeTakeFirst();
  if (!person) return null;
  const path = person.archived_at ? null : addressOf(clientRoutes.show, { params: { id } }, reader.organization.slug);
  return { type: 'clients', form_id: null, client_id: null, path };
};

const foundResponse = async (tx: Tx, reader: Member, delivery: Delivery): Promise<MessageSubject | null> => {
  const { organization_id, form_id, record_type, record_id } = delivery as Delivery & {
    form_id: number;
    record_id: number;
    record_type: Exclude<Data['type'], 'clients'>;
  };
  const subject = await subjectOf(tx, { organization_id, form_id, record: { type: record_type, id: record_id } });
  if (!subject || !(await readersOf(tx, subject, [reader])).has(reader.person.id)) return null;
  const client_id = subject.response?.client_id ?? null;
  const type = subject.record.type as Data['type'];
  const at = { params: { client_id, form_id, id: record_id } };
  const { show } = { client_forms: clientFormRoutes, internal_forms: internalFormRoutes, public_forms: flat }[
    type as typeof record_type
  ];
  return { type, form_id, client_id, path: subject.isDeleted ? null : addressOf(show, at, reader.organization.slug) };
};

const flat = { show: publicInstanceRoutes.flat };

type MessageContext = {
  config: Config;
  organization: Organization;
  group: { id: number; privileges: EntityPrivileges };
};

/**
 * What a webhook is told by a delivery: ids and an address, nothing of whom it is about. Null when the webhook's group
 * may not read the record at this moment, the person has not agreed to what programs learn, or nothing is left of it.
 */
export const messageOf = async (
  tx: Tx,
  delivery: Delivery,
  { config, organization, group }: MessageContext,
): Promise<WebhookMessage | null> => {
  const { event, record_type, record_id, record_version, api_credential_id, created_at } = delivery;
  const message = {
    type: event as WebhookMessage['type'],
    timestamp: created_at,
    organization: organization.slug,
  };
  if (event === 'test') return { ...message, data: null };
  const caller = withGroupAlone(organization, group.id, group.privileges);
  // As for any program: who has to agree to that first is not told of before.
  const reader = await askingFor({ tx, caller }, 'api');
  const found = await (record_type === 'clients' ? foundPerson : foundResponse)(tx, reader, delivery);
  if (!found) return null;
  const { path, ...data } = found;
  return {
    ...message,
    data: {
      ...data,
      id: record_id as number,
      lock_version: record_version as number,
      url: path && `${originOf(config, organization.slug)}${path}`,
      api_credential_id,
    },
  };
};
