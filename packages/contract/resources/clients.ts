import { z } from 'zod';
import { condition } from '#forms/field-types/condition.ts';
import type { Issue } from '../kit/issues.ts';
import { listOf, narrowing } from '../kit/list.ts';
import { crudRoutes, defineResource } from '../kit/resource.ts';
import { route } from '../kit/route.ts';
import { date, name, timestamp } from '../kit/text.ts';
import { recordTypes } from '../record-types.ts';

export const genders = {
  female: 'Female',
  male: 'Male',
  trans_female_to_male: 'Trans female to male',
  trans_male_to_female: 'Trans male to female',
  non_binary: 'Non-binary',
} as const;
export type Gender = keyof typeof genders;

/** A person served. */
export const clients = defineResource({
  name: 'clients',
  ...recordTypes.clients,
  fields: z.object({
    first_name: name(100),
    middle_name: name(100).nullable(),
    last_name: name(100),
    dob: z.iso.date({ error: ({ input }) => (input == null ? 'Enter date of birth' : 'Enter a date like 03/14/1985') }),
    gender: z.enum(Object.keys(genders) as [Gender, ...Gender[]], 'Choose a gender from the list'),
    ssn_suffix: z.string().regex(/^\d{4}$/, 'Last 4 of SSN must be 4 digits'),
    active: z.boolean(),
    dod: date.nullable(),
  }),
  optional: ['middle_name', 'active', 'dod'],
  shown: z.object({
    photo_url: z.string().nullable(),
    /** When the person was recorded. */
    completed_at: timestamp,
    /** Whether referrals wait for the person although they are not linked to the system that sends them. */
    referred_not_linked: z.boolean(),
  }),
  filters: z.object({ inactive: z.boolean() }),
  sort: ['last_name', 'first_name', 'dob', 'created_at', 'updated_at'],
  search: narrowing(condition),
});

const crud = crudRoutes(clients);

/** The file part of a person's photo. */
const files = /^photo$/;

export const clientRoutes = {
  ...crud,
  show: route({ ...crud.show, audited: true }),
  remove: route({ ...crud.remove, audited: true }),
  create: route({ ...crud.create, files }),
  similar: route({
    method: 'GET',
    path: '/organization/:org/clients/similar',
    access: crud.page.access,
    summary: 'People with names like those searched for, whom the list does not find: at most 10, the most alike first',
    query: clients.query.pick({ query: true, filters: true }),
    response: listOf(clients.listed),
  }),
  alike: route({
    method: 'GET',
    path: '/organization/:org/clients/alike',
    access: crud.page.access,
    summary: 'People who may be the one about to be recorded: at most 5, by name and date of birth',
    query: z.strictObject({ ...clients.fields.pick({ first_name: true, last_name: true }).shape, dob: date }),
    response: listOf(clients.listed),
  }),
  update: route({ ...crud.update, files }),
  photo: route({
    method: 'GET',
    path: '/organization/:org/clients/:id/photo',
    access: { entity: 'clients', action: 'read', on: 'record' },
    summary: 'The photo of a person, as WebP',
    download: true,
  }),
  ssn: route({
    method: 'GET',
    path: '/organization/:org/clients/:id/ssn_suffix',
    access: { entity: 'clients', action: 'read', on: 'record' },
    audited: true,
    summary: 'The last 4 of SSN of a person, when somebody asks to see them; the audit log says who did',
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
