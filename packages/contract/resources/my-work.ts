import { z } from 'zod';
import { listOf, personName, whole } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { date, timestamp } from '../kit/text.ts';

/** What somebody has a draft of, in the names of what it is for. */
const leftDraft = z.object({
  subject: z.string(),
  /** Of the newest draft of it. */
  saved_at: timestamp,
  /** The form or report that it is for; null where that is a new one, or a person alone. */
  name: z.string().nullable(),
  /** The form of a response or record that is there already. */
  form_id: id.nullable(),
  /** The person whom it is about. */
  client: personName.nullable(),
});
export type LeftDraft = z.output<typeof leftDraft>;

/** When something is due, by the organization's calendar: before today, today, or within the six days after it. */
export const dueGroups = ['overdue', 'today', 'week'] as const;
export type DueGroup = (typeof dueGroups)[number];

/** A date that a form marks as a due date, in a person's newest response to that form. */
const dueDate = z.object({
  group: z.enum(dueGroups),
  due_on: date,
  /** The response with the date. */
  client_form_id: id,
  form_id: id,
  form_name: z.string(),
  /** The question that it answers. */
  field_id: id,
  field_name: z.string(),
  client: personName,
});
export type DueDate = z.output<typeof dueDate>;

/** What concerns the caller alone: told beside the dashboard. */
export const myWorkRoutes = {
  due: route({
    method: 'GET',
    path: '/organization/:org/client_forms/due',
    access: { entity: 'client_forms', action: 'read', on: 'any' },
    summary: 'List due dates: dates that forms mark as due, until the next response to the form',
    /** Without `group` the first five of each group; with it a page of 25. Overdue dates come latest first. */
    query: z.strictObject({ group: z.enum(dueGroups).optional(), page: whole(1, 10_000).optional() }),
    response: listOf(dueDate).extend({
      /** How many there are in each group. */
      counts: z.record(z.enum(dueGroups), z.int()),
    }),
  }),
  responses: route({
    method: 'GET',
    path: '/organization/:org/client_forms/own',
    access: { entity: 'client_forms', action: 'read', on: 'any' },
    summary: 'List the caller’s recently recorded responses, newest first, without answers',
    response: listOf(z.object({ id, form_id: id, form_name: z.string(), client: personName, created_at: timestamp })),
  }),
  drafts: route({
    method: 'GET',
    path: '/organization/:org/drafts/left',
    access: 'member',
    summary: 'List the caller’s drafts that they can still save, newest first',
    response: listOf(leftDraft),
  }),
};
