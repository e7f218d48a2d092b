import { z } from 'zod';
import { listOf } from '../kit/list.ts';
import { crudRoutes, defineResource } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { text, timestamp } from '../kit/text.ts';
import { recordTypes } from '../record-types.ts';
import { formDifference } from './form-differences.ts';

export const affiliationStates = ['pending', 'approved', 'rejected'] as const;
/** The caller's side: the owner asked and shares, the participant answers and fills in. */
export const affiliationTypes = ['owner', 'participant'] as const;
export const affiliationActions = ['approve', 'reject'] as const;

/** How many forms an organization shares with one affiliate at most. */
export const maxFormsShared = 200;

/** For how many days somebody who was rejected may not ask again. */
export const daysUntilAskedAgain = 30;

const resource = defineResource({
  name: 'affiliations',
  ...recordTypes.affiliations,
  fields: z.object({
    /** The organization on the other side. */
    affiliate_organization_id: id,
    /** Why the owner asks, for who answers. */
    message: text(1000, 'Enter the message as text').nullable(),
  }),
  optional: ['message'],
  shown: z.object({
    /** The name of the organization on the other side. */
    name: z.string(),
    type: z.enum(affiliationTypes),
    state: z.enum(affiliationStates),
    approved_at: timestamp.nullable(),
    rejected_at: timestamp.nullable(),
    /** Who asked, on the owner's side. */
    requester: z.object({ name: z.string() }).nullable(),
    /** Who approved or rejected it last, on the participant's side. */
    approver: z.object({ name: z.string() }).nullable(),
    /** What is shared, by name. The owner sees how much it is used there, the participant whether it is active here. */
    forms: z.array(
      z.union([
        z.object({ id, name: z.string(), response_count: z.int(), last_used_at: timestamp.nullable() }),
        z.object({ id, name: z.string(), active: z.boolean() }),
      ]),
    ),
  }),
  unlisted: ['forms'],
  filters: z.object({ type: z.enum(affiliationTypes), state: z.enum(affiliationStates) }),
  sort: ['name', 'created_at', 'updated_at'],
});

/**
 * Two organizations, one of which shares forms with the other. Each side has it under the same id. What was asked for is
 * not edited: the participant answers it, and the owner deletes it.
 */
export const affiliations = {
  ...resource,
  changes: z.strictObject({
    affiliation_action: z.enum(affiliationActions, 'Choose approve or reject'),
    lock_version: z.int().optional(),
  }),
};

export const affiliationRoutes = {
  ...crudRoutes(affiliations),
  peers: route({
    method: 'GET',
    path: '/organization/:org/peer_organizations',
    access: { entity: 'affiliations', action: 'read', on: 'any' },
    summary: 'List other organizations that can be found',
    response: listOf(z.object({ id, name: z.string() })),
  }),
  formChanges: route({
    method: 'GET',
    path: '/organization/:org/forms/:id/shared_changes',
    access: { entity: 'forms', action: 'read', on: 'record' },
    summary: 'Show recent changes that the owner made to a shared form',
    /** Null for one's own forms, and before the first change; no differences where all was changed back. */
    response: z.object({ changes: z.object({ since: timestamp, differences: z.array(formDifference) }).nullable() }),
  }),
};
