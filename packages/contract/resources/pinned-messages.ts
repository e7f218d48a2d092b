import { z } from 'zod';
import { listOf } from '../kit/list.ts';
import { removal, stamps } from '../kit/resource.ts';
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

const ofGroup = '/organization/:org/permission_groups/:permission_group_id/pinned_messages';

/** Messages are part of their group: who may change it may change them, and its members may read them. */
export const pinnedMessageRoutes = {
  list: route({
    method: 'GET',
    path: ofGroup,
    access: { entity: 'permission_groups', action: 'read', on: 'record' },
    summary: 'List the pinned messages of a permission group, newest first',
    response: listOf(pinnedMessage),
  }),
  create: route({
    method: 'POST',
    path: ofGroup,
    access: { entity: 'permission_groups', action: 'write', on: 'record' },
    summary: 'Pin a message for a permission group',
    body: fields.partial({ expired_at: true }),
    response: pinnedMessage,
  }),
  update: route({
    method: 'PUT',
    path: `${ofGroup}/:id`,
    access: { entity: 'permission_groups', action: 'write', on: 'record' },
    summary: 'Change a pinned message',
    body: fields.partial().extend({ lock_version: z.int().optional() }),
    response: pinnedMessage,
  }),
  remove: route({
    method: 'DELETE',
    path: `${ofGroup}/:id`,
    access: { entity: 'permission_groups', action: 'write', on: 'record' },
    summary: 'Delete a pinned message',
    body: removal.optional(),
  }),
  show: route({
    method: 'GET',
    path: '/organization/:org/pinned_messages/:id',
    access: 'member',
    summary: 'Show one pinned message, to members of its group and to who may read the group',
    response: pinnedMessage,
  }),
};
