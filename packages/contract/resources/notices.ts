import { z } from 'zod';
import { json, pageOf, pageParams, whole } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';

/** What members are told of: what forms notify of, and how the work ended that they had done in the background. */
export const noticeKinds = ['form', 'job'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** How emails of a kind come: each by itself, one a day that sums them up, or none. */
export const mailWays = ['each', 'daily', 'none'] as const;
export type MailWay = (typeof mailWays)[number];

/** What the bell tells its reader: one line without names of people and without answers. */
export const notice = z.object({
  id,
  kind: z.enum(noticeKinds),
  text: z.string(),
  /** Where it leads: a path within the organization's address. */
  url: z.string(),
  created_at: timestamp,
  read_at: timestamp.nullable(),
});
export type Notice = z.output<typeof notice>;

/** Up to this many: beyond it is not counted. */
export const maxUnread = 100;
const unread_count = z.int();

/** What a stream tells at its beginning, and each time something changed. */
export const bellState = z.object({
  unread_count,
  /** What came since the last event, the oldest first, at most three; none at the beginning of a first stream. */
  newest: z.array(notice),
});
export type BellState = z.output<typeof bellState>;

const preference = z.strictObject({ kind: z.enum(noticeKinds), bell: z.boolean(), mail: z.enum(mailWays) });
export type NoticePreference = z.output<typeof preference>;
const preferences = z.object({ preferences: z.array(preference) });

const path = '/organization/:org/notifications';
const asRead = z.strictObject({ read: z.literal(true, 'Send true') });
const access = 'member';

/** The caller's own notices, each as long as they may read what it is about. Kept for 90 days. */
export const noticeRoutes = {
  page: route({
    method: 'GET',
    path: `${path}/page/:page`,
    access,
    summary: 'List the caller’s notifications, newest first',
    params: pageParams,
    query: z.strictObject({
      filters: json(z.strictObject({ unread: z.literal(true).optional() })).optional(),
      page_size: whole(1, 100).optional(),
    }),
    response: pageOf(notice).extend({
      metadata: pageOf(notice).shape.metadata.extend({ unread_count }),
    }),
  }),
  read: route({
    method: 'PUT',
    path: `${path}/:id`,
    access,
    summary: 'Mark one notification as read',
    body: asRead,
    response: notice,
  }),
  readAll: route({
    method: 'PUT',
    path,
    access,
    summary: 'Mark all notifications as read',
    body: asRead,
    response: z.object({ unread_count }),
  }),
  /** Server-sent events: `notices`, each with a BellState. The id of an event is what `last` goes on from. */
  stream: route({
    method: 'GET',
    path: `${path}/stream`,
    access,
    summary: 'Stream notifications as server-sent events',
    query: z.strictObject({
      /** The id of the last event that was heard. */
      last: z
        .string()
        .regex(/^\d{1,15}$/, 'Send the ID of the last event')
        .transform(Number)
        .optional(),
      /** How long it stays open: 0 tells what is there, and ends. */
      seconds: whole(0, 3600).optional(),
    }),
    download: true,
  }),
  preferences: route({
    method: 'GET',
    path: '/organization/:org/notification_preferences',
    access,
    summary: 'Show the caller’s notification settings for each kind',
    response: preferences,
  }),
  changePreferences: route({
    method: 'PUT',
    path: '/organization/:org/notification_preferences',
    access,
    summary: 'Change the caller’s notification settings',
    body: z.strictObject({
      preferences: z
        .array(preference)
        .min(1, 'Choose at least one kind')
        .max(noticeKinds.length)
        .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'Choose each kind only once'),
    }),
    response: preferences,
  }),
};
