import { z } from 'zod';
import { condition } from '#forms/field-types/condition.ts';
import { type Gender, genderOptions, genders, isNotAnswered, notAnswered, ssnText } from '#forms/genders.ts';
import type { PersonKey, PersonKeyWith } from '#forms/person-columns.ts';
import type { FileParts } from '../kit/file-parts.ts';
import type { Issue } from '../kit/issues.ts';
import { byDataGroup, listOf, narrowing } from '../kit/list.ts';
import { crudRoutes, defineResource } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { date, name, timestamp } from '../kit/text.ts';
import { recordTypes } from '../record-types.ts';
import { treeEntry } from './trees.ts';

export { type Gender, genderOptions, genders, isNotAnswered, notAnswered, ssnText };

/** Why two people may be the same one, in words; `differs` marks what speaks against it. */
export const matchReasons = {
  same_names: { words: 'Same names' },
  names_swapped: { words: 'First and last name swapped' },
  same_first_name: { words: 'Same first name' },
  same_last_name: { words: 'Same last name' },
  first_names_alike: { words: 'First names alike' },
  last_names_alike: { words: 'Last names alike' },
  first_name_differs: { words: 'First name differs', differs: true },
  last_name_differs: { words: 'Last name differs', differs: true },
  same_dob: { words: 'Same date of birth' },
  dob_swapped: { words: 'Day and month of birth swapped', differs: true },
  dob_one_digit: { words: 'Date of birth differs by one digit', differs: true },
  same_ssn: { words: 'Same last 4 of SSN' },
} as const satisfies Record<string, { words: string; differs?: true }>;
export type MatchReason = keyof typeof matchReasons;
export const matchReason = z.enum(Object.keys(matchReasons) as [MatchReason, ...MatchReason[]]);

/** What is said of possible duplicates of which the reader may open none. */
export const hiddenDuplicate = 'A possible duplicate exists in a record you cannot open.';

export const genderMessage = 'Choose a gender from the list';
export const ssnMessage = 'Last 4 of SSN must be 4 digits';

const fields = z.object({
  first_name: name(100),
  middle_name: name(100).nullable(),
  last_name: name(100),
  dob: z.iso.date({ error: ({ input }) => (input == null ? 'Enter date of birth' : 'Enter a date like 03/14/1985') }),
  /** `unknown` and `declined` where the organization allows them, as below. */
  gender: z.enum(Object.keys(genders) as [Gender, ...Gender[]], genderMessage),
  ssn_suffix: z.string().regex(new RegExp(`^(\\d{4}|${Object.keys(notAnswered).join('|')})$`), ssnMessage),
  active: z.boolean(),
  dod: date.nullable(),
} satisfies Record<PersonKey, z.ZodType>);
const photo_url = z.string().nullable();

/** A person who may be the same as another one, and why. */
export const duplicate = fields.omit({ ssn_suffix: true }).extend({ id, photo_url, reasons: z.array(matchReason) });

/** A person served. */
export const clients = defineResource({
  name: 'clients',
  ...recordTypes.clients,
  fields,
  // By hand, so that the first load of the browser goes without the list of columns. A test compares them.
  optional: ['middle_name', 'active', 'dod'] satisfies PersonKeyWith<'optional'>[],
  shown: z.object({
    photo_url,
    /** When the person was recorded. */
    completed_at: timestamp,
    /** Whether there are possible duplicates that the reader may open. */
    has_duplicates: z.boolean(),
    /** At most 20 of those, the newest first. */
    duplicates: z.array(duplicate),
    /** Whether there are possible duplicates, and the reader may open none of them. */
    has_hidden_duplicates: z.boolean(),
    /** The person's categories, as far as the viewer may see categories. */
    category: z.array(treeEntry),
    /** The IDs of records that were merged into this one: searching for them finds the person. */
    former_ids: z.array(id),
    /** Whether referrals wait for the person although they are not linked to the system that sends them. */
    referred_not_linked: z.boolean(),
    /** As whom the external referral system knows the person; null where they are not linked. */
    case_worthy_client_id: z.string().nullable(),
  }),
  unlisted: ['duplicates', 'has_hidden_duplicates', 'category'],
  filters: z.object({ active: z.boolean(), inactive: z.boolean(), duplicates: z.boolean() }),
  sort: ['last_name', 'first_name', 'dob', 'created_at', 'updated_at'],
  search: { ...narrowing(condition), ...byDataGroup },
});

const crud = crudRoutes(clients);

/** The file part of a person's photo. */
const files = { name: /^photo$/, accepts: 'JPEG, PNG or WebP', megabytes: 10 } satisfies FileParts;

export const clientRoutes = {
  ...crud,
  show: route({ ...crud.show, audited: true }),
  remove: route({ ...crud.remove, audited: true }),
  create: route({ ...crud.create, files }),
  similar: route({
    method: 'GET',
    path: '/organization/:org/clients/similar',
    access: crud.page.access,
    heavy: true,
    summary: 'Suggest up to 10 people with similar names that the search didn’t find, closest first',
    query: clients.query.pick({ query: true, filters: true }),
    response: listOf(clients.listed),
  }),
  alike: route({
    // A POST, so that nothing of the person stands in an address.
    method: 'POST',
    path: '/organization/:org/clients/alike',
    access: crud.page.access,
    heavy: true,
    summary: 'Find up to 5 people who may be the person about to be added, with the reasons',
    body: z.strictObject({
      ...fields.pick({ first_name: true, last_name: true }).shape,
      dob: date,
      ssn_suffix: fields.shape.ssn_suffix.nullable().optional(),
    }),
    status: 200,
    response: listOf(duplicate),
  }),
  update: route({ ...crud.update, files }),
  photo: route({
    method: 'GET',
    path: '/organization/:org/clients/:id/photo',
    access: { entity: 'clients', action: 'read', on: 'record' },
    summary: 'Show a person’s photo, as WebP',
    download: true,
  }),
  ssn: route({
    method: 'GET',
    path: '/organization/:org/clients/:id/ssn_suffix',
    access: { entity: 'clients', action: 'read', on: 'record' },
    audited: true,
    summary: 'Show the last 4 of a person’s SSN; each call is recorded in the audit log',
    response: clients.record.pick({ ssn_suffix: true }),
  }),
  removePhoto: route({
    method: 'DELETE',
    path: '/organization/:org/clients/:id/photo',
    access: { entity: 'clients', action: 'write', on: 'record' },
    summary: 'Remove the photo of a person',
  }),
};

type Dates = { dob?: string | null | undefined; dod?: string | null | undefined };

/**
 * Birth and death lie in the past, and in that order; what is wrong with them.
 * @param today in the organization's calendar, as YYYY-MM-DD
 * @param before the dates as they are stored, of which `sent` may change one
 */
export const dateIssues = (sent: Dates, today: string, before?: Dates): Issue[] => {
  const { dob, dod } = { ...before, ...sent };
  const issues: Issue[] = [];
  if (sent.dob && sent.dob > today) issues.push({ path: 'dob', message: 'Date of birth must be in the past' });
  if (sent.dob && sent.dob < '1900-01-01') issues.push({ path: 'dob', message: 'Enter a date of birth after 1900' });
  if (sent.dod && sent.dod > today) issues.push({ path: 'dod', message: 'Date deceased must not be in the future' });
  else if (dod && dob && dod < dob)
    issues.push({ path: 'dod', message: 'Date deceased must not be before the date of birth' });
  return issues;
};
