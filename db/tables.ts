// Over 300 lines: each table of the database, once.

/**
 * What becomes of a row that names a record when that is erased for good.
 * - erased: it belongs to the record, and goes with it;
 * - apart: it goes by rules of its own, before the record or with it;
 * - refused: it stays, and so does the record;
 * - stays: it names the record and holds nothing of it.
 */
export type ErasureRule = 'erased' | 'apart' | 'refused' | 'stays';

/**
 * What becomes of a row that names a person when that person is merged into another.
 * - moved: it becomes the master's;
 * - united: the master gets what it lacks, the old record keeps its own;
 * - households, pairs: by rules of their own;
 * - kept: it stays with the old record, as history does.
 */
export type MergeRule = 'moved' | 'united' | 'households' | 'pairs' | 'kept';

/**
 * How a rollback changes rows back. Rows with history stand in it under an item: as a record of their own, or as an entry
 * of one, by the kind and key that its versions name.
 */
export type RollbackRule<Column extends string = string> = {
  /** The item under which its history stands; null where it has none and comes back with what it belongs to. */
  item: string | null;
  /** Of an entry: its kind in history, the column of its record, and the column that tells it apart there. */
  entry?: { kind: string; record: Column; key: Column };
  /** The columns that name its record by type and id, where no key does. */
  on?: { type: Column; id: Column };
  /** What stands between two records: where one of them is gone meanwhile, it stays away and stops nothing. */
  isLink?: true;
  /** A column that one row of a record has at most: who has it gives it up before another one has it back. */
  onlyOne?: Column;
  /** The column that ends a row: one that had ended ends again before another one begins. */
  ends?: Column;
  /** Set where one row that came may stand in the place of another: it goes before that one comes back. */
  takesPlaces?: true;
};

/**
 * What becomes of a table when an organization is exported and restored. All its rows are erased with the organization.
 * - restored: they are in the archive, and come back;
 * - archived: they are in the archive, and stay there;
 * - left: they are in no archive.
 */
export type ArchiveRule = 'restored' | 'archived' | 'left';

/** Describes a table once: archives, rollbacks, merges and erasing read it here and nowhere else. */
export type TableDescription<Column extends string = string> = {
  archive?: ArchiveRule;
  /** How a rollback writes it; `apart` where it keeps history and no rollback does. Nothing where it keeps none. */
  rollback?: RollbackRule<Column> | 'apart';
  /**
   * The columns that name records that can be erased, by the table of those records. Every column that names a person is
   * here, and so are keys that do not cascade.
   */
  references?: {
    clients?: { readonly [C in Column]?: { merge: MergeRule; erase: ErasureRule } };
    households?: { readonly [C in Column]?: { erase: ErasureRule } };
    responses?: { readonly [C in Column]?: { erase: ErasureRule } };
  };
  /** Columns that are a secret, or name one: they are in no archive. */
  secrets?: readonly Column[];
  /** Columns of an archive that sound like secrets and are none, each with what it is. */
  notSecret?: { readonly [C in Column]?: string };
  /** Columns of an archive that name an account: of a restore they name the account that has the address now. */
  accounts?: readonly Column[];
  /** Columns that a restored row gets anew: numbers by which the platform finds rows of any organization. */
  renewed?: readonly Column[];
  /** Columns that name another organization: what stands there goes when that is erased, or says that it was. */
  organizations?: readonly Column[];
};

/** An organization's own table can't leave open what archives do with it. */
type DistributedDescription = TableDescription & { archive: ArchiveRule };

/** A link without a history of its own. */
const link = { item: null, isLink: true } as const;
/** Names a person, and holds nothing of them. */
const mention = { merge: 'kept', erase: 'stays' } as const;

/**
 * What belongs to organizations: spread over the machines by organization_id, which leads all keys. What others refer to
 * comes before them: archives, restores and rollbacks write in this order, and erasing goes the other way.
 */
