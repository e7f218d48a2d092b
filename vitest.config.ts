import { defineConfig } from 'vitest/config';

const skipped = ['**/node_modules/**', 'dist/**', 'data/**'];

/** `unit` needs nothing but Node; `server` is what ends in .server.test.ts, over one real PostgreSQL for all of it. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...skipped, '**/*.server.test.ts'],
          isolate: false,
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // What a job does is waited for, however busy the machine is.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
