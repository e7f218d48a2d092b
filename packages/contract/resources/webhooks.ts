import { z } from 'zod';
import { isWebAddress } from '#forms/field-types/web-address.ts';
import { json, listOf, pageOf, pageParams, whole } from '../kit/list.ts';
import { stamps } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { name, timestamp } from '../kit/text.ts';

/** What webhooks tell of. */
export const webhookEvents = [
  'client_created',
  'client_updated',
  'client_archived',
  'client_form_created',
  'client_form_updated',
  'client_form_deleted',
  'public_form_submitted',
  'internal_record_created',
  'internal_record_updated',
  'internal_record_deleted',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** So many an organization may have. */
export const maxWebhooks = 10;

/** How long a secret goes on signing beside the one that replaced it, in hours. */
export const secretOverlap = 24;

/** After so many days in which nothing arrived a webhook is switched off. */
export const daysUntilOff = 3;

/** How long deliveries are kept, in days. */
export const deliveriesKept = 30;

const url = z
  .string()
  .max(500)
  .refine((value) => isWebAddress(value, ['https:', 'http:']), 'Enter an address like https://example.org/hooks')
  .refine((value) => !value.includes('#'), 'Leave out the part after the #: it isn’t sent');

const events = z
  .array(z.enum(webhookEvents, 'Choose events from the list'))
  .min(1, 'Choose at least one event')
  .max(webhookEvents.length)
  .refine((all) => new Set(all).size === all.length, 'Choose each event only once');

const fields = z.strictObject({ name: name(), url, events, permission_group_id: id });

/** An address that is told what happens, without anything of whom it happens to. */
export const webhook = z.object({
  ...stamps.shape,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** It is told of what this group may read. */
  permission_group: z.object({ id, name: z.string() }),
  active: z.boolean(),
  /** Why it was switched off, when nobody did it. */
  switched_off_reason: z.string().nullable(),
  /** Since when nothing arrives there; null while the last attempt did. */
  failing_since: timestamp.nullable(),
  /** Only in the answer that made it: it is stored encrypted, and not shown again. */
  secret: z.string().nullable(),
  /** Until when the secret before this one signs too. */
  former_secret_until: timestamp.nullable(),
});

export const deliveryStates = ['queued', 'sent', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One thing that a webhook was told, or waits to be told. */
export const webhookDelivery = z.object({
  ...stamps.shape,
  /** What the receiver knows it by, in `webhook-id`: the same at each attempt. */
  message_id: z.string(),
  event: z.enum([...webhookEvents, 'test']),
  /** Null of a test, and of what the webhook may not be told of. */
  record_id: id.nullable(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** When it is tried next, while it waits. */
  due_at: timestamp,
  /** The status of the last answer; null when there was none. */
  status: z.int().nullable(),
  reason: z.string().nullable(),
  sent_at: timestamp.nullable(),
});

/** The body of what is sent. Receivers ask the API for what they may know besides. */
export const webhookMessage = z.object({
  type: z.enum([...webhookEvents, 'test']),
  /** When it happened. */
  timestamp,
  /** The slug of the organization. */
  organization: z.string(),
  /** Null of a test. */
  data: z
    .object({
      type: z.enum(['clients', 'client_forms', 'internal_forms', 'public_forms']),
      id,
      /** Of a response: the form. */
      form_id: id.nullable(),
      /** Of a response to a form about a person: that person. */
      client_id: id.nullable(),
      /** The version that the record had then: of a later one nothing new is told. */
      lock_version: z.int(),
      /** Where the API shows the record; null when it is gone. */
      url: z.string().nullable(),
      /** The API credential with which a program did it; null when a person did. */
      api_credential_id: id.nullable(),
    })
    .nullable(),
});
export type WebhookMessage = z.output<typeof webhookMessage>;

const path = '/organization/:org/webhooks';
/** And besides: the owner, an organization administrator or a superuser, while API access is switched on. */
const access = { entity: 'organization_accounts', action: 'write', on: 'entity' } as const;

export const webhookRoutes = {
  list: route({
    method: 'GET',
    path,
    access,
    secret: true,
    summary: 'List the webhooks',
    response: listOf(webhook),
  }),
  create: route({
    method: 'POST',
    path,
    access,
    audited: true,
    secret: true,
    summary: 'Add a webhook; only this response shows its secret',
    body: fields,
    response: webhook,
  }),
  update: route({
    method: 'PUT',
    path: `${path}/:id`,
    access,
    audited: true,
    secret: true,
    summary: 'Change a webhook, or turn it on or off',
    body: fields.partial().extend({ active: z.boolean().optional(), lock_version: z.int().optional() }),
    response: webhook,
  }),
  rotate: route({
    method: 'POST',
    path: `${path}/:id/rotate`,
    access,
    audited: true,
    secret: true,
    summary: `Replace the secret; only this response shows the new one, and both sign for ${secretOverlap} hours`,
    response: webhook,
    status: 200,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:id`,
    access,
    audited: true,
    summary: 'Delete a webhook with its deliveries',
  }),
  test: route({
    method: 'POST',
    path: `${path}/:id/test`,
    access,
    summary: 'Send a test',
    response: webhookDelivery,
    status: 202,
  }),
  deliveries: route({
    method: 'GET',
    path: `${path}/:id/deliveries/page/:page`,
    access,
    params: pageParams,
    summary: `List a webhook’s deliveries of the last ${deliveriesKept} days, newest first`,
    query: z.strictObject({
      filters: json(z.strictObject({ state: z.enum(deliveryStates).optional() })).optional(),
      page_size: whole(1, 100).optional(),
    }),
    response: pageOf(webhookDelivery),
  }),
  resend: route({
    method: 'POST',
    path: `${path}/:webhook_id/deliveries/:id/resend`,
    access,
    summary: 'Send a delivery again, with the same ID',
    response: webhookDelivery,
    status: 202,
  }),
};
