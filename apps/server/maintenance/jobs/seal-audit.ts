import { sealAudit } from '#server/access/audit.ts';
import type { JobServices } from '#server/jobs/job-services.ts';

/** Seals the audit logs, and tells the new heads on the console: a copy that nobody can change in the database. */
export const sealAuditLogs = async ({ database, config }: JobServices): Promise<void> => {
  const heads = await database.adminTransaction(({ tx }) => sealAudit(tx));
  if (!config.production) return;
  for (const head of heads) console.log(JSON.stringify({ audit_seal: head }));
};
