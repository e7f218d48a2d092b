import { tables } from '#db/tables.ts';
import type { World } from './world.ts';

/** What history, jobs and counts write themselves, and what is each person's own. */
const apart = new Set([
  'audit_events',
  'audit_seals',
  'bounced_addresses',
  'digests',
  'draft_files',
  'drafts',
  'exports',
  'file_totals',
  'idempotency_keys',
  'jobs',
  'left_places',
  'message_warnings',
  'notices',
  'public_drafts',
  'public_submissions',
  'record_refreshes',
  'removed_rows',
  'report_refreshes',
  'rollbacks',
  'usages',
  'versions',
  'written_entries',
]);

/** What counts changes, says when and by whom, or is a row's number and nothing else. */
const uncompared = [
  'updated_at',
  'updated_by_id',
  'lock_version',
  'definition_version',
  'access_version',
  'required_since',
  'last_accessed_at',
  'archived_by_id',
];
/** The same, of one table. */
const uncomparedOf: Readonly<Record<string, readonly string[]>> = {
  // Found, or decided, anew.
  client_pairs: ['id', 'created_at', 'decided_at', 'decided_by_id'],
  record_uses: ['id'],
  imports: ['undone_at', 'kept', 'undo_state', 'log'],
  // Secrets stay as they are; when somebody was archived is when that was done last.
  clients: ['archived_at', 'sealed_as', 'ssn_suffix', 'ssn_hash', 'ssn_key_id', 'ssn_sealed'],
  publish_settings: ['closed_at'],
  // What a record is called follows from its answers and its form, and is worked out whenever either is written.
  responses: ['title', 'sort_title'],
  // What was sent forgets its notification when that is deleted.
  notification_messages: ['notification_definition_id'],
};
/** What stands for a column that isn't compared by its value. */
const insteadOf: Readonly<Record<string, string>> = {
  clients: `jsonb_build_object('is_archived', archived_at is not null)`,
  publish_settings: `jsonb_build_object('is_closed', closed_at is not null)`,
  // Other responses than records of internal forms have no title at all.
  responses: `jsonb_build_object('title', case when (select form_type from forms o where o.organization_id = $1
    and o.id = t.form_id) = 'internal' then null else title end)`,
};
/** Rows that are compared, where that is not all of a table. */
const comparedOf: Readonly<Record<string, string>> = {
  // What a merge did is kept after it was undone.
  merges: 'undone_at is null',
};
/** A rollback leaves the rows that came: uploads, the typed columns that questions had, and what was sent. */
const mayCome = new Set(['files', 'imports', 'field_slots', 'notification_messages']);

export type State = ReadonlyMap<string, string>;

const compared = tables.distributed.filter((table) => !apart.has(table));
const text = compared
  .map((table) => {
    const left = [...uncompared, ...(uncomparedOf[table] ?? [])].join(',');
    const more = insteadOf[table];
    const row = `to_jsonb(t) - '{${left}}'::text[]`;
    return `select '${table}' as name, jsonb_strip_nulls(${more ? `(${row}) || ${more}` : row})::text as row
              from ${table} t where organization_id = $1 and ${comparedOf[table] ?? 'true'}`;
  })
  .join(' union all ');

/** Returns all that tables hold of the organization, table by table, but for what history itself writes. */
export const stateOf = async ({ rows }: World): Promise<State> => {
  const found = await rows<{ name: string; row: string }>(text);
  const by = Map.groupBy(found, ({ name }) => name);
  return new Map(
    compared.map((name) => [
      name,
      (by.get(name) ?? [])
        .map(({ row }) => row)
        .toSorted()
        .join('\n'),
    ]),
  );
};

const archivedOnly = (lines: ReadonlySet<string>) => [...lines].every((line) => line.includes('"is_archived": true'));

/** Returns what differs between two states: by table, rows that are in one of them alone. */
export const differences = (before: State, after: State): string[] =>
  compared.flatMap((name) => {
    if (before.get(name) === after.get(name)) return [];
    const [was, is] = [before, after].map((state) => new Set((state.get(name) ?? '').split('\n').filter(Boolean)));
    const gone = was!.difference(is!);
    const came = is!.difference(was!);
    if (mayCome.has(name) && gone.size === 0) return [];
    // Nobody deletes people: those whom a transaction recorded are archived.
    if (name === 'clients' && gone.size === 0 && archivedOnly(came)) return [];
    return [...[...gone].map((row) => `${name} - ${row}`), ...[...came].map((row) => `${name} + ${row}`)];
  });