const distributed = {
  files: {
    archive: 'restored',
    secrets: ['storage_key'],
    notSecret: { content_type: 'a type' },
    accounts: ['created_by_id'],
  },
  // Counted anew.
  file_totals: { archive: 'left' },

  forms: { archive: 'restored', rollback: { item: 'forms' } },
  // What was shared with an organization is its own in the restored one.
  shared_forms: { archive: 'left', organizations: ['owner_organization_id'] },
  // Copies of templates are the restored organization's own forms: whom the platform's changes reach is asked anew.
  template_forms: { archive: 'left' },
  // Of the platform's templates alone. The record is a field or a form.
  template_copies: {
    archive: 'left',
    references: { clients: { record_id: mention } },
    organizations: ['copy_organization_id'],
  },
  fields: { archive: 'restored', rollback: { item: 'fields' } },

  permission_groups: { archive: 'restored', rollback: { item: 'permission_groups' } },
  memberships: { archive: 'restored', rollback: { item: 'users' }, accounts: ['id'] },

  clients: {
    archive: 'restored',
    rollback: { item: 'clients' },
    references: {
      clients: {
        merged_into_id: { merge: 'kept', erase: 'refused' },
        // As whom another system knows somebody: the master takes it over as it does a name.
        case_worthy_client_id: { merge: 'kept', erase: 'apart' },
      },
    },
    notSecret: {
      sealed_as: 'a number by which its row is told',
      ssn_sealed: 'encrypted by a key that is in no archive',
      ssn_key_id: 'the number of that key',
      ssn_hash: 'made with that key',
    },
    accounts: ['archived_by_id'],
  },
  households: { archive: 'restored', rollback: { item: 'households' } },
  household_members: {
    archive: 'restored',
    rollback: {
      item: 'households',
      entry: { kind: 'member', record: 'household_id', key: 'id' },
      onlyOne: 'is_head',
      ends: 'ended_on',
    },
    references: {
      clients: { client_id: { merge: 'households', erase: 'apart' } },
      households: { household_id: { erase: 'erased' } },
    },
  },
  household_relationships: {
    archive: 'restored',
    rollback: {
      item: 'households',
      entry: { kind: 'relationship', record: 'household_id', key: 'id' },
      takesPlaces: true,
    },
    references: { households: { household_id: { erase: 'erased' } } },
  },
  client_match_keys: {
    archive: 'restored',
    references: { clients: { client_id: { merge: 'pairs', erase: 'erased' } } },
    notSecret: { key: 'a name and a day of birth, as in the row of the person' },
  },
  client_pairs: {
    archive: 'restored',
    references: {
      clients: {
        client_id: { merge: 'pairs', erase: 'erased' },
        other_client_id: { merge: 'pairs', erase: 'erased' },
      },
    },
    accounts: ['decided_by_id'],
  },
  merges: {
    archive: 'restored',
    // Undone in a way of its own.
    rollback: 'apart',
    references: {
      clients: {
        master_client_id: { merge: 'kept', erase: 'apart' },
        client_ids: { merge: 'kept', erase: 'apart' },
      },
    },
    accounts: ['user_id', 'undone_by_id'],
  },
  consents: {
    archive: 'restored',
    // What people agreed to.
    rollback: 'apart',
    references: { clients: { client_id: { merge: 'moved', erase: 'erased' } } },
    accounts: ['recorded_by_id', 'withdrawn_by_id'],
  },

  report_definitions: { archive: 'restored', rollback: { item: 'report_definitions' } },
  report_views: {
    archive: 'restored',
    rollback: {
      item: 'report_definitions',
      entry: { kind: 'id', record: 'report_definition_id', key: 'id' },
      onlyOne: 'is_default',
    },
  },
  report_forms: { archive: 'restored', rollback: link },
  report_refreshes: { archive: 'restored' },
  // What says who somebody is can't be kept.
  kept_figures: { archive: 'restored', accounts: ['kept_by_id'] },

  publish_settings: {
    archive: 'restored',
    rollback: { item: 'forms', entry: { kind: 'publish_setting', record: 'form_id', key: 'id' } },
    secrets: ['access_key'],
  },
  // Its author's alone.
  public_drafts: { archive: 'left' },
  // Of use for some days.
  public_submissions: { archive: 'left' },

  responses: {
    archive: 'restored',
    rollback: { item: 'client_forms' },
    // Records with a history of their own.
    references: { clients: { client_id: { merge: 'moved', erase: 'apart' } } },
    notSecret: { answers: 'what was answered' },
    accounts: ['administrator_id', 'updated_by_id'],
  },
  response_slots: {
    archive: 'restored',
    references: { clients: { client_id: { merge: 'moved', erase: 'apart' } } },
  },
  // The record is one of an internal form.
  record_uses: {
    archive: 'restored',
    references: { clients: { record_id: mention }, responses: { record_id: { erase: 'refused' } } },
  },
  record_refreshes: { archive: 'restored' },

  notes: {
    archive: 'restored',
    rollback: { item: 'notes', on: { type: 'record_type', id: 'record_id' } },
    references: {
      clients: {
        client_id: { merge: 'moved', erase: 'apart' },
        // Of other records than people: a note on a person names them by client_id.
        record_id: mention,
      },
    },
    accounts: ['user_id'],
  },

  form_fields: {
    archive: 'restored',
    rollback: { item: 'forms', entry: { kind: 'field_id', record: 'form_id', key: 'field_id' } },
    notSecret: { parameters_mapping: 'ids of fields' },
  },
  field_slots: { archive: 'restored', rollback: link },
  calculations: {
    archive: 'restored',
    rollback: { item: 'forms', entry: { kind: 'calculation', record: 'form_id', key: 'name' } },
  },
  recalculations: {
    archive: 'restored',
    rollback: { item: 'forms', entry: { kind: 'results', record: 'form_id', key: 'id' } },
    accounts: ['user_id'],
  },
  notification_definitions: {
    archive: 'restored',
    rollback: { item: 'forms', entry: { kind: 'notification', record: 'form_id', key: 'name' } },
    accounts: ['author_id'],
  },
  form_translations: {
    archive: 'restored',
    rollback: { item: 'forms', entry: { kind: 'translation', record: 'form_id', key: 'language' } },
  },
  client_dashboard_fields: { archive: 'restored', rollback: { item: 'client_dashboard_fields' } },
  sequences: { archive: 'restored', rollback: { item: 'sequences' } },
  sequence_forms: {
    archive: 'restored',
    rollback: { item: 'sequences', entry: { kind: 'form_id', record: 'sequence_id', key: 'form_id' } },
  },

  permission_group_locations: {
    archive: 'restored',
    rollback: { item: 'permission_groups', entry: { kind: 'location', record: 'permission_group_id', key: 'name' } },
  },
  membership_permission_groups: {
    archive: 'restored',
    rollback: {
      item: 'users',
      entry: { kind: 'permission_group_id', record: 'membership_id', key: 'permission_group_id' },
    },
    accounts: ['membership_id'],
  },
  // Keys and links are new, or none.
  invitations: { archive: 'left', rollback: link },
  record_permissions: {
    archive: 'restored',
    rollback: { item: 'record_permissions', isLink: true, on: { type: 'entity', id: 'record_id' } },
    references: {
      clients: { record_id: { merge: 'united', erase: 'erased' } },
      responses: { record_id: { erase: 'erased' } },
    },
    accounts: ['user_id'],
  },
  pinned_messages: { archive: 'restored', rollback: { item: 'pinned_messages' } },
  dashboard_widgets: {
    archive: 'restored',
    rollback: { item: 'dashboard_widgets' },
    notSecret: { pinned_message_id: 'an id' },
  },

  response_files: { archive: 'restored', rollback: link },
  referrals: { archive: 'restored', rollback: link, notSecret: { content: 'what was answered' } },
  // A key to another system.
  case_worthy_affiliations: { archive: 'left' },
  public_form_links: { archive: 'restored', rollback: link, accounts: ['created_by_id'] },

  // Trees are not rolled back: the paths of what is below follow.
  data_groups: { archive: 'restored', rollback: 'apart', accounts: ['smart_creators'] },
  categories: { archive: 'restored', rollback: 'apart' },
  data_group_records: {
    archive: 'restored',
    rollback: link,
    references: { clients: { record_id: { merge: 'united', erase: 'erased' } } },
    accounts: ['created_by_id'],
  },
  category_records: {
    archive: 'restored',
    rollback: link,
    references: { clients: { record_id: { merge: 'united', erase: 'erased' } } },
    accounts: ['created_by_id'],
  },
  // What a rollback would bring back, by the numbers that changes had.
  left_places: { archive: 'left', references: { responses: { response_id: { erase: 'erased' } } } },

  // The restored organization finds no import by the number that it had.
  imports: {
    archive: 'archived',
    rollback: link,
    notSecret: { mappings: 'names of columns' },
    accounts: ['created_by_id'],
  },
  // Of forms and reports alone, for some days.
  exports: { archive: 'left', references: { clients: { record_id: mention } } },

  notification_messages: {
    archive: 'restored',
    rollback: link,
    // Of records of internal forms.
    references: { clients: { record_id: mention } },
    accounts: ['user_id', 'author_id'],
  },
  message_warnings: { archive: 'left' },
  bounced_addresses: { archive: 'restored' },
  notices: {
    archive: 'restored',
    references: { clients: { record_id: mention, client_id: { merge: 'kept', erase: 'erased' } } },
    accounts: ['user_id'],
  },
  notice_preferences: { archive: 'restored', accounts: ['user_id'] },
  digests: { archive: 'left' },
  address_settings: { archive: 'restored', secrets: ['key_id', 'key_sealed'] },

  // With whom an organization was affiliated is between the two that were. So is what two of them have together: neither
  // side rolls it back.
  affiliations: { archive: 'left', rollback: 'apart', organizations: ['affiliate_organization_id'] },
  form_affiliations: { archive: 'left', rollback: 'apart' },

  // What signs programs in: keys are new, or none.
  api_credentials: { archive: 'left', rollback: 'apart' },
  webhooks: { archive: 'left', rollback: 'apart' },
  // Told when it happened; what is sent again tells of the record that it was.
  webhook_deliveries: { archive: 'left', references: { clients: { record_id: mention } } },

  // Their author's alone.
  drafts: { archive: 'left' },
  draft_files: { archive: 'left' },
  // Of use for some days, or counted anew.
  jobs: { archive: 'left' },
  idempotency_keys: { archive: 'left' },
  usages: { archive: 'left' },

  // What is deleted by itself is for the owner of the restored organization to confirm.
  retention_rules: { archive: 'archived', accounts: ['confirmed_by_id'] },
  retention_runs: { archive: 'archived' },

  // A copy, from which history is written.
  organization_states: { archive: 'left' },
  versions: {
    archive: 'restored',
    references: { clients: { item_id: { merge: 'kept', erase: 'apart' } } },
    accounts: ['user_id', 'impersonator_id'],
    renewed: ['id'],
  },
  // What a rollback, and the undo of an import, would bring back: by the numbers that changes had.
  removed_rows: { archive: 'left' },
  rollbacks: { archive: 'left' },
  written_entries: { archive: 'left', references: { clients: { record_id: mention } } },

  // What happened in the organization that was: the restored one begins an audit log of its own.
  audit_events: {
    archive: 'archived',
    references: { clients: { record_id: mention } },
    notSecret: { hash: 'a checksum' },
    accounts: ['user_id', 'impersonator_id'],
  },
  audit_seals: { archive: 'archived', notSecret: { hash: 'a checksum' } },
} as const satisfies Record<string, DistributedDescription>;

