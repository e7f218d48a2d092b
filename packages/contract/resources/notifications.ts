import { z } from 'zod';
import { listOf, pageOf, pageParams, whole } from '../kit/list.ts';
import type { Action } from '../kit/privileges.ts';
import { stamps, underRoutes } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { email, optionalText, text } from '../kit/text.ts';

/** What a form can send an email about. */
export const notificationEvents = [
  'client_form_created',
  'client_form_updated',
  'client_form_deleted',
  'public_form_submitted',
  'public_form_linked',
  'internal_record_created',
  'internal_record_updated',
  'internal_record_deleted',
  'form_activated',
  'form_deactivated',
] as const;

const recipient = z.strictObject({
  name: optionalText(255).optional(),
  email,
  phone: optionalText(50).optional(),
  delivery_types: z.array(z.enum(['email'])).max(1),
});

export type Recipient = z.output<typeof recipient>;

const fields = z.strictObject({
  /** The event. */
  name: z.enum(notificationEvents, 'Choose an event'),
  active: z.boolean().optional(),
  subject_template: text(150).refine((subject) => !/[\r\n]/.test(subject), 'Write the subject on one line'),
  /** Markdown with placeholders such as {{form_name}}. */
  body_template: text(20_000),
  /** The conditions as JSON text, or null: always. */
  conditions: z.string().max(50_000).nullable(),
  recipients: z.array(recipient).max(50, 'Use at most 50 recipients'),
  /** Email fields of the form whose answers are addresses. */
  recipient_field_ids: z.array(id).max(50),
  /** At most one field: an update counts when its answer changed. */
  scoped_fields: z.array(id).max(1, 'Choose one field at most'),
});

export const notificationDefinition = z.object({
  ...stamps.shape,
  owner_id: id,
  owner_type: z.literal('forms'),
  name: z.enum(notificationEvents),
  active: z.boolean(),
  subject_template: z.string(),
  body_template: z.string(),
  conditions: z.string().nullable(),
  recipients: z.array(recipient),
  recipient_field_ids: z.array(id),
  scoped_fields: z.array(id),
});

const messageStates = ['queued', 'sent', 'failed', 'skipped'] as const;
export type MessageState = (typeof messageStates)[number];

/** A message that was sent, or is waiting to be. */
export const notificationMessage = z.object({
  ...stamps.shape,
  subject: z.string(),
  body: z.string(),
  notifiable: z.object({ email: z.string() }),
  state: z.enum(messageStates),
  reason: z.string().nullable(),
  attempts: z.int(),
});

const access = (action: Action) => ({ entity: 'notification_messages', action, on: 'entity' }) as const;

/** The emails that a form sends. */
export const notifications = {
  name: 'notification_definitions',
  access,
  summaries: {
    list: 'List the notifications of a form',
    show: 'Show one notification',
    create: 'Add a notification to a form',
    update: 'Change a notification',
    remove: 'Delete a notification',
  },
  record: notificationDefinition,
  create: fields.partial({ conditions: true, recipients: true, recipient_field_ids: true, scoped_fields: true }),
  changes: fields.partial().extend({ lock_version: z.int().optional() }),
} as const;

const ofForm = '/organization/:org/forms/:form_id';

/** Emails that a form sends: their definitions, and the history of what was sent. */
export const notificationRoutes = {
  ...underRoutes('forms/:form_id', notifications),
  metadata: route({
    method: 'GET',
    path: `${ofForm}/notification_metadata`,
    access: access('read'),
    summary: 'The events and placeholders that notifications of a form may use',
    response: z.object({
      events: z.array(z.object({ name: z.enum(notificationEvents), label: z.string() })),
      placeholders: z.array(z.object({ name: z.string(), label: z.string() })),
      /** Whether answers may stand in emails of this organization. */
      answers_allowed: z.boolean(),
    }),
  }),
  users: route({
    method: 'GET',
    path: `${ofForm}/notification_users`,
    access: access('write'),
    summary: 'Members of the organization who may be recipients',
    query: z.strictObject({ query: z.string().max(200).optional() }),
    response: listOf(z.object({ id, name: z.string(), email: z.string() })),
  }),
  messages: route({
    method: 'GET',
    path: `${ofForm}/notification_messages/page/:page`,
    // Who may use notifications sees their history.
    access: 'member',
    params: pageParams,
    summary: 'The emails that a form sent, newest first',
    query: z.strictObject({ page_size: whole(1, 100).optional() }),
    response: pageOf(notificationMessage),
  }),
};

export type NotificationEvent = (typeof notificationEvents)[number];
