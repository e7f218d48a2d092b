import type { z } from 'zod';
import type { job } from '#contract/resources/jobs.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { accountName } from '#server/access/member-names.ts';
import type { Config } from '#server/kit/config.ts';
import type { Tx } from '#server/kit/db.ts';
import { originOf } from '#server/kit/origins.ts';
import { among } from '#server/kit/rows.ts';
import { recordOf } from './kinds.ts';
import type { JobRow } from './rows.ts';

/** A job as it leaves. */
export type SerializedJob = z.input<typeof job>;
type RecordType = SerializedJob['record']['type'];

/** The names of records by their ids: of those alone that the caller may see. */
export type NameLookup = (type: RecordType, ids: number[]) => Promise<Map<number, string>>;

/** What the people are called who asked for them: they had accepted, or are of the platform team. */
const namesOfPeople = async (tx: Tx, rows: JobRow[]): Promise<Map<number, string>> => {
  const people = await tx
    .selectFrom('users')
    .select(['id', accountName('users').as('name')])
    .where('id', '=', among(rows.map(({ requester_id }) => requester_id)))
    .execute();
  return new Map(people.map(({ id, name }) => [id, name]));
};

const screens: Record<RecordType, string> = {
  forms: 'forms',
  permission_groups: 'permissions',
  clients: 'clients',
  data_groups: 'data_groups',
  internal_forms: 'internal_form_responses',
  report_definitions: 'reports',
  imports: 'imports',
  organizations: 'organizations',
  exports: 'download_export',
  versions: 'versions',
  retention_rules: 'retention',
};

const addressOf = (config: Config, slug: string, { type, id }: SerializedJob['record']): string =>
  slug === templatesSlug || type === 'organizations'
    ? `${originOf(config, null)}/admin/${screens[type]}/${id}`
    : `${originOf(config, slug)}/organization/${screens[type]}/${id}`;

/** Where a record is looked at: what was imported, at its form. */
const placeOf = ({ payload }: JobRow, record: SerializedJob['record']): SerializedJob['record'] => {
  if (record.type !== 'imports') return record;
  const form_id = 'form_id' in payload ? payload.form_id : null;
  return form_id ? { ...record, type: 'forms', id: form_id } : { ...record, type: 'clients' };
};

/**
 * Jobs as callers see them, in the order of the rows.
 * @param slugOf the slug of the organization of a row
 */
export const serializeJobs = async (
  { tx, config }: { tx: Tx; config: Config },
  rows: JobRow[],
  { naming, slugOf }: { naming: NameLookup; slugOf: (row: JobRow) => string },
): Promise<SerializedJob[]> => {
  const records = rows.map(recordOf);
  const namesOf = async (type: RecordType): Promise<Map<number, string>> => {
    const ids = new Set(records.filter((one) => one.type === type).map(({ id }) => id));
    return ids.size > 0 ? naming(type, [...ids]) : new Map();
  };
  const names = {
    forms: await namesOf('forms'),
    permission_groups: await namesOf('permission_groups'),
    clients: await namesOf('clients'),
    data_groups: await namesOf('data_groups'),
    internal_forms: await namesOf('internal_forms'),
    report_definitions: await namesOf('report_definitions'),
    imports: await namesOf('imports'),
    organizations: await namesOf('organizations'),
    exports: await namesOf('exports'),
    versions: await namesOf('versions'),
    retention_rules: await namesOf('retention_rules'),
  };
  const people = await namesOfPeople(tx, rows);
  return rows.map((row, index) => {
    const { type, id } = records[index] as (typeof records)[number];
    const record = { type, id, name: names[type].get(id) ?? null };
    const isThere = row.state === 'succeeded' && record.name !== null;
    return {
      id: row.id,
      kind: row.kind as SerializedJob['kind'],
      state: row.state as SerializedJob['state'],
      progress: { done: row.done, total: row.total },
      record,
      requester: { id: row.requester_id, name: people.get(row.requester_id) ?? null },
      result_url: isThere ? addressOf(config, slugOf(row), placeOf(row, record)) : null,
      error: row.error,
      is_stopping: row.stopped_by !== null && row.finished_at === null,
      created_at: row.created_at,
      finished_at: row.finished_at,
    };
  });
};
