import { z } from 'zod';
import { listOf, pageOf, pageParams, whole } from '../kit/list.ts';
import { removal, stamps } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { optionalText, timestamp } from '../kit/text.ts';

/** What rules may be about. */
export const retentionSubjects = ['responses', 'archived_clients', 'audit_events'] as const;
export type RetentionSubject = (typeof retentionSubjects)[number];
export const retentionUnits = ['days', 'months', 'years'] as const;
export const retentionStates = ['off', 'on', 'paused'] as const;

/** So many days pass between switching a rule on and what it deletes first. */
export const retentionNotice = 7;

/** The least age in days, so that what was recorded by mistake is noticed, and who did what can still be asked. */
export const leastDays: Record<RetentionSubject, number> = { responses: 30, archived_clients: 30, audit_events: 365 };

type Age = { amount: number; unit: (typeof retentionUnits)[number] };
const inDays = { days: 1, months: 30.5, years: 366 } as const;

/** What is wrong with the age of a rule, as a sentence; null where nothing is. */
export const ageIssue = (subject: RetentionSubject, { amount, unit }: Age): string | null => {
  if (amount * inDays[unit] > 366 * 100) return 'Keep it for at most 100 years';
  if (amount * inDays[unit] >= leastDays[subject]) return null;
  return subject === 'audit_events' ? 'Keep the audit log for at least a year' : 'Keep it for at least 30 days';
};

type RuleDescription = Age & {
  subject: RetentionSubject;
  counted_from: 'recorded' | 'changed';
  form_name: string | null;
};

/** A rule in words: "Responses to Intake, 2 years after they were recorded". */
export const retentionWords = ({ subject, form_name, amount, unit, counted_from }: RuleDescription): string => {
  const age = `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
  if (subject === 'responses')
    return `Responses to ${form_name ?? 'a form'}, ${age} after they were ${counted_from === 'changed' ? 'last changed' : 'recorded'}`;
  return subject === 'archived_clients'
    ? `Archived people, ${age} after they were archived`
    : `Entries of the audit log, after ${age}`;
};

const age = {
  amount: z.int('Enter a whole number').min(1, 'Enter 1 or more').max(36_600, 'Keep it for at most 100 years'),
  unit: z.enum(retentionUnits, 'Choose days, months or years'),
  /** Of responses: when they were recorded, or last changed. */
  counted_from: z.enum(['recorded', 'changed'], 'Choose the date that the age is counted from'),
};

export const retentionRule = z.object({
  ...stamps.shape,
  ...age,
  subject: z.enum(retentionSubjects),
  /** Of responses: the form. The name is null for who may not read it. */
  form: z.object({ id, name: z.string().nullable() }).nullable(),
  /** `paused` was on, and is stopped for now. */
  state: z.enum(retentionStates),
  /** Who switched it on, when, and how much they were told would go. */
  confirmed_at: timestamp.nullable(),
  confirmed_by: z.string().nullable(),
  confirmed_count: z.int().nullable(),
  /** Nothing goes before. */
  starts_at: timestamp.nullable(),
  paused_reason: z.string().nullable(),
});

/** What would go, as far as the caller may see it. */
export const retentionPreview = z.object({
  /** What is older goes. */
  older_than: timestamp,
  count: z.int(),
  /** Whether the caller may see all that would go. */
  sees_all: z.boolean(),
  /** What goes with it. */
  responses: z.int(),
  notes: z.int(),
  files: z.int(),
  /** Of what was deleted before, history goes. */
  deleted_before: z.int(),
  /** What is old enough and stays all the same, with the sentence that says why. */
  staying: z.array(z.object({ count: z.int(), reason: z.string() })),
  /** Sentences on what else will be different. */
  consequences: z.array(z.string()),
  /** The first that would go, the oldest before others. */
  first: z.array(z.object({ id, name: z.string(), at: timestamp })),
});

export const retentionRun = z.object({
  id,
  retention_rule_id: id,
  subject: z.enum(retentionSubjects),
  rule: z.string(),
  older_than: timestamp,
  records: z.int(),
  responses: z.int(),
  notes: z.int(),
  files: z.int(),
  deleted_before: z.int(),
  started_at: timestamp,
  /** Null while it goes on. */
  finished_at: timestamp.nullable(),
});

const path = '/organization/:org/retention_rules';
const on = { access: { entity: 'organization_accounts', action: 'write', on: 'entity' }, audited: true } as const;

/** What is deleted by itself once it is old. Administrators make rules and stop them; the owner switches them on. */
export const retentionRoutes = {
  list: route({ ...on, method: 'GET', path, summary: 'List the retention rules', response: listOf(retentionRule) }),
  show: route({
    ...on,
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Show one retention rule',
    response: retentionRule,
  }),
  create: route({
    ...on,
    method: 'POST',
    path,
    summary: 'Add a retention rule, which is off until it’s turned on',
    body: z.strictObject({
      ...age,
      counted_from: age.counted_from.optional(),
      subject: z.enum(retentionSubjects, 'Choose the data that the rule deletes'),
      form_id: id.nullable().optional(),
    }),
    response: retentionRule,
  }),
  update: route({
    ...on,
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change a retention rule, which turns it off',
    body: z.strictObject(age).partial().extend({ lock_version: z.int().optional() }),
    response: retentionRule,
  }),
  remove: route({
    ...on,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a retention rule',
    body: removal.optional(),
  }),
  preview: route({
    ...on,
    method: 'GET',
    path: `${path}/:id/preview`,
    summary: 'Preview what a retention rule would delete now',
    response: retentionPreview,
  }),
  switchOn: route({
    ...on,
    method: 'POST',
    path: `${path}/:id/switch_on`,
    summary: `Turn on a retention rule, as the owner, with the count from the preview; it starts deleting after ${retentionNotice} days`,
    body: z.strictObject({ count: z.int('Enter the number from the preview').min(0), lock_version: z.int() }),
    response: retentionRule,
    status: 200,
  }),
  pause: route({
    ...on,
    method: 'POST',
    path: `${path}/:id/pause`,
    summary: 'Pause a retention rule, so it stops deleting',
    body: z.strictObject({ reason: optionalText(1000).optional() }).optional(),
    response: retentionRule,
    status: 200,
  }),
  runs: route({
    ...on,
    method: 'GET',
    path: '/organization/:org/retention_runs/page/:page',
    summary: 'List the counts that retention rules deleted, newest first',
    params: pageParams,
    query: z.strictObject({ page_size: whole(1, 100).optional() }),
    response: pageOf(retentionRun),
  }),
};
