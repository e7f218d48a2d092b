import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The gate leaves the long tier out; see scripts/tiers.mjs. */
const long = process.env.TIER === 'gate' ? ['**/*.long.*'] : [];
const skipped = ['**/node_modules/**', 'dist/**', 'data/**', ...long];

/** They end what hangs, and are far above what any test takes, so that a busy machine breaks none. In milliseconds. */
const limits = { testTimeout: 180_000, hookTimeout: 180_000 };

/** `unit` needs nothing but Node; `server` is what ends in .server.test.ts, over one real PostgreSQL for all of it. */
export default defineConfig({
  test: {
    // The default leaves one core free, which on two cores is half of them.
    maxWorkers: availableParallelism(),
    // A worker closes its servers and connections before it ends.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...skipped, '**/*.server.test.ts'],
          isolate: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'server',
          include: ['{apps/server,db,packages,tests/conformance}/**/*.server.test.ts'],
          exclude: skipped,
          globalSetup: ['tests/database.ts'],
          // The files of a worker share its modules: reading the server anew for each took a third of the time.
          isolate: false,
          ...limits,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
