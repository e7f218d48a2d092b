import { z } from 'zod';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';
import { userAccount } from './account.ts';

/** How long somebody may act for another person at a time, in minutes. */
export const impersonationMinutes = 60;

/** Whose place is taken, in which organization, and until when. */
export const impersonation = z.object({
  user: userAccount.pick({ id: true, first_name: true, last_name: true, email: true }),
  organization: z.object({ id, name: z.string(), slug: z.string() }),
  expires_at: timestamp,
});

const current = impersonation.nullable();

/** Impersonation belongs to the session: until it is stopped, the same token acts as the other person. */
export const impersonationRoutes = {
  current: route({
    method: 'GET',
    path: '/admin/impersonations',
    access: 'account',
    summary: 'Show the user the session acts as, or null',
    response: current,
  }),
  start: route({
    method: 'POST',
    path: '/admin/impersonations',
    access: 'superuser',
    audited: true,
    summary: 'Act as a user of an organization, as a superuser',
    body: z.strictObject({ user_id: id, organization_id: id }),
    response: impersonation,
  }),
  stop: route({
    method: 'DELETE',
    path: '/admin/impersonations',
    access: 'account',
    audited: true,
    summary: 'Stop acting as someone else',
  }),
  currentInOrganization: route({
    method: 'GET',
    path: '/organization/:org/impersonations',
    access: 'account',
    summary: 'Show the user the session acts as, or null',
    response: current,
  }),
  startInOrganization: route({
    method: 'POST',
    path: '/organization/:org/impersonations',
    access: 'member',
    audited: true,
    summary: 'Act as a user of the caller’s organization, as its owner or administrator',
    body: z.strictObject({ user_id: id }),
    response: impersonation,
  }),
  stopInOrganization: route({
    method: 'DELETE',
    path: '/organization/:org/impersonations',
    access: 'account',
    audited: true,
    summary: 'Stop acting as someone else',
  }),
};
