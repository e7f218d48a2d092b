import { z } from 'zod';
import { listOf, listQuery, pageOf, pageParams } from '../kit/list.ts';
import { stamps } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { email, name, slug } from '../kit/text.ts';
import { timeZone } from './account.ts';

const fields = z.strictObject({
  name: name(),
  slug,
  owner_email: email,
  time_zone: timeZone,
  api_access_enabled: z.boolean(),
});

export const organization = z.object({
  ...stamps.shape,
  name: z.string(),
  slug: z.string(),
  owner_id: id.nullable(),
  owner_email: z.string().nullable(),
  /** Null until the owner accepted the invitation. */
  owner_name: z.string().nullable(),
  time_zone: z.string(),
  api_access_enabled: z.boolean(),
  users: z.array(
    z.object({
      id,
      name: z.string(),
      email: z.string(),
      archived: z.boolean(),
      /** Whether they accepted their invitation; before that, nobody acts for them. */
      accepted: z.boolean(),
      last_accessed_at: z.string().nullable(),
    }),
  ),
});

const listed = organization.omit({ users: true });
const query = listQuery(z.strictObject({}), ['name', 'slug', 'created_at']);

/** The platform team's view of all organizations. */
export const organizationRoutes = {
  list: route({
    method: 'GET',
    path: '/admin/organizations',
    access: 'superuser',
    summary: 'List all organizations',
    query,
    response: listOf(listed),
  }),
  page: route({
    method: 'GET',
    path: '/admin/organizations/page/:page',
    access: 'superuser',
    summary: 'List organizations, a page at a time',
    params: pageParams,
    query,
    response: pageOf(listed),
  }),
  show: route({
    method: 'GET',
    path: '/admin/organizations/:id',
    access: 'superuser',
    summary: 'Show one organization',
    response: organization,
  }),
  create: route({
    method: 'POST',
    path: '/admin/organizations',
    access: 'superuser',
    audited: true,
    summary: 'Create an organization and invite its owner',
    body: fields.partial({ time_zone: true, api_access_enabled: true }),
    response: organization,
  }),
  update: route({
    method: 'PUT',
    path: '/admin/organizations/:id',
    access: 'superuser',
    audited: true,
    summary: 'Change an organization',
    body: fields.omit({ owner_email: true }).partial().extend({ lock_version: z.int().optional() }),
    response: organization,
  }),
  archiveUser: route({
    method: 'DELETE',
    path: '/admin/organizations/:organization_id/users/:id',
    access: 'superuser',
    audited: true,
    summary: 'Archive a user of an organization',
  }),
  unarchiveUser: route({
    method: 'PUT',
    path: '/admin/organizations/:organization_id/users/:id',
    access: 'superuser',
    audited: true,
    summary: 'Bring an archived user of an organization back',
    response: organization,
  }),
};
