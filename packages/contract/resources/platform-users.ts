import { z } from 'zod';
import { listOf, listQuery } from '../kit/list.ts';
import { platformCrud } from '../kit/platform.ts';
import { stamps } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { email, name, password, timestamp } from '../kit/text.ts';
import { timeZone } from './account.ts';

/** Whether somebody is of the platform team. What they are in an organization belongs to their membership there. */
export const platformRoles = ['superuser', 'orguser'] as const;

const fields = z.strictObject({
  email,
  first_name: name(100),
  last_name: name(100),
  role: z.enum(platformRoles, 'Choose superuser or orguser'),
  organization_ids: z.array(id).max(200, 'Choose at most 200 organizations'),
  time_zone: timeZone.nullable(),
});

const listed = z.object({
  ...stamps.shape,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  role: z.enum(platformRoles),
  /** Whether they have set a password, which who was invited has not. */
  accepted: z.boolean(),
  /** The first organization that they may enter. */
  organization_id: id.nullable(),
  organization_ids: z.array(id),
  active_organization_ids: z.array(id),
  archived_organization_ids: z.array(id),
  /** The names of the organizations, in the order of their ids. */
  organization_names: z.array(z.string()),
  /** Whether they were archived everywhere. */
  archived: z.boolean(),
  time_zone: z.string().nullable(),
  last_accessed_at: timestamp.nullable(),
  last_logged_in_at: timestamp.nullable(),
  last_login_ip: z.string().nullable(),
});

const membership = z.object({
  organization: z.object({ id, name: z.string(), slug: z.string(), suspended: z.boolean() }),
  role: z.enum(['orgadmin', 'orguser']),
  owner: z.boolean(),
  permission_groups: z.array(z.string()),
  accepted: z.boolean(),
  archived_at: timestamp.nullable(),
  last_accessed_at: timestamp.nullable(),
});

const crud = platformCrud({
  name: 'users',
  title: { one: 'user', many: 'users' },
  query: listQuery(z.strictObject({ superusers: z.boolean(), archived: z.boolean(), organization_id: id }).partial(), [
    'last_name',
    'first_name',
    'email',
    'created_at',
  ]),
  record: listed.extend({
    memberships: z.array(membership),
    second_factor_since: timestamp.nullable(),
    /** The confidentiality statement that they accepted last. */
    agreement: z.object({ version: z.int(), accepted_at: timestamp }).nullable(),
  }),
  listed,
  create: fields.partial({ role: true, organization_ids: true, time_zone: true }),
  changes: fields.partial().extend({
    /** A new one ends all sessions of the person. */
    password: password.optional(),
    password_confirmation: z.string().max(1000).optional(),
    lock_version: z.int().optional(),
  }),
});

/** Everybody who has an account, as the platform team sees them. */
export const platformUserRoutes = {
  ...crud,
  update: route({ ...crud.update, hashes: true }),
  invite: route({
    method: 'POST',
    path: '/admin/users/:id/invitation',
    access: 'superuser',
    audited: true,
    summary: 'Resend the link to set a password to a user who has none',
    status: 204,
  }),
  search: route({
    method: 'GET',
    path: '/admin/user_search_result',
    access: 'superuser',
    summary: 'Suggest users by their email address',
    query: z.strictObject({ email: z.string().max(255) }),
    response: listOf(
      z.object({ id, email: z.string(), first_name: z.string().nullable(), last_name: z.string().nullable() }),
    ),
  }),
};
