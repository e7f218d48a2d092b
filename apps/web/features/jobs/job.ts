import { IconRefresh } from '@tabler/icons-react';
import type { z } from 'zod';
import type { JobKind, job, platformJob } from '#contract/resources/jobs.ts';
import type { IconType } from '#web/ui/icon.tsx';
import type { Tone } from '#web/ui/status-badge.tsx';

export type Job = z.output<typeof job>;
export type PlatformJob = z.output<typeof platformJob>;

type Words = {
  /** What is done, with the name of what it works for. */
  title: (name: string | null) => string;
  /** What is counted. */
  one: string;
  many: string;
};

/** What each kind of job is called, to choose from. */
export const kindNames: Record<JobKind, string> = {
  recalculate: 'Recalculations',
  copy_responses: 'Response copies',
  duplicate_response: 'Duplicated responses',
  apply_extended_permissions: 'Extended permissions',
  merge_clients: 'Merges',
  gather_records: 'Data group updates',
  refresh_records: 'Internal form refreshes',
  refresh_report: 'Report refreshes',
  prepare_files: 'Response files',
  export_report: 'Report exports',
  export_records: 'Record exports',
  import: 'Imports',
  undo_import: 'Import undos',
  organization_export: 'Organization exports',
  rollback: 'Rollbacks',
  retention: 'Retention',
  refresh_referrals: 'Referral refreshes',
};

const kinds: Record<JobKind, Words> = {
  recalculate: {
    title: (name) => `Recalculate ${name ?? 'a form'}`,
    one: 'response',
    many: 'responses',
  },
  copy_responses: {
    title: (name) => `Copy responses to ${name ?? 'a form'}`,
    one: 'response',
    many: 'responses',
  },
  duplicate_response: {
    title: (name) => `Duplicate a response to ${name ?? 'a form'}`,
    one: 'copy',
    many: 'copies',
  },
  apply_extended_permissions: {
    title: (name) => `Apply extended permissions of ${name ?? 'a permission group'}`,
    one: 'permission',
    many: 'permissions',
  },
  merge_clients: {
    title: (name) => `Merge duplicates into ${name ?? 'a person'}`,
    one: 'record',
    many: 'records',
  },
  gather_records: {
    title: (name) => `Update ${name ?? 'a data group'}`,
    one: 'record',
    many: 'records',
  },
  refresh_records: {
    title: (name) => `Refresh ${name ?? 'an internal form'}`,
    one: 'record',
    many: 'records',
  },
  refresh_report: {
    title: (name) => `Refresh ${name ?? 'a report'}`,
    one: 'row',
    many: 'rows',
  },
  refresh_referrals: {
    title: () => 'Refresh DTD referrals',
    one: 'referral',
    many: 'referrals',
  },
  prepare_files: {
    title: (name) => `Prepare the files of ${name ?? 'a form'}`,
    one: 'file',
    many: 'files',
  },
  export_report: {
    title: (name) => `Export ${name ?? 'a report'}`,
    one: 'file',
    many: 'files',
  },
  export_records: {
    title: (name) => `Export ${name?.toLowerCase() ?? 'records'}`,
    one: 'file',
    many: 'files',
  },
  import: {
    title: (name) => `Import ${name ?? 'a file'}`,
    one: 'row',
    many: 'rows',
  },
  organization_export: {
    title: (name) => `Export everything from ${name ?? 'an organization'}`,
    one: 'record',
    many: 'records',
  },
  rollback: {
    title: () => 'Roll back a transaction',
    one: 'record',
    many: 'records',
  },
  retention: {
    title: () => 'Apply a retention rule',
    one: 'record',
    many: 'records',
  },
  undo_import: {
    title: (name) => `Undo the import of ${name ?? 'a file'}`,
    one: 'import',
    many: 'imports',
  },
};

/** "Copy responses to Intake (copy)". */
export const titleOf = ({ kind, record }: Job): string => kinds[kind].title(record.name);

/** "412 of 4,972 responses", "14 permissions", or null while nothing is counted. */
export const countOf = ({ kind, progress: { done, total }, state }: Job): string | null => {
  const { one, many } = kinds[kind];
  if (state === 'enqueued' || (total === null && done === 0)) return null;
  const whole = total ?? done;
  const counted = `${whole.toLocaleString('en-US')} ${whole === 1 ? one : many}`;
  return done === whole ? counted : `${done.toLocaleString('en-US')} of ${counted}`;
};

/** The word and the look of each state. */
export const states: Record<Job['state'], { label: string; tone: Tone; icon?: IconType }> = {
  enqueued: { label: 'Waiting', tone: 'pending' },
  running: { label: 'Running', tone: 'info', icon: IconRefresh },
  succeeded: { label: 'Succeeded', tone: 'ok' },
  failed: { label: 'Failed', tone: 'error' },
};

export const isUnderWay = ({ state }: Job): boolean => state === 'enqueued' || state === 'running';
