/**
 * Statements that ask every organization on purpose: which module sends them, of which tables, and why. Each asks all
 * machines, so it is rare, and nobody waits for it but the platform team. A role that sees all organizations sends it.
 */
export const across: Record<string, { tables: string[]; because: string }> = {
  'apps/server/access/audit.ts': {
    tables: ['audit_events', 'audit_seals'],
    because: 'audit-verify reads every chain from its beginning.',
  },
  'apps/server/access/key-rotation.ts': {
    tables: ['clients', 'drafts', 'idempotency_keys', 'public_drafts'],
    because: 'A key is of all organizations: what it still holds is counted before it is thrown away.',
  },
  'apps/server/access/stored-secrets.ts': {
    tables: ['clients'],
    because: 'What a key encrypts is encrypted anew in batches, whoever it belongs to.',
  },
  'apps/server/features/jobs/index.ts': {
    tables: ['data_groups', 'forms', 'permission_groups', 'report_definitions'],
    because: 'The superuser’s list of jobs names what they are about, wherever that is.',
  },
  'apps/server/features/jobs/rows.ts': {
    tables: ['jobs'],
    because: 'The superuser sees the jobs of all organizations in one list.',
  },
  'apps/server/jobs/gather-records.ts': {
    tables: ['data_groups'],
    because: 'Data groups whose days have moved are found wherever they are, every ten minutes.',
  },
  'apps/server/jobs/resume-jobs.ts': {
    tables: ['jobs'],
    because: 'A job whose process died is found without knowing whose it was.',
  },
  'apps/server/jobs/send-messages.ts': {
    tables: ['notification_messages'],
    because: 'Messages whose time has come are found wherever they wait, every minute.',
  },
  'apps/server/jobs/sweep-contents.ts': {
    tables: ['files'],
    because: 'Content whose process died is looked for by its key, whoever it would have belonged to.',
  },
  'apps/server/jobs/sweep.ts': {
    tables: ['drafts', 'idempotency_keys', 'jobs', 'public_drafts', 'public_submissions'],
    because: 'What is old is deleted everywhere at once.',
  },
};
