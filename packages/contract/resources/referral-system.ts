import { z } from 'zod';
import { listOf } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { date, email, text, timestamp } from '../kit/text.ts';
import { startedJob } from './jobs.ts';
import { shownName } from './shown-name.ts';

/** What a referral is made of, by the names that the referral system has for it. */
export const referralParts = {
  refer_from_provider_id: 'Refer from',
  refer_to_provider_id: 'Refer to',
  refer_to_program_id: 'Refer to program',
  service_type_id: 'Service',
  referral_reason: 'Reason',
  note: 'Note',
} as const;
export type ReferralPart = keyof typeof referralParts;
export const referralPartNames = Object.keys(referralParts) as [ReferralPart, ...ReferralPart[]];

/** What is said when two people of a merge are different ones there. */
export const linkedApart = 'These people are linked to different DTD records. Unlink one first.';

/** The status of what was sent without DTD saying one. */
export const pendingStatus = 'Pending';

/** A key as it stands in a header. */
const apiKey = z
  .string()
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'Enter the key from DTD, without spaces');

const mappings = z.strictObject(
  Object.fromEntries(referralPartNames.map((name) => [name, id.nullable()])) as Record<
    ReferralPart,
    z.ZodNullable<typeof id>
  >,
);

/** The referral system of an organization, as the platform team sees it. The key is never shown. */
export const referralSystemSettings = z.object({
  base_url: z.string(),
  api_key_set: z.literal(true),
  case_worthy_organization_id: z.string(),
  template_referral_form_id: id.nullable(),
  referral_form_field_mappings: mappings.partial(),
  /** When all that DTD knows was last read. */
  polled_at: timestamp.nullable(),
});

/** What of it is set or changed; what is not sent stays. `destroy` takes it away: what was referred stays. */
export const referralSystemChanges = z
  .strictObject({
    base_url: text(500, 'Enter the address of the DTD system'),
    api_key: apiKey,
    case_worthy_organization_id: z
      .string()
      .max(100)
      .regex(/^[\x21-\x7e]+$/, 'Enter the organization’s ID in DTD, without spaces'),
    template_referral_form_id: id.nullable(),
    referral_form_field_mappings: mappings.partial(),
    destroy: z.literal(true),
  })
  .partial();

/** A referral of a response. */
export const referral = z.object({
  id,
  client_form_id: id,
  /** DTD's own number of it; null until it was sent. */
  referral_id: z.string().nullable(),
  /** Null until it was sent. */
  referral_status: z.string().nullable(),
  status_updated_at: timestamp.nullable(),
  note: z.string().nullable(),
  /** Why it is not sent, where DTD or a rule here does not let it pass. */
  refusal: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** A row of the list of referrals. What the reader may not open has neither ids nor what was written about the person. */
const listed = z.object({
  /** DTD's number; null of what was not sent yet. */
  provider_referral_id: z.string().nullable(),
  referral_date: z.string(),
  referral_status: z.string().nullable(),
  status_updated_at: timestamp.nullable(),
  service_type: z.string().nullable(),
  to_organization: z.string().nullable(),
  from_organization: z.string().nullable(),
  referral_reason: z.string().nullable(),
  notes: z.string().nullable(),
  client_id: id.nullable(),
  client_form_id: id.nullable(),
  client_name: z.string().nullable(),
});

const listQuery = z
  .strictObject({
    begin_date: date,
    end_date: date,
    from_organization: z.string().max(255),
    to_organization: z.string().max(255),
  })
  .partial();

const entity = 'client_forms';
const link = '/organization/:org/case_worthy/clients/:client_id/client';
const phone = z.string().max(50).nullable();
const linked = z.object({ id, case_worthy_client_id: z.string().nullable() });

/** People and referrals in the referral system of an organization. Without one, none of it is there. */
export const referralSystemRoutes = {
  statuses: route({
    method: 'GET',
    path: '/organization/:org/case_worthy/referral_statuses',
    access: { entity, action: 'read', on: 'any' },
    summary: 'List the statuses that a referral can have',
    response: listOf(z.object({ text: z.string(), value: z.string() })),
  }),
  clients: route({
    method: 'GET',
    path: '/organization/:org/case_worthy/clients',
    access: { entity: 'clients', action: 'read', on: 'any' },
    audited: true,
    summary: 'Search people in DTD by name and date of birth',
    query: z.strictObject({
      first_name: text(100),
      last_name: text(100),
      birth_date: date.optional(),
      /** Whom it is asked for. */
      client_id: z
        .string()
        .regex(/^[1-9]\d{0,15}$/, 'Choose a person of this organization')
        .transform(Number)
        .optional(),
    }),
    response: listOf(
      z.object({
        entity_id: z.string(),
        ...shownName,
        birth_date: z.string().nullable(),
      }),
    ),
  }),
  createClient: route({
    method: 'POST',
    path: link,
    access: { entity: 'clients', action: 'write', on: 'any' },
    audited: true,
    summary: 'Create a record for a person in DTD, and link them to it',
    body: z
      .strictObject({ email: email.nullable(), cell_phone: phone, home_phone: phone, work_phone: phone })
      .partial(),
    response: linked,
  }),
  linkClient: route({
    method: 'PUT',
    path: link,
    access: { entity: 'clients', action: 'write', on: 'any' },
    audited: true,
    summary: 'Link a person to their record in DTD; null unlinks them',
    body: z.strictObject({ case_worthy_client_id: text(100, 'Choose a record in DTD').nullable() }),
    response: linked,
  }),
  referrals: route({
    method: 'GET',
    path: '/organization/:org/case_worthy/referrals',
    access: { entity, action: 'read', on: 'any' },
    audited: true,
    summary: 'List referrals in DTD, and referrals waiting to be sent',
    query: listQuery,
    response: listOf(listed),
  }),
  known: route({
    method: 'GET',
    path: '/organization/:org/case_worthy/known_referrals',
    access: { entity, action: 'read', on: 'any' },
    audited: true,
    summary: 'List referrals made here, as of the last update from DTD',
    query: listQuery,
    response: z.object({ data: z.array(listed), polled_at: timestamp.nullable() }),
  }),
  ofClient: route({
    method: 'GET',
    path: '/organization/:org/clients/:client_id/referrals',
    access: { entity, action: 'read', on: 'any' },
    audited: true,
    summary: 'List a person’s referrals made here',
    response: listOf(
      referral.extend({
        referral_date: z.string(),
        service_type: z.string().nullable(),
        to_organization: z.string().nullable(),
      }),
    ),
  }),
  update: route({
    method: 'PUT',
    path: '/organization/:org/case_worthy/referrals/:id',
    access: { entity, action: 'write', on: 'any' },
    audited: true,
    summary: 'Change the status of a referral, here and in DTD',
    body: z.strictObject({ referral_status: text(255, 'Choose a status') }),
    response: referral,
  }),
  refresh: route({
    method: 'POST',
    path: '/organization/:org/case_worthy/refresh',
    access: { entity, action: 'write', on: 'any' },
    summary: 'Send waiting referrals and update the status of sent ones, in a job',
    response: z.object({ job: startedJob }),
    status: 202,
  }),
};
