import { z } from 'zod';
import { listQuery } from '../kit/list.ts';
import { platformReads } from '../kit/platform.ts';
import { id, route } from '../kit/route.ts';
import { email, name, slug, text, timestamp } from '../kit/text.ts';

/** What is done with an organization as a whole begins with a number by which it is followed. */
const begun = z.object({ id, state: z.enum(['enqueued', 'running', 'succeeded', 'failed']) });
const ofPlatform = { access: 'superuser', audited: true } as const;

/** How many rows there were of each table. */
const rowsByTable = z.record(z.string(), z.int());

/** Everything that an organization has, in one archive. */
export const organizationExportRoutes = {
  create: route({
    method: 'POST',
    path: '/admin/organizations/:organization_id/exports',
    ...ofPlatform,
    summary: 'Export an organization into one archive',
    response: begun,
    status: 202,
  }),
  show: route({
    method: 'GET',
    path: '/admin/organizations/:organization_id/exports/:id',
    access: 'superuser',
    summary: 'Show the progress of an organization’s archive, and its address',
    response: begun.extend({
      /** In records. `total` is null until it was counted. */
      progress: z.object({ done: z.int(), total: z.int().nullable() }),
      /** Good for five minutes, without a token; null until it is there, and for who did not ask for it. */
      url: z.string().nullable(),
      filename: z.string().nullable(),
      sha256: z.string().nullable(),
      /** Why it failed, as a sentence. */
      error: z.string().nullable(),
      created_at: timestamp,
      expires_at: timestamp,
    }),
  }),
  /** Those that are kept, the newest first. */
  list: route({
    method: 'GET',
    path: '/admin/organizations/:organization_id/exports',
    access: 'superuser',
    summary: 'List the archives of an organization',
    response: z.object({ data: z.array(begun.extend({ created_at: timestamp, expires_at: timestamp })) }),
  }),
};

const restore = begun.extend({
  name: z.string(),
  slug: z.string(),
  /** The new organization, once it is there. */
  organization_id: id.nullable(),
  /** In records. `total` is null until it was counted. */
  progress: z.object({ done: z.int(), total: z.int().nullable() }),
  counts: rowsByTable,
  /** What became of what cannot be as it was: accounts, keys, and what stays behind. */
  mapped: z.object({
    accounts_found: z.int(),
    accounts_made: z.int(),
    members_invited: z.int(),
    access_keys_made: z.int(),
    /** What stands in the archive and is not brought back, by table. */
    left_behind: rowsByTable,
    /** Files of which the archive has the record alone. */
    files_missing: z.int(),
  }),
  /** Why nothing was restored, as sentences. */
  errors: z.array(z.string()),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});

/** New organizations that are made from archives. */
export const organizationRestoreRoutes = {
  create: route({
    method: 'POST',
    path: '/admin/organization_restores',
    ...ofPlatform,
    summary: 'Create a new organization from an archive',
    body: z.strictObject({ export_id: id, name: name(), slug, owner_email: email }),
    response: restore,
    status: 202,
  }),
  show: route({
    method: 'GET',
    path: '/admin/organization_restores/:id',
    access: 'superuser',
    summary: 'Show the progress of a restore, and what it mapped',
    response: restore,
  }),
};

const certificate = z.object({
  /** That of the erasure. */
  id,
  organization_id: id,
  organization_name: z.string(),
  slug: z.string(),
  erased_at: timestamp,
  /** Who had it erased. */
  erased_by: z.string(),
  /** Why, as they said; null when they did not. Earlier certificates leave it out then. */
  reason: z.string().nullable().optional(),
  tables: rowsByTable,
  files: z.int(),
  /** Of the other keys as JSON whose keys are in order. */
  sha256: z.string(),
});

/** Organizations that are erased, and what proves it. */
export const erasureRoutes = {
  erase: route({
    method: 'POST',
    path: '/admin/organizations/:id/erase',
    ...ofPlatform,
    summary: 'Permanently delete all data of a suspended organization',
    body: z.strictObject({
      slug: z.string('Type the address to confirm').max(40),
      /** It stands on the certificate for good. */
      reason: text(1000).optional(),
    }),
    response: begun,
    status: 202,
  }),
  open: route({
    method: 'GET',
    path: '/admin/organizations/:id/erase',
    access: 'superuser',
    summary: 'List an organization’s open connections to others, which end when it is erased',
    response: z.object({
      /** With whom it is affiliated, or would be once one of both approves. */
      affiliations: z.array(z.object({ name: z.string(), state: z.enum(['pending', 'approved']) })),
      /** How many of its referrals the referral system has not got. */
      referrals: z.int(),
    }),
  }),
  ...platformReads({
    name: 'erasure_certificates',
    title: { one: 'certificate of erasure', many: 'certificates of erasure' },
    query: listQuery(z.strictObject({}), ['organization_name', 'erased_at']),
    record: certificate,
    listed: certificate,
  }),
};
