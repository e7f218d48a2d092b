import { z } from 'zod';
import { condition } from '#forms/field-types/condition.ts';
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
  removePhoto: route({
    method: 'DELETE',
    path: '/organization/:org/clients/:id/photo',
    access: { entity: 'clients', action: 'write', on: 'record' },
    summary: 'Remove the photo of a person',
  }),
};
