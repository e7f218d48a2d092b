import { sql } from 'kysely';
import { recordFileDemands } from '#contract/record-file-kinds.ts';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import type { RecordFileQuery } from '#contract/resources/record-files.ts';
import { meetsAny } from '#server/access/demands.ts';
import { findRecord, historyItem } from '#server/access/record-types.ts';
import { changeLabels } from '#server/forms/change-labels.ts';
import { changeOf, shownChange } from '#server/forms/changes.ts';
import { notExported } from '#server/forms/export-selection.ts';
import { capital, type ReadableValue } from '#server/forms/plain-words.ts';
import { seenHistory } from '#server/forms/seen-history.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { type ColumnOf, describedSheet } from '#server/kit/sheets/described.ts';
import type { RowValues } from '#server/schema/json-columns.ts';
import { namesOfUsers } from './notes.ts';
import { type CallerContext, peopleIds, type RecordFile, readRows } from './record-file.ts';

type StoredVersion = {
  item_id: number;
  event: string;
  old_values: RowValues | null;
  new_values: RowValues | null;
  user_id: number | null;
  impersonator_id: number | null;
  created_at: string;
  transaction_id: number;
};
type HistoryRow = {
  type: RecordType;
  version: StoredVersion;
  by: string;
  really_by: string;
  line: { label: string; was: ReadableValue | null; is: ReadableValue | null } | null;
};

const events = { create: 'Created', update: 'Changed', destroy: 'Deleted' };
const text = (value: ReadableValue | null | undefined) =>
  typeof value === 'object' && value ? value.at : (value ?? null);

const columns: ColumnOf<HistoryRow>[] = [
  {
    label: 'Record',
    kind: 'text',
    meaning: 'The kind of record',
    of: ({ type }) => capital(recordTypes[type].title.one),
  },
  { label: 'Record ID', kind: 'number', meaning: 'The ID of the record', of: ({ version }) => version.item_id },
  {
    label: 'Time Changed',
    kind: 'timestamp',
    meaning: 'The time of the change',
    of: ({ version }) => version.created_at,
  },
  {
    label: 'Change',
    kind: 'number',
    meaning: 'Values that were changed together have the same number',
    of: ({ version }) => version.transaction_id,
  },
  {
    label: 'Event',
    kind: 'text',
    meaning: 'Created, Changed or Deleted',
    of: ({ version }) => events[version.event as keyof typeof events],
  },
  { label: 'By', kind: 'text', meaning: 'The user who made the change, or System', of: ({ by }) => by },
  {
    label: 'Impersonated By',
    kind: 'text',
    meaning: 'The person who acted as that user; empty if no one did',
    of: ({ really_by }) => really_by,
  },
  { label: 'Field', kind: 'text', meaning: 'The field that was changed', of: ({ line }) => line?.label },
  {
    label: 'Was',
    kind: 'text',
    meaning: 'The value before the change; empty if there was none',
    of: ({ line }) => text(line?.was),
  },
  {
    label: 'Is',
    kind: 'text',
    meaning: 'The value after the change; empty if there is none',
    of: ({ line }) => text(line?.is),
  },
];

/** Changes of records of a type as lines, one for each value, as far as the caller may see what they speak of. */
const linesOf = async (context: CallerContext, type: RecordType, some: StoredVersion[]): Promise<HistoryRow[]> => {
  const seen = await seenHistory(context, type, some);
  const nameOf = await namesOfUsers(
    context,
    seen.flatMap(({ user_id, impersonator_id }) => [user_id, impersonator_id]),
  );
  const changes = seen.map(({ old_values, new_values }) => shownChange(changeOf(old_values, new_values)));
  const words = await changeLabels(context, type, changes);
  return seen.flatMap((version, index) => {
    const by = nameOf(version.user_id) || 'System';
    const shared = { type, version, by, really_by: nameOf(version.impersonator_id) };
    const lines = words[index] ?? [];
    return (lines.length > 0 ? lines : [null]).map((line) => ({ ...shared, line }));
  });
};

/** The record whose history is asked for, or the people of a list. */
const subjectOf = async (context: CallerContext, { record_type, record_id, ...listed }: RecordFileQuery) => {
  if (record_type === undefined || record_id === undefined) {
    if (!(await meetsAny(context.tx, context.caller, recordFileDemands.clients))) throw notExported();
    return { type: 'clients' as const, ids: await peopleIds(context, listed, 'write') };
  }
  await findRecord(context, { record_type, record_id }, 'write');
  return { type: record_type, ids: [record_id] };
};

/** What was changed as a table, the oldest first. */
export const history: RecordFile = {
  name: 'History',
  columns,
  sheet: async (context, query) => {
    const { tx, caller } = context;
    const { type, ids } = await subjectOf(context, query);
    const statement = ofOrganization(tx, 'versions', caller)
      .where('item_type', '=', historyItem(type))
      .where('item_id', 'in', ids)
      .select(['item_id', 'event', 'old_values', 'new_values', 'user_id', 'impersonator_id'])
      .select(['created_at', 'transaction_id'])
      .orderBy('created_at')
      .orderBy('id');
    const rows = readRows(context, sql`${statement}`, (some: StoredVersion[]) => linesOf(context, type, some));
    return describedSheet('History', columns, rows);
  },
};
