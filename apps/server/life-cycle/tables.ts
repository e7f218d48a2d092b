import type { tables } from '#db/tables.ts';

type Distributed = (typeof tables.distributed)[number];

/**
 * What becomes of each table when an organization is exported and restored. A table that is new has to be thought of:
 * without it this does not compile.
 * - restored: its rows stand in the archive, and come back;
 * - archived: its rows stand in the archive, and stay there;
 * - left: its rows are in no archive.
 * All of them are erased.
 */
export const fates: Record<Distributed, 'restored' | 'archived' | 'left'> = {
  // In an order in which what is referred to comes first, as far as there is one.
  files: 'restored',
  memberships: 'restored',
  permission_groups: 'restored',
  membership_permission_groups: 'restored',
  permission_group_locations: 'restored',
  record_permissions: 'restored',
  pinned_messages: 'restored',
  clients: 'restored',
  client_match_keys: 'restored',
  client_pairs: 'restored',
  merges: 'restored',
  households: 'restored',
  household_members: 'restored',
  household_relationships: 'restored',
  notes: 'restored',
  consents: 'restored',
  forms: 'restored',
  fields: 'restored',
  form_fields: 'restored',
  form_translations: 'restored',
  field_slots: 'restored',
  calculations: 'restored',
  sequences: 'restored',
  sequence_forms: 'restored',
  client_dashboard_fields: 'restored',
  publish_settings: 'restored',
  responses: 'restored',
  response_slots: 'restored',
  response_files: 'restored',
  referrals: 'restored',
  record_uses: 'restored',
  record_refreshes: 'restored',
  public_form_links: 'restored',
  data_groups: 'restored',
  data_group_records: 'restored',
  categories: 'restored',
  category_records: 'restored',
  notification_definitions: 'restored',
  notification_messages: 'restored',
  bounced_addresses: 'restored',
  report_definitions: 'restored',
  report_forms: 'restored',
  report_views: 'restored',
  report_refreshes: 'restored',
  dashboard_widgets: 'restored',
  notices: 'restored',
  notice_preferences: 'restored',
  address_settings: 'restored',
  versions: 'restored',

  // What happened in the organization that was: the new one begins an audit log of its own, and finds no import by the
  // number that it had.
  audit_events: 'archived',
  audit_seals: 'archived',
  imports: 'archived',
  // What is deleted by itself is for the owner of the new one to confirm.
  retention_rules: 'archived',
  retention_runs: 'archived',

  // Keys and links are new, or none.
  api_credentials: 'left',
  case_worthy_affiliations: 'left',
  webhooks: 'left',
  webhook_deliveries: 'left',
  invitations: 'left',
  // Its author's alone.
  drafts: 'left',
  public_drafts: 'left',
  // Of use for some days, or counted anew.
  idempotency_keys: 'left',
  public_submissions: 'left',
  digests: 'left',
  message_warnings: 'left',
  exports: 'left',
  jobs: 'left',
  file_totals: 'left',
  usages: 'left',
  // A copy, from which history is written.
  organization_states: 'left',
  // What a rollback, and the undo of an import, would bring back: by the numbers that changes had.
  removed_rows: 'left',
  left_places: 'left',
  // With whom it was affiliated is between the two organizations that were; what was shared with it is its own now.
  affiliations: 'left',
  form_affiliations: 'left',
  shared_forms: 'left',
  // Of the platform's templates alone.
  template_copies: 'left',
  // Copies of templates are the restored organization's own forms: whom the platform's changes reach is asked anew.
  template_forms: 'left',
};

const names = Object.keys(fates) as Distributed[];

/** The tables that stand in an archive, in the order in which they stand there and come back. */
export const archivedTables = names.filter((name) => fates[name] !== 'left');
/** Those that come back. */
export const restoredTables = names.filter((name) => fates[name] === 'restored');

/**
 * What of a row is a secret, or names one, and stands in no archive. Every column whose name sounds like one is decided
 * on, here or in `plain`; a test compares both with the catalogue.
 */
export const secretColumns: Readonly<Record<string, readonly string[]>> = {
  files: ['storage_key'],
  publish_settings: ['access_key'],
  address_settings: ['key_id', 'key_sealed'],
};

/** Columns that sound like secrets and are none, each with what it is. */
export const plainColumns: Readonly<Record<string, string>> = {
  'clients.sealed_as': 'a number by which its row is told',
  'clients.ssn_sealed': 'encrypted by a key that is in no archive',
  'clients.ssn_key_id': 'the number of that key',
  'clients.ssn_hash': 'made with that key',
  'client_match_keys.key': 'a name and a day of birth, as in the row of the person',
  'audit_events.hash': 'a checksum',
  'audit_seals.hash': 'a checksum',
  'files.content_type': 'a type',
  'form_fields.parameters_mapping': 'ids of fields',
  'imports.mappings': 'names of columns',
  'responses.answers': 'what was answered',
  'referrals.content': 'what was answered',
  'dashboard_widgets.pinned_message_id': 'an id',
};

/** Columns that name an account, by table: of a restore they name the account that has the address now. */
export const accountColumns: Readonly<Record<string, readonly string[]>> = {
  files: ['created_by_id'],
  memberships: ['id'],
  membership_permission_groups: ['membership_id'],
  record_permissions: ['user_id'],
  clients: ['archived_by_id'],
  client_pairs: ['decided_by_id'],
  merges: ['user_id', 'undone_by_id'],
  notes: ['user_id'],
  consents: ['recorded_by_id', 'withdrawn_by_id'],
  responses: ['administrator_id', 'updated_by_id'],
  public_form_links: ['created_by_id'],
  data_groups: ['smart_creators'],
  data_group_records: ['created_by_id'],
  category_records: ['created_by_id'],
  notification_messages: ['user_id'],
  notices: ['user_id'],
  notice_preferences: ['user_id'],
  versions: ['user_id', 'impersonator_id'],
  audit_events: ['user_id', 'impersonator_id'],
  imports: ['created_by_id'],
  retention_rules: ['confirmed_by_id'],
};

/** Columns that a restored row gets anew: numbers by which the platform finds rows of any organization. */
export const newColumns: Readonly<Record<string, readonly string[]>> = {
  versions: ['id'],
};

/** Columns that name an organization outside its own rows: what stands there goes when it is erased, or says that it was. */
export const tracesOfOrganizations = [
  'affiliations.affiliate_organization_id',
  'erasure_certificates.erased_organization_id',
  'former_slugs.leads_to_id',
  'organization_restores.export_organization_id',
  'organization_restores.made_organization_id',
  'sessions.impersonated_organization_id',
  'shared_forms.owner_organization_id',
  'template_copies.copy_organization_id',
];
