import { z } from 'zod';
import { crudRoutes, defineResource } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { email, name, timestamp } from '../kit/text.ts';
import { recordTypes } from '../record-types.ts';

/** A member of the organization. The id is the person's, the same in every organization that they belong to. */
export const users = defineResource({
  name: 'users',
  ...recordTypes.users,
  fields: z.object({
    first_name: name(100),
    last_name: name(100),
    email,
    role: z.enum(['orgadmin', 'orguser']),
    permission_group_ids: z.array(id).max(200),
  }),
  optional: ['role', 'permission_group_ids'],
  shown: z.object({
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string(),
    name: z.string(),
    owner: z.boolean(),
    time_zone: z.string().nullable(),
    last_accessed_at: timestamp.nullable(),
    archived_at: timestamp.nullable(),
    /** Null for a member who was added without an invitation. */
    invitation: z.enum(['Pending', 'Expired', 'Accepted']).nullable(),
  }),
  filters: z.object({ archived: z.boolean() }),
  sort: ['first_name', 'last_name', 'email', 'last_accessed_at', 'created_at'],
});

const crud = crudRoutes(users);

export const userRoutes = {
  ...crud,
  create: route({ ...crud.create, audited: true }),
  update: route({ ...crud.update, audited: true }),
  remove: route({ ...crud.remove, audited: true, summary: 'Archive a user, as POST …/archive does' }),
  resendInvitation: route({
    method: 'POST',
    path: '/organization/:org/users/:id/invitation',
    access: { entity: 'users', action: 'write', on: 'record' },
    audited: true,
    summary: 'Send the invitation again; earlier links stop working',
    response: users.record,
  }),
  archive: route({
    method: 'POST',
    path: '/organization/:org/users/:id/archive',
    access: { entity: 'users', action: 'write', on: 'record' },
    audited: true,
    summary: 'Archive a user: they lose access immediately, and keep their name in histories',
    status: 204,
  }),
  unarchive: route({
    method: 'POST',
    path: '/organization/:org/users/:id/unarchive',
    access: { entity: 'users', action: 'write', on: 'record' },
    audited: true,
    summary: 'Unarchive a user, with their former groups',
    status: 204,
  }),
};
