import { z } from 'zod';
import { listOf } from '../kit/list.ts';
import { asAbove, stamps, underRoutes } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { moment, name, text, timestamp } from '../kit/text.ts';

const fields = z.strictObject({
  subject: name(),
  /** Markdown. HTML in it is text. */
  body: text(20_000),
  /** When it stops being shown; null: never. */
  expired_at: moment.nullable(),
});

/** A message to the members of a permission group, shown until it expires. */
export const pinnedMessage = z.object({
  ...stamps.shape,
  subject: z.string(),
  body: z.string(),
  expired_at: timestamp.nullable(),
  expired: z.boolean(),
  permission_group: z.object({ id, name: z.string() }),
});

/** Messages are part of their group: who may change it may change them, and its members may read them. */
export const pinnedMessages = {
  name: 'pinned_messages',
  access: asAbove('permission_groups'),
  summaries: {
    list: 'List the pinned messages of a permission group, newest first',
    show: 'Show one pinned message, to members of its group and anyone who can read the group',
    create: 'Pin a message for a permission group',
    update: 'Change a pinned message',
    remove: 'Delete a pinned message',
  },
  record: pinnedMessage,
  create: fields.partial({ expired_at: true }),
  changes: fields.partial().extend({ lock_version: z.int().optional() }),
} as const;

const below = underRoutes('permission_groups/:permission_group_id', pinnedMessages);

export const pinnedMessageRoutes = {
  ...below,
  /** Its address names no group: members of the group read it who may not read the group. */
  show: route({ ...below.show, path: '/organization/:org/pinned_messages/:id', access: 'member' }),
  mine: route({
    method: 'GET',
    path: '/organization/:org/pinned_messages',
    access: 'member',
    summary: 'List unexpired messages pinned for the caller’s groups, newest first',
    response: listOf(pinnedMessage),
  }),
};
