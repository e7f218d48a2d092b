import { z } from 'zod';
import { fiscalYearStartMonth, weekStart } from '../kit/calendar.ts';
import { action, entity, privileges } from '../kit/privileges.ts';
import { id, route } from '../kit/route.ts';
import { email, name } from '../kit/text.ts';
import { roles } from './account.ts';

/** A sender's name that mail programs can't take for an address, or for part of one. */
const senderName = name(100).refine((value) => !/[@<>",]/.test(value), 'Leave out @ < > " and commas');

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
  /** The day on which weeks begin: words such as “last week” go by it. */
  week_starts_on: weekStart,
  /** The month in which fiscal years begin, 1 for January: “this fiscal year” goes by it. */
  fiscal_year_start_month: fiscalYearStartMonth,
  api_access_enabled: z.boolean(),
  /** Counts of fewer people are kept out of what reports work out; null keeps none out. */
  small_numbers_below: z.int().nullable(),
  /** Whether people's gender and last 4 of SSN can be recorded as unknown or declined. */
  allow_unknown: z.boolean(),
  /** Whether other organizations find it, to ask for an affiliation. */
  can_be_found: z.boolean(),
  case_worthy_affiliation: z.boolean(),
  /** Whether answers and names may stand in emails that forms send. */
  allow_answers_in_email: z.boolean(),
  /** The name that emails of forms are sent under; the organization's own when there is none. */
  mail_sender: z.string().nullable(),
  /** Where answers to them go. */
  mail_reply_to: z.string().nullable(),
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
    summary: 'Show the organization and the caller’s permissions in it',
    response: organizationAccount,
  }),
  changeOrganizationAccount: route({
    method: 'PUT',
    path: '/organization/:org/organization_account',
    access: { entity: 'organization_accounts', action: 'write', on: 'entity' },
    audited: true,
    summary:
      'Change the logo, sent as the part `logo` (null removes it), email notifications, hidden counts, whether gender and last 4 of SSN can be unknown, the first day of the week, the first month of the fiscal year, and whether others can find the organization',
    body: z
      .strictObject({
        logo: z.null(),
        /** For the owner alone. */
        allow_answers_in_email: z.boolean(),
        mail_sender: senderName.nullable(),
        mail_reply_to: email.nullable(),
        can_be_found: z.boolean(),
        allow_unknown: z.boolean(),
        week_starts_on: weekStart,
        fiscal_year_start_month: fiscalYearStartMonth,
        small_numbers_below: z.literal([5, 10], 'Choose 5 or 10, or null to show all counts').nullable(),
      })
      .partial(),
    files: { name: /^logo$/, accepts: 'JPEG, PNG or SVG', megabytes: 2 },
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
