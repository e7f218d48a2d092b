import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import type { TestDatabase } from './database.ts';
import { ownDatabase } from './own-database.ts';

const first = inject('database');

/**
 * The database of this process's test files, which run one after another. Where the machine has cores for several
 * processes, each but the first makes one of its own, so that no file takes jobs of another that runs beside it.
 */
export const shared: TestDatabase =
  process.env.VITEST_POOL_ID === '1'
    ? first
    : { ...(await ownDatabase()), dataDir: mkdtempSync(path.join(first.dataDir, 'process-')) };
