import { z } from 'zod';
import { pageOf, pageParams, whole } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { date, timestamp } from '../kit/text.ts';
import { jobStates } from './jobs.ts';
import { shownChange } from './records.ts';

/** What history is searched for, by the names of the wire, and what people call it. */
export const versionItemTypes = {
  Client: 'Client',
  ClientForm: 'Client Form',
  Field: 'Field',
  Form: 'Form',
  InternalForm: 'Internal Form',
  Note: 'Note',
  Organization: 'Organization',
  PermissionGroup: 'Permission Group',
  PublicForm: 'Public Form',
  Report: 'Report',
  User: 'User',
} as const;

/** The events that can be searched for. */
export const versionEventTypes = { update: 'Update', destroy: 'Delete' } as const;
export const versionEvents = ['create', 'update', 'destroy'] as const;

const namesOf = <T extends string>(labels: Record<T, string>) => Object.keys(labels) as [T, ...T[]];

/** So many versions that are found are counted; of more it is said that there are more. */
export const maxCounted = 10_000;

const noDate = 'Please select a start date and/or end date';
const number = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'Enter an ID')
  .transform(Number);

const search = {
  item_type: z.enum(namesOf(versionItemTypes), 'Please select a record type'),
  event: z.enum(namesOf(versionEventTypes), 'Please select an event'),
  /** Days of who asks, both included. */
  start_date: date.optional(),
  end_date: date.optional(),
  user_id: number.optional(),
  organization_id: number.optional(),
  item_id: number.optional(),
  page_size: whole(1, 100).optional(),
};
type Dates = { start_date?: string | undefined; end_date?: string | undefined };
/** Asked also where something else is missing, so that everything is told at once. */
const always = { when: () => true };
const dated = <S extends z.ZodRawShape>(shape: S) =>
  z
    .strictObject(shape)
    .refine((value) => Boolean((value as Dates).start_date || (value as Dates).end_date), {
      path: ['start_date'],
      message: noDate,
      ...always,
    })
    .refine(
      (value) => {
        const { start_date, end_date } = value as Dates;
        return !start_date || !end_date || start_date <= end_date;
      },
      { path: ['end_date'], message: 'End date must not be before the start date', ...always },
    );

/** A record that a transaction touched. Types that cannot be searched for are called as collections are. */
const item = z.object({ item_type: z.string(), item_id: id, item_name: z.string() });
const related = item.extend({ event: z.enum(versionEvents) });

const version = z.object({
  id,
  item_type: z.enum(namesOf(versionItemTypes)),
  item_id: id,
  item_name: z.string(),
  event: z.enum(versionEvents),
  organization_id: id,
  organization_name: z.string(),
  user_id: id.nullable(),
  user_name: z.string(),
  /** Who acted in that person's name, when somebody did. */
  impersonator_name: z.string().nullable(),
  created_at: timestamp,
  transaction_id: id,
  /** How many records the transaction touched, and the first of them. */
  related_count: z.int(),
  related_items: z.array(related),
});

/** A record of a transaction with what the transaction changed of it, field by field. */
const reviewed = related.extend({
  shown: z.array(shownChange),
  /** What does not come back, because history does not hold it. */
  kept: z.array(z.string()),
});

/** What stands in the way of a rollback, with the sentence that says why; and who changed it since, and when. */
const blocked = item.extend({
  reason: z.string(),
  changed_by: z.string().nullable(),
  changed_at: timestamp.nullable(),
});

const review = version.extend({
  related_items: z.array(reviewed),
  event_counts: z.object({ create: z.int(), update: z.int(), destroy: z.int() }),
  /** The first of what stands in the way, and how much there is. */
  blocked_by: z.array(blocked),
  blocked_count: z.int(),
  /** The import whose undo the rollback is. */
  import_id: id.nullable(),
});

const rollback = z.object({
  id,
  transaction_id: id,
  state: z.enum(jobStates),
  progress: z.object({ done: z.int(), total: z.int().nullable() }),
  error: z.string().nullable(),
});

const path = '/admin/versions';
const on = { access: 'superuser', audited: true } as const;
const labelled = z.object({ data: z.array(z.object({ name: z.string(), label: z.string() })) });

/** The history of all organizations: searched, reviewed, and rolled back by transactions. */
export const versionRoutes = {
  list: route({
    ...on,
    method: 'GET',
    path,
    summary: 'Search the versions of all organizations, the newest first',
    query: dated({ ...search, page: whole(1, 1_000_000).optional() }),
    response: pageOf(version),
  }),
  page: route({
    ...on,
    method: 'GET',
    path: `${path}/page/:page`,
    summary: 'Search the versions of all organizations, a page at a time',
    params: pageParams,
    query: dated(search),
    response: pageOf(version),
  }),
  show: route({
    ...on,
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Show a version with everything its transaction wrote, and what blocks rolling it back',
    response: review,
  }),
  related: route({
    ...on,
    method: 'GET',
    path: `${path}/:id/related_items/page/:page`,
    summary: 'List everything a version’s transaction wrote, a page at a time',
    params: pageParams,
    query: z.strictObject({ event: z.enum(versionEvents).optional() }),
    response: pageOf(reviewed),
  }),
  itemTypes: route({
    access: 'superuser',
    method: 'GET',
    path: '/admin/item_types',
    summary: 'List the types of record whose versions can be searched',
    response: labelled,
  }),
  eventTypes: route({
    access: 'superuser',
    method: 'GET',
    path: '/admin/event_types',
    summary: 'List the events that can be searched',
    response: labelled,
  }),
  writers: route({
    access: 'superuser',
    method: 'GET',
    path: '/admin/version_writers',
    summary: 'Find up to 10 users whose versions can be searched',
    query: z.strictObject({ query: z.string().min(2, 'Type at least 2 characters').max(200) }),
    response: z.object({ data: z.array(z.object({ id, name: z.string(), email: z.string() })) }),
  }),
  rollBack: route({
    ...on,
    method: 'POST',
    path: '/admin/version_rollbacks',
    summary: 'Roll back a transaction; if one part fails, nothing is rolled back',
    body: z.strictObject({ transaction_id: id }),
    response: rollback,
    status: 202,
  }),
  showRollback: route({
    access: 'superuser',
    method: 'GET',
    path: '/admin/version_rollbacks/:id',
    summary: 'Show the progress of a rollback',
    response: rollback,
  }),
};
