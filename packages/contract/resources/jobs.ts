import { z } from 'zod';
import { listOf, listQuery, pageOf, pageParams } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';

/** What people have done in the background. */
export const jobKinds = [
  'recalculate',
  'copy_responses',
  'duplicate_response',
  'apply_extended_permissions',
  'merge_clients',
  'gather_records',
  'refresh_records',
  'refresh_report',
  'refresh_referrals',
  'prepare_files',
  'export_report',
  'export_records',
  'import',
  'undo_import',
  'organization_export',
  'rollback',
  'retention',
] as const;
export type JobKind = (typeof jobKinds)[number];

export const jobStates = ['enqueued', 'running', 'succeeded', 'failed'] as const;

/** The records that jobs are about. */
const recordType = z.enum([
  'forms',
  'permission_groups',
  'clients',
  'data_groups',
  'internal_forms',
  'report_definitions',
  'imports',
  'organizations',
  'exports',
  'versions',
  'retention_rules',
]);

export const job = z.object({
  id,
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** In records. `total` is null until it was counted. */
  progress: z.object({ done: z.int(), total: z.int().nullable() }),
  /** What it works for. The name is null when the record is gone, or not the caller's to see. */
  record: z.object({ type: recordType, id, name: z.string().nullable() }),
  requester: z.object({ id, name: z.string().nullable() }),
  /** Where its result is looked at, once it has succeeded. */
  result_url: z.string().nullable(),
  /** Why it failed, as a sentence. */
  error: z.string().nullable(),
  /** Whether somebody had it stopped, and it has not ended yet. */
  is_stopping: z.boolean(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});

/** A job of any organization, as the platform team sees it. */
export const platformJob = job.extend({ organization: z.object({ id, name: z.string(), slug: z.string() }) });

/** A page of jobs, with how many there are in each state, whichever are asked for. */
const countedPageOf = <J extends z.ZodType>(one: J) =>
  pageOf(one).extend({
    counts: z.object({ enqueued: z.int(), running: z.int(), succeeded: z.int(), failed: z.int() }),
  });

/** A job as the call answers that started it. */
export const startedJob = z.object({ id, state: z.literal('enqueued') });

const filters = z.strictObject({
  state: z.array(z.enum(jobStates)).max(jobStates.length),
  /** Those about one record. */
  record: z.strictObject({ type: recordType, id }),
});
/** What the platform team asks for besides. */
const onlyOnPlatform = filters.extend({ kind: z.enum(jobKinds), organization_id: id });
/** Its words are looked for among who asked, organizations and numbers of jobs. */
const platformQuery = listQuery(onlyOnPlatform.partial(), ['created_at', 'finished_at']);

/** A restore or an erasure of an organization as a whole, which is the platform's own and stands beside its jobs. */
const lifeCycle = z.object({
  id,
  kind: z.enum(['restore', 'erasure']),
  state: z.enum(jobStates),
  progress: z.object({ done: z.int(), total: z.int().nullable() }),
  organization_name: z.string(),
  requester_name: z.string().nullable(),
  error: z.string().nullable(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});

const query = listQuery(filters.partial(), ['created_at', 'finished_at']).omit({ query: true });

const listed = { access: 'member', query, response: listOf(job) } as const;
const path = '/organization/:org/jobs';
const onPlatform = '/admin/jobs';

/** Everybody sees the jobs that they asked for, the owner those of the organization, superusers all. Kept for 90 days. */
export const jobRoutes = {
  list: route({ ...listed, method: 'GET', path, summary: 'List jobs, the newest first' }),
  page: route({
    ...listed,
    method: 'GET',
    path: `${path}/page/:page`,
    summary: 'List jobs, a page at a time, the newest first',
    params: pageParams,
    response: countedPageOf(job),
  }),
  show: route({ method: 'GET', path: `${path}/:id`, access: 'member', summary: 'Show one job', response: job }),
  retry: route({
    method: 'POST',
    path: `${path}/:id/retry`,
    access: 'member',
    audited: true,
    summary: 'Run a failed job again, with the caller’s permissions',
    response: job,
    status: 202,
  }),
  platformList: route({
    method: 'GET',
    path: onPlatform,
    access: 'superuser',
    summary: 'List the jobs of all organizations, the newest first',
    query: platformQuery,
    response: listOf(platformJob),
  }),
  platformPage: route({
    method: 'GET',
    path: `${onPlatform}/page/:page`,
    access: 'superuser',
    summary: 'List the jobs of all organizations, a page at a time, the newest first',
    params: pageParams,
    query: platformQuery,
    response: countedPageOf(platformJob),
  }),
  platformSummary: route({
    method: 'GET',
    path: `${onPlatform}/summary`,
    access: 'superuser',
    summary: 'Summarize the jobs of all organizations, with restores and erasures of the last 90 days',
    response: z.object({
      running: z.int(),
      waiting: z.int(),
      /** Within the last seven days. */
      failed: z.int(),
      /** Within the last 24 hours. */
      succeeded: z.int(),
      /** When the one asked or waited that waits longest. */
      waiting_since: timestamp.nullable(),
      /** How many run at this moment, busy or not. */
      workers: z.int(),
      life_cycles: z.array(lifeCycle),
    }),
  }),
  platformShow: route({
    method: 'GET',
    path: `${onPlatform}/:id`,
    access: 'superuser',
    summary: 'Show one job of any organization',
    response: platformJob,
  }),
  platformRetry: route({
    method: 'POST',
    path: `${onPlatform}/:id/retry`,
    access: 'superuser',
    audited: true,
    summary: 'Run a failed job of any organization again',
    response: platformJob,
    status: 202,
  }),
  platformStop: route({
    method: 'POST',
    path: `${onPlatform}/:id/stop`,
    access: 'superuser',
    audited: true,
    summary: 'Stop a waiting or running job of any organization; it fails and names the person who stopped it',
    response: platformJob,
    status: 202,
  }),
};
