/**
 * Every column of the database that names a person, and what becomes of it when they are merged. A test compares it with
 * the catalogue: a table that is new has to be thought of.
 * - moved: the rows become the master's;
 * - united: the master gets what it lacks, the old record keeps its own;
 * - households, pairs: by rules of their own;
 * - kept: stays with the old record, as history does.
 */
export const references: Record<string, 'moved' | 'united' | 'households' | 'pairs' | 'kept'> = {
  'responses.client_id': 'moved',
  'response_slots.client_id': 'moved',
  'notes.client_id': 'moved',
  'consents.client_id': 'moved',
  'record_permissions.record_id': 'united',
  'data_group_records.record_id': 'united',
  'category_records.record_id': 'united',
  'household_members.client_id': 'households',
  'client_pairs.client_id': 'pairs',
  'client_pairs.other_client_id': 'pairs',
  'client_match_keys.client_id': 'pairs',
  'clients.merged_into_id': 'kept',
  // As whom another system knows somebody: the master takes it over as it does a name.
  'clients.case_worthy_client_id': 'kept',
  'merges.master_client_id': 'kept',
  'merges.client_ids': 'kept',
  'versions.item_id': 'kept',
  'audit_events.record_id': 'kept',
  'platform_audit_events.record_id': 'kept',
  // Of fields and forms, and of records of internal forms, alone.
  'template_copies.record_id': 'kept',
  'record_uses.record_id': 'kept',
  'notification_messages.record_id': 'kept',
  // Told when it happened; what is sent again tells of the record that it was.
  'webhook_deliveries.record_id': 'kept',
  // Of forms and reports alone.
  'exports.record_id': 'kept',
  'notices.record_id': 'kept',
  'notices.client_id': 'kept',
};
