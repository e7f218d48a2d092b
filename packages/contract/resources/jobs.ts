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
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});

/** A job of any organization, as the platform team sees it. */
export const platformJob = job.extend({ organization: z.object({ id, name: z.string(), slug: z.string() }) });

/** A job as the call answers that started it. */
export const startedJob = z.object({ id, state: z.literal('enqueued') });

const filters = z.strictObject({
  state: z.array(z.enum(jobStates)).max(jobStates.length),
  /** Those about one record. */
  record: z.strictObject({ type: recordType, id }),
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
    response: pageOf(job),
  }),
  show: route({ method: 'GET', path: `${path}/:id`, access: 'member', summary: 'Show one job', response: job }),
  retry: route({
    method: 'POST',
    path: `${path}/:id/retry`,
    access: 'member',
    audited: true,
    summary: 'Run a job again that has failed, with the rights of who asks now',
    response: job,
    status: 202,
  }),
  platformList: route({
    method: 'GET',
    path: onPlatform,
    access: 'superuser',
    summary: 'List the jobs of all organizations, the newest first',
    query,
    response: listOf(platformJob),
  }),
  platformPage: route({
    method: 'GET',
    path: `${onPlatform}/page/:page`,
    access: 'superuser',
    summary: 'List the jobs of all organizations, a page at a time, the newest first',
    params: pageParams,
    query,
    response: pageOf(platformJob),
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
    summary: 'Run a job of any organization again that has failed',
    response: platformJob,
    status: 202,
  }),
};
