/**
 * Statements that ask every organization on purpose: which module sends them, of which tables, and why. Each asks all
 * machines, so it is rare, and nobody waits for it but the platform team. A role that sees all organizations sends it.
 */
export const across: Record<string, { tables: string[]; because: string }> = {
  'apps/server/access/audit.ts': {
    tables: ['audit_events', 'audit_seals', 'retention_runs'],
    because: 'audit-verify reads every chain from its beginning.',
  },
  'apps/server/access/key-rotation.ts': {
    tables: [
      'address_settings',
      'case_worthy_affiliations',
      'clients',
      'drafts',
      'idempotency_keys',
      'public_drafts',
      'webhooks',
    ],
    because: 'A key is of all organizations: what it still holds is counted before it is thrown away.',
  },
  'apps/server/access/stored-secrets.ts': {
    tables: ['clients'],
    because: 'What a key encrypts is encrypted anew in batches, whoever it belongs to.',
  },
  'apps/server/people/routes/archived-clients/index.ts': {
    tables: ['clients'],
    because: 'The superuser looks for archived people wherever they are.',
  },
  'apps/server/imports/routes/data-imports/index.ts': {
    tables: ['imports'],
    because: 'The superuser sees the imports of all organizations in one list, and finds one by its number.',
  },
  'apps/server/jobs/routes/index.ts': {
    tables: ['data_groups', 'forms', 'imports', 'jobs', 'permission_groups', 'report_definitions'],
    because: 'The superuser sees the jobs of all organizations in one list, which names what they are about.',
  },
  'apps/server/jobs/routes/rows.ts': {
    tables: ['jobs'],
    because: 'The superuser sees the jobs of all organizations in one list.',
  },
  'apps/server/jobs/routes/summary.ts': {
    tables: ['jobs'],
    because: 'The superuser sees how the jobs of all organizations do.',
  },
  'apps/server/organizations/routes/life-cycles/restores.ts': {
    tables: ['exports'],
    because: 'An archive is named by its number alone, by the platform team.',
  },
  'apps/server/maintenance/routes/health.ts': {
    tables: ['file_totals', 'jobs', 'notification_messages'],
    because: 'The superuser looks how the installation as a whole does.',
  },
  'apps/server/organizations/routes/organizations/index.ts': {
    tables: ['memberships'],
    because: 'The superuser sees of each organization whether its owner has come.',
  },
  'apps/server/accounts/routes/platform-users/index.ts': {
    tables: ['memberships'],
    because: 'The superuser finds people by the organizations that they belong to, wherever that is.',
  },
  'apps/server/accounts/routes/platform-users/rows.ts': {
    tables: ['membership_permission_groups', 'memberships', 'permission_groups'],
    because: 'The superuser sees people with all organizations that they belong to.',
  },
  'apps/server/organizations/routes/pricing-tiers/index.ts': {
    tables: ['memberships'],
    because: 'The superuser sees how many members the organizations of a tier have.',
  },
  'apps/server/organizations/erase.ts': {
    tables: [
      'affiliations',
      'client_pairs',
      'consents',
      'digests',
      'drafts',
      'notification_definitions',
      'imports',
      'kept_figures',
      'memberships',
      'merges',
      'consents',
      'notes',
      'notice_preferences',
      'notices',
      'notification_messages',
      'public_form_links',
      'recalculations',
      'retention_rules',
      'api_credentials',
      'shared_forms',
      'template_copies',
      'webhooks',
    ],
    because:
      'Whether an account is named by any other organization is asked before it goes with the one that is erased.',
  },
  'apps/server/referrals/jobs/refresh-referrals.ts': {
    tables: ['case_worthy_affiliations', 'clients', 'referrals', 'responses'],
    because: 'Each minute those are found whose referrals can be sent, and each night those that have any.',
  },
  'apps/server/affiliations/jobs/share-forms.ts': {
    tables: ['affiliations', 'form_affiliations', 'forms'],
    because: 'Shared forms that were changed since they last went across are found wherever they are, every minute.',
  },
  'apps/server/history/routes/versions/index.ts': {
    tables: ['jobs'],
    because: 'The superuser looks at a rollback, wherever its transaction was.',
  },
  'apps/server/history/routes/versions/search.ts': {
    tables: ['versions'],
    because: 'The superuser searches the history of all organizations, by indexes that answer it.',
  },
  'apps/server/history/plan.ts': {
    tables: ['versions'],
    because: 'A transaction is named by its number alone, whose organization is looked for.',
  },
  'apps/server/notifications/jobs/digests.ts': {
    tables: ['notices'],
    because: 'Summaries whose morning has come are found wherever they wait, every ten minutes.',
  },
  'apps/server/trees/jobs/gather-records.ts': {
    tables: ['data_groups'],
    because: 'Data groups whose days have moved are found wherever they are, every ten minutes.',
  },
  'apps/server/jobs/resume-jobs.ts': {
    tables: ['jobs'],
    because: 'A job whose process died is found without knowing whose it was.',
  },
  'apps/server/notifications/jobs/send-messages.ts': {
    tables: ['notification_messages'],
    because: 'Messages whose time has come are found wherever they wait, every minute.',
  },
  'apps/server/webhooks/jobs/send-webhooks.ts': {
    tables: ['webhook_deliveries'],
    because: 'What webhooks are to be told and whose time has come is found wherever it waits, every minute.',
  },
  'apps/server/records/jobs/make-export.ts': {
    tables: ['exports'],
    because: 'Exports whose seven days are over are found wherever they are, every hour.',
  },
  'apps/server/retention/jobs/retention.ts': {
    tables: ['retention_rules'],
    because: 'Rules whose time has come are found wherever they are, every night.',
  },
  'apps/server/maintenance/jobs/sweep-contents.ts': {
    tables: ['draft_files', 'exports', 'files'],
    because: 'Content whose process died is looked for by its key, whoever it would have belonged to.',
  },
  'apps/server/maintenance/jobs/sweep.ts': {
    tables: [
      'digests',
      'drafts',
      'idempotency_keys',
      'jobs',
      'left_places',
      'notices',
      'public_drafts',
      'public_submissions',
      'webhook_deliveries',
    ],
    because: 'What is old is deleted everywhere at once.',
  },
};
