import { z } from 'zod';
import { action, entity, privileges } from '../kit/privileges.ts';
import { id, route } from '../kit/route.ts';
import { roles } from './account.ts';

/** The organization as its members see it, with what the caller may do in it. */
export const organizationAccount = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  owner_id: id.nullable(),
  /** Whether the caller owns it. */
  owner: z.boolean(),
  /** The caller's role in this organization. */
  role: z.enum(roles),
  /** The groups that the caller is in. */
  permission_group_ids: z.array(id),
  /** The owner's name, once they have one, and address, for asking for access. */
  owner_name: z.string().nullable(),
  owner_email: z.string().nullable(),
  logo: z.string().nullable(),
  time_zone: z.string(),
  api_access_enabled: z.boolean(),
  /** Counts of fewer people are kept out of what reports work out; null keeps none out. */
  small_numbers_below: z.int().nullable(),
  case_worthy_affiliation: z.boolean(),
  privileges,
});

const schemaList = z.object({
  entities: z.array(z.object({ name: entity, label: z.string(), actions: z.array(action) })),
  actions: z.array(action),
});

export const organizationAccountRoutes = {
  organizationAccount: route({
    method: 'GET',
    path: '/organization/:org/organization_account',
    access: 'member',
    summary: 'Show the organization and what the caller may do in it',
    response: organizationAccount,
  }),
  changeOrganizationAccount: route({
    method: 'PUT',
    path: '/organization/:org/organization_account',
    access: { entity: 'organization_accounts', action: 'write', on: 'entity' },
    audited: true,
    summary:
      'Change the logo (send it as the part `logo`, or `{"logo": null}` to remove it) and below which counts reports keep them out',
    body: z
      .strictObject({
        logo: z.null(),
        small_numbers_below: z.literal([5, 10], 'Choose 5 or 10, or null to show all counts').nullable(),
      })
      .partial(),
    files: /^logo$/,
    response: organizationAccount,
  }),
  permissionsSchema: route({
    method: 'GET',
    path: '/permissions_schema',
    access: 'member',
    summary: 'List the entities and actions of privileges',
    response: schemaList,
  }),
  organizationPermissionsSchema: route({
    method: 'GET',
    path: '/organization/:org/permissions_schema',
    access: 'member',
    summary: 'List the entities and actions of privileges',
    response: schemaList,
  }),
};
