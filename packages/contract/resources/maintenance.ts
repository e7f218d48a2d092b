import { z } from 'zod';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';

/** What an organization uses: figures alone, no names and no answers. */
export const usage = z.object({
  counted_at: timestamp,
  people: z.int(),
  /** Added within 30 days. */
  people_this_month: z.int(),
  responses: z.int(),
  /** Within 12 months. */
  responses_this_year: z.int(),
  public_responses: z.int(),
  /** Those that nobody has said whose they are. */
  unlinked_responses: z.int(),
  members: z.int(),
  /** Seen within 30 days. */
  active_members: z.int(),
  mails_this_month: z.int(),
  api_calls_this_month: z.int(),
  file_bytes: z.int(),
  /** Null without a limit. */
  file_bytes_at_most: z.int().nullable(),
});

/** How one part of the installation does: whether it works, and a sentence about it. */
const part = z.object({ ok: z.boolean(), message: z.string() });

export const health = z.object({
  database: part.extend({ size: z.int(), connections: z.int(), connections_at_most: z.int() }),
  queue: part.extend({
    due: z.int(),
    due_since: timestamp.nullable(),
    running: z.int(),
    failed_jobs: z.int(),
    worker_seen_at: timestamp.nullable(),
  }),
  mail: part.extend({ waiting: z.int(), waiting_since: timestamp.nullable(), failed_today: z.int() }),
  storage: part.extend({ bytes: z.int(), free: z.int().nullable() }),
  backup: part.extend({ made_at: timestamp.nullable() }),
  versions: z.object({ product: z.string(), postgresql: z.string(), node: z.string() }),
  checked_at: timestamp,
});

const access = 'superuser';

/** What the platform team asks of the installation as a whole, and what it has done to it. */
export const maintenanceRoutes = {
  health: route({
    method: 'GET',
    path: '/admin/health',
    access,
    summary: 'Show the health of database, queue, mail and storage, the versions, and the last backup',
    response: health,
  }),
  usage: route({
    method: 'GET',
    path: '/admin/organizations/:id/usage',
    access,
    summary: 'Show an organization’s usage as of the last count, or null',
    response: usage.nullable(),
  }),
  count: route({
    method: 'POST',
    path: '/admin/organizations/:id/usage',
    access,
    summary: 'Count an organization’s usage now',
    response: z.object({ message: z.string() }),
    status: 202,
  }),
  maintenance: route({
    method: 'GET',
    path: '/admin/maintenance',
    access,
    summary: 'Show whether the refresh is running, and how the last one ended',
    response: z.object({
      running: z.boolean(),
      message: z.string(),
      /** In organizations. */
      progress: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
      started_by: z.object({ id, name: z.string() }).nullable(),
      started_at: timestamp.nullable(),
      finished_at: timestamp.nullable(),
      error: z.string().nullable(),
    }),
  }),
  refresh: route({
    method: 'POST',
    path: '/admin/maintenance/nightly_build_refresh',
    access,
    audited: true,
    summary: 'Rebuild the tables that reports read, for all organizations; one run at a time',
    body: z.strictObject({}),
    response: z.object({ message: z.string() }),
    status: 202,
  }),
};
