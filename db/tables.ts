/**
 * Every table of the database, once, by how it is laid out over several machines.
 * - distributed: holds what belongs to organizations, and is spread by organization_id, which leads all its keys.
 * - reference: small, and the same on each machine, because distributed tables refer to it.
 * - local: the server's own, on one machine.
 */
export const tables = {
  distributed: [
    'api_credentials',
    'audit_events',
    'audit_seals',
    'calculations',
    'clients',
    'field_slots',
    'fields',
    'file_totals',
    'files',
    'form_fields',
    'forms',
    'idempotency_keys',
    'invitations',
    'jobs',
    'membership_permission_groups',
    'memberships',
    'notification_definitions',
    'notification_messages',
    'permission_group_locations',
    'permission_groups',
    'pinned_messages',
    'record_permissions',
    'response_files',
    'response_slots',
    'responses',
    'sequence_forms',
    'sequences',
    'template_copies',
    'versions',
  ],
  reference: ['confidentiality_statements', 'encryption_keys', 'organizations', 'pricing_tiers', 'users'],
  local: [
    'confidentiality_agreements',
    'email_changes',
    'password_resets',
    'passwords',
    'platform_audit_events',
    'platform_audit_seals',
    'platform_idempotency_keys',
    'rate_limits',
    'schema_migrations',
    'second_factors',
    'sessions',
    'sign_in_networks',
  ],
} as const;