/** Small, and the same on each machine, because distributed tables refer to it. */
const reference = {
  encryption_keys: {},
  organizations: {},
  pricing_tiers: {},
  users: {},
} as const satisfies Record<string, TableDescription>;

/** The server's own, on one machine. */
const local = {
  backups: {},
  begun_contents: {},
  confidentiality_agreements: {},
  confidentiality_statements: {},
  email_changes: {},
  erasure_certificates: { organizations: ['erased_organization_id'] },
  former_slugs: { organizations: ['leads_to_id'] },
  last_sign_ins: {},
  maintenance_runs: {},
  organization_restores: { organizations: ['export_organization_id', 'made_organization_id'] },
  password_resets: {},
  passwords: {},
  platform_audit_events: { references: { clients: { record_id: mention } } },
  platform_audit_seals: {},
  platform_idempotency_keys: {},
  rate_limits: {},
  schema_migrations: {},
  second_factors: {},
  sessions: { organizations: ['impersonated_organization_id'] },
  sign_in_networks: {},
} as const satisfies Record<string, TableDescription>;

const namesOf = <T extends object>(described: T): readonly (keyof T & string)[] =>
  Object.keys(described) as (keyof T & string)[];

/** Every table of the database, by how it is laid out over several machines. */
export const tables = {
  distributed: namesOf(distributed),
  reference: namesOf(reference),
  local: namesOf(local),
};

/** Every table of the database with its description. */
export const descriptions = { ...reference, ...local, ...distributed };
