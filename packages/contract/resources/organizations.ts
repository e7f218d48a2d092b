import { z } from 'zod';
import { listOf, listQuery } from '../kit/list.ts';
import { platformCrud } from '../kit/platform.ts';
import { stamps } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { email, name, slug, text, timestamp } from '../kit/text.ts';
import { timeZone } from './account.ts';
import { referralSystemChanges, referralSystemSettings } from './referral-system.ts';

const fields = z.strictObject({
  name: name(),
  slug,
  owner_email: email,
  time_zone: timeZone,
  pricing_tier_id: id.nullable(),
  api_access_enabled: z.boolean(),
});

export const organization = z.object({
  ...stamps.shape,
  name: z.string(),
  slug: z.string(),
  owner_id: id.nullable(),
  owner_email: z.string().nullable(),
  /** Who becomes the owner once they accept their invitation; null while nobody is to. */
  next_owner_email: z.string().nullable(),
  /** Null until the owner accepted the invitation. */
  owner_name: z.string().nullable(),
  time_zone: z.string(),
  pricing_tier_id: id.nullable(),
  pricing_tier_name: z.string().nullable(),
  api_access_enabled: z.boolean(),
  /** Since when nobody but the platform team gets in; null while everybody does. */
  suspended_at: timestamp.nullable(),
  suspended_reason: z.string().nullable(),
  /** The ids of the users who are archived. */
  archived: z.array(id),
  logo: z.string().nullable(),
  /** Its external referral system, "DTD"; null where it has none. */
  case_worthy_affiliation: referralSystemSettings.nullable(),
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

const { remove: _, ...crud } = platformCrud({
  name: 'organizations',
  title: { one: 'organization', many: 'organizations' },
  query: listQuery(z.strictObject({}), ['name', 'slug', 'created_at']),
  record: organization,
  listed: organization.omit({ users: true, archived: true, logo: true, case_worthy_affiliation: true }),
  create: fields.partial({ time_zone: true, pricing_tier_id: true, api_access_enabled: true }),
  changes: fields.partial().extend({
    lock_version: z.int().optional(),
    /** Null takes the choice of a next owner back; `owner_email` makes it. */
    next_owner_email: z.null().optional(),
    case_worthy_affiliation: referralSystemChanges.optional(),
  }),
});

/** The platform team's view of all organizations. */
export const organizationRoutes = {
  ...crud,
  suspend: route({
    method: 'POST',
    path: '/admin/organizations/:id/suspend',
    access: 'superuser',
    audited: true,
    summary: 'Suspend an organization: no one can open it, its public forms are closed, and its jobs wait',
    body: z.strictObject({ reason: text(1000, 'Enter a reason') }),
    response: organization,
    status: 200,
  }),
  unsuspend: route({
    method: 'POST',
    path: '/admin/organizations/:id/unsuspend',
    access: 'superuser',
    audited: true,
    summary: 'Reinstate a suspended organization',
    response: organization,
    status: 200,
  }),
  caseWorthyTest: route({
    method: 'POST',
    path: '/admin/organizations/:id/case_worthy_test',
    access: 'superuser',
    audited: true,
    summary: 'Test whether an organization’s referral system answers',
    response: z.object({ ok: z.boolean(), message: z.string() }),
    status: 200,
  }),
  formFields: route({
    method: 'GET',
    path: '/admin/organizations/:organization_id/forms/:id/fields',
    access: 'superuser',
    summary: 'The fields of a client form of an organization, in their order',
    response: listOf(z.object({ id, name: z.string() })),
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
    summary: 'Unarchive a user of an organization',
    response: organization,
  }),
};
