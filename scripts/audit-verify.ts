/**
 * Checks the audit logs of a database: names every event that was altered, and every seal that events were taken from.
 * Run: node scripts/audit-verify.ts postgres://…      (the address of a role that sees all rows)
 */

import { verifyAudit } from '#server/access/audit.ts';
import { openDatabase } from '#server/kit/db.ts';

const [url] = process.argv.slice(2);
if (!url) throw new Error('Give the address of a database: node scripts/audit-verify.ts postgres://…');
const database = openDatabase({ appUrl: url, adminUrl: url });
const faults = await database.adminTransaction(({ tx }) => verifyAudit(tx));
await database.end();
for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log('The audit logs are complete and unchanged.');
process.exitCode = faults.length ? 1 : 0;
