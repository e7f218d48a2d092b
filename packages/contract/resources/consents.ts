import { z } from 'zod';
import { listOf, personName } from '../kit/list.ts';
import { purposeNames } from '../kit/purposes.ts';
import { stamps } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { date, optionalText, text, timestamp } from '../kit/text.ts';

export const purpose = z.enum(purposeNames, 'Choose a purpose from the list');

/** Who agreed: the person, or somebody who may do so for them. */
export const givers = {
  person: 'The person',
  parent: 'A parent',
  guardian: 'A legal guardian',
  representative: 'An authorized representative',
} as const;
export type Giver = keyof typeof givers;

/** `upcoming` begins later, `ended` had a last day; of `given` alone the person is held to agree. */
export const consentStates = {
  given: 'Given',
  upcoming: 'Begins later',
  ended: 'Ended',
  withdrawn: 'Withdrawn',
} as const;
export type ConsentState = keyof typeof consentStates;

/** What may be put right afterwards. */
const corrigible = z.object({
  given_by: z.enum(Object.keys(givers) as [Giver, ...Giver[]], 'Choose who agreed from the list'),
  /** Their name, where it was not the person. */
  given_by_name: optionalText(200),
  /** The last day on which it holds; null: until it is withdrawn. */
  ends_on: date.nullable(),
  /** The response that holds the signature. */
  response_id: id.nullable(),
  note: optionalText(2000),
});

const consent = z.object({
  ...stamps.shape,
  client_id: id,
  purpose,
  state: z.enum(Object.keys(consentStates) as [ConsentState, ...ConsentState[]]),
  /** What was agreed to, as it was worded then. */
  wording: z.string(),
  ...corrigible.shape,
  begins_on: z.string(),
  /** The response that was signed, for who may read it. */
  signed: z.object({ id, form: z.object({ id, name: z.string() }) }).nullable(),
  recorded_by: personName,
  withdrawn_at: timestamp.nullable(),
  withdrawn_by: personName.nullable(),
  /** Who withdrew it, and why. */
  withdrawal_note: z.string().nullable(),
});
export type Consent = z.output<typeof consent>;

/** Who is left out because they have not agreed: null where they are few, and the organization keeps few back. */
export const leftOut = z.object({ people: z.int().nullable(), message: z.string() });

/** A purpose as an organization uses it. */
const purposeSetting = z.object({
  purpose,
  label: z.string(),
  hint: z.string(),
  /** What people agree to, in the words of the organization or, where it has none, of the product. */
  wording: z.string(),
  /** The words of the product. */
  usual_wording: z.string(),
  /** Whether who has not agreed is left out. */
  required: z.boolean(),
});
export type PurposeSetting = z.output<typeof purposeSetting>;

const path = '/organization/:org/clients/:client_id/consents';
const write = { entity: 'clients', action: 'write', on: 'record' } as const;

/** What people agreed to, for what, by whom and until when. Who may read a person reads it, who may change them records it. */
export const consentRoutes = {
  list: route({
    method: 'GET',
    path,
    access: { entity: 'clients', action: 'read', on: 'record' },
    summary: 'List a person’s consents, newest first',
    response: listOf(consent),
  }),
  create: route({
    method: 'POST',
    path,
    access: write,
    audited: true,
    summary: 'Record a person’s consent to one or more purposes',
    body: z.strictObject({
      purposes: z.array(purpose).min(1, 'Choose at least one purpose').max(purposeNames.length),
      ...corrigible.partial().required({ given_by: true }).shape,
      /** The first day on which it holds: today, unless it is given. */
      begins_on: date.optional(),
    }),
    response: listOf(consent),
  }),
  update: route({
    method: 'PUT',
    path: `${path}/:id`,
    access: write,
    audited: true,
    summary: 'Correct a consent that hasn’t been withdrawn',
    body: z.strictObject({ ...corrigible.partial().shape, lock_version: z.int().optional() }),
    response: consent,
  }),
  withdraw: route({
    method: 'POST',
    path: `${path}/:id/withdraw`,
    access: write,
    audited: true,
    summary: 'Withdraw all of a person’s consents to the same purpose immediately',
    body: z.strictObject({ withdrawal_note: text(2000).nullable().optional() }).optional(),
    status: 200,
    response: consent,
  }),
  signed: route({
    method: 'GET',
    path: '/organization/:org/clients/:client_id/signed_responses',
    access: { entity: 'clients', action: 'read', on: 'record' },
    summary: 'List a person’s signed responses that the caller can read',
    response: listOf(z.object({ id, name: z.string(), completed_at: timestamp })),
  }),
  purposes: route({
    method: 'GET',
    path: '/organization/:org/consent_purposes',
    access: 'member',
    summary: 'List the consent purposes with their wording, and whether each is required',
    response: listOf(purposeSetting),
  }),
  changePurposes: route({
    method: 'PUT',
    path: '/organization/:org/consent_purposes',
    access: { entity: 'organization_accounts', action: 'write', on: 'entity' },
    audited: true,
    summary: 'Set which consent purposes are required, and their wording',
    body: z
      .strictObject({
        /** All purposes for which consent is required; it is for none that is not here. */
        required: z.array(purpose).max(purposeNames.length),
        /** Words of the organization by purpose; null for those of the product. */
        wording: z.partialRecord(purpose, text(2000).nullable()),
      })
      .partial(),
    response: listOf(purposeSetting),
  }),
};
