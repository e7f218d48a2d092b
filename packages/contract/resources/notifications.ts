import { z } from 'zod';
import { listOf, listQuery, pageOf, pageParams } from '../kit/list.ts';
import type { Action } from '../kit/privileges.ts';
import { stamps, underRoutes } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { email, optionalText, text, timestamp } from '../kit/text.ts';

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
  /** Permission groups, all of whose members are recipients. */
  recipient_group_ids: z.array(id).max(50),
  /** Whether whoever recorded the response is a recipient. */
  notify_recorder: z.boolean(),
  /** At most one field: an update counts when its answer changed. */
  scoped_fields: z.array(id).max(1, 'Choose at most one field'),
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
  recipient_group_ids: z.array(id),
  notify_recorder: z.boolean(),
  scoped_fields: z.array(id),
});

export const messageStates = ['queued', 'sent', 'failed', 'skipped'] as const;
export type MessageState = (typeof messageStates)[number];

/** What a notification may be about, as an address names it. */
export const notifyingTypes = ['client_forms', 'internal_forms', 'public_forms', 'forms'] as const;

/** A message that was sent, or is waiting to be. */
export const notificationMessage = z.object({
  ...stamps.shape,
  subject: z.string(),
  /** Markdown. */
  body: z.string(),
  /** Whether subject and text are left out, because they tell of a record that the caller may not read. */
  is_withheld: z.boolean(),
  notifiable: z.object({ email: z.string() }),
  record_type: z.enum(notifyingTypes),
  record_id: id.nullable(),
  state: z.enum(messageStates),
  reason: z.string().nullable(),
  attempts: z.int(),
  /** When it is tried next, while it waits. */
  due_at: timestamp,
  sent_at: timestamp.nullable(),
});

const previewed = z.strictObject({
  /** The event. */
  name: fields.shape.name,
  subject_template: fields.shape.subject_template,
  body_template: fields.shape.body_template,
  /** The response to fill in; the newest that the caller may read when it is left out. */
  record_id: id.optional(),
});

/** Who receives a notification, wherever that is asked. */
const reaching = fields.pick({
  name: true,
  recipients: true,
  recipient_field_ids: true,
  recipient_group_ids: true,
  notify_recorder: true,
});

/** Whom a notification would tell now. */
const reach = z.object({
  people: z.array(
    z.object({
      email: z.string(),
      /** Null for an address outside the organization. */
      name: z.string().nullable(),
      /** `email` and `bell` are at once; `daily` is the summary of the day, and `none` is nothing. */
      way: z.enum(['email', 'bell', 'daily', 'none']),
      /** Why not by email. */
      reason: z.string().nullable(),
    }),
  ),
  /** Whether it also goes to whoever recorded the response, or to addresses among the answers. */
  has_others: z.boolean(),
  /** Whether nobody would be told at once. */
  reaches_nobody: z.boolean(),
});
export type NotificationReach = z.output<typeof reach>;

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
  create: fields.partial({
    conditions: true,
    recipients: true,
    recipient_field_ids: true,
    recipient_group_ids: true,
    notify_recorder: true,
    scoped_fields: true,
  }),
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
    summary: 'List the events and placeholders that notifications of a form can use',
    response: z.object({
      events: z.array(z.object({ name: z.enum(notificationEvents), label: z.string() })),
      placeholders: z.array(z.object({ name: z.string(), label: z.string() })),
      /** The groups whose members may be recipients. */
      groups: z.array(z.object({ id, name: z.string() })),
      /** Whether answers may stand in emails of this organization. */
      answers_allowed: z.boolean(),
    }),
  }),
  users: route({
    method: 'GET',
    path: `${ofForm}/notification_users`,
    access: access('write'),
    summary: 'List members of the organization who can be recipients',
    query: z.strictObject({ query: z.string().max(200).optional() }),
    response: listOf(z.object({ id, name: z.string(), email: z.string() })),
  }),
  reach: route({
    method: 'GET',
    path: `${ofForm}/notification_reach`,
    access: access('read'),
    summary: 'List the current recipients of each notification of a form',
    response: listOf(reach.extend({ id })),
  }),
  reachOfDraft: route({
    method: 'POST',
    path: `${ofForm}/notification_reach`,
    access: access('write'),
    summary: 'Preview who a notification with these recipients would reach now, without saving',
    status: 200,
    body: reaching,
    response: reach,
  }),
  messages: route({
    method: 'GET',
    path: `${ofForm}/notification_messages/page/:page`,
    // Who may use notifications sees their history.
    access: 'member',
    params: pageParams,
    summary: 'List the emails that a form sent, newest first',
    query: listQuery(z.strictObject({ state: z.enum(messageStates) }).partial(), ['created_at']).pick({
      filters: true,
      page_size: true,
    }),
    response: pageOf(notificationMessage),
  }),
  resend: route({
    method: 'POST',
    path: `${ofForm}/notification_messages/:id/resend`,
    access: access('write'),
    summary: 'Send a message again, even to an address that refused it',
    status: 202,
    response: notificationMessage,
  }),
  /** Known by the id of the mail that it quotes, whose mark nobody knows but who was sent it. */
  bounce: route({
    method: 'POST',
    path: '/mail_bounces',
    access: 'public',
    summary: 'Report a bounced email, as the mail server received it',
    body: z.strictObject({ message: z.string().max(900_000, 'Send its first 900,000 characters') }),
    status: 202,
    response: z.object({
      /** Whether it says for good that a message did not arrive which was sent from here. */
      noted: z.boolean(),
    }),
  }),
  preview: route({
    method: 'POST',
    path: `${ofForm}/notification_preview`,
    access: access('write'),
    summary: 'Show the email that a notification would send about a response',
    body: previewed,
    response: z.object({
      subject: z.string(),
      /** Markdown. */
      body: z.string(),
      /** The response that it is filled in with; null while there is none that the caller may read. */
      record_id: id.nullable(),
      /** The newest responses that it can be filled in with. */
      records: z.array(z.object({ id, label: z.string() })),
    }),
  }),
  test: route({
    method: 'POST',
    path: `${ofForm}/notification_test`,
    access: access('write'),
    summary: 'Send that email to the caller',
    body: previewed,
    status: 202,
    response: notificationMessage,
  }),
};

export type NotificationEvent = (typeof notificationEvents)[number];
