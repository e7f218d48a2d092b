/**
 * A table whose rows a rollback changes back. Rows with history stand in it under an item: as a record of their own, or as
 * an entry of one, by the kind and key that its versions name.
 */
export type RolledTable = {
  table: string;
  /** The item under which its history stands; null where it has none and comes back with what it belongs to. */
  item: string | null;
  /** Of an entry: its kind in history, the column of its record, and the column that tells it apart there. */
  entry?: { kind: string; record: string; key: string };
  /** What stands between two records: where one of them is gone meanwhile, it stays away and stops nothing. */
  isLink?: true;
  /** A column that one row of a record has at most: who has it gives it up before another one has it back. */
  onlyOne?: string;
  /** The column by which it belongs to the records of another table, where it comes back with those alone. */
  with?: string;
};

const entryOf = (table: string, item: string, entry: NonNullable<RolledTable['entry']>): RolledTable => ({
  table,
  item,
  entry,
});
const record = (table: string, item = table): RolledTable => ({ table, item });
const link = (table: string): RolledTable => ({ table, item: null, isLink: true });

/** Every table that a rollback writes, those first that others refer to. */
export const rolledTables: readonly RolledTable[] = [
  record('forms'),
  record('fields'),
  record('permission_groups'),
  record('memberships', 'users'),
  record('clients'),
  record('households'),
  {
    ...entryOf('household_members', 'households', { kind: 'member', record: 'household_id', key: 'id' }),
    onlyOne: 'is_head',
  },
  entryOf('household_relationships', 'households', { kind: 'relationship', record: 'household_id', key: 'id' }),
  record('report_definitions'),
  {
    ...entryOf('report_views', 'report_definitions', { kind: 'id', record: 'report_definition_id', key: 'id' }),
    onlyOne: 'is_default',
  },
  link('report_forms'),
  entryOf('publish_settings', 'forms', { kind: 'publish_setting', record: 'form_id', key: 'id' }),
  record('responses', 'client_forms'),
  record('notes'),
  entryOf('form_fields', 'forms', { kind: 'field_id', record: 'form_id', key: 'field_id' }),
  link('field_slots'),
  entryOf('calculations', 'forms', { kind: 'calculation', record: 'form_id', key: 'name' }),
  entryOf('notification_definitions', 'forms', { kind: 'notification', record: 'form_id', key: 'name' }),
  entryOf('form_translations', 'forms', { kind: 'translation', record: 'form_id', key: 'language' }),
  record('client_dashboard_fields'),
  record('sequences'),
  entryOf('sequence_forms', 'sequences', { kind: 'form_id', record: 'sequence_id', key: 'form_id' }),
  entryOf('permission_group_locations', 'permission_groups', {
    kind: 'location',
    record: 'permission_group_id',
    key: 'name',
  }),
  entryOf('membership_permission_groups', 'users', {
    kind: 'permission_group_id',
    record: 'membership_id',
    key: 'permission_group_id',
  }),
  link('invitations'),
  { ...record('record_permissions'), isLink: true },
  record('pinned_messages'),
  record('dashboard_widgets'),
  link('response_files'),
  link('referrals'),
  link('public_form_links'),
  link('data_group_records'),
  link('category_records'),
  link('imports'),
  link('notification_messages'),
];
