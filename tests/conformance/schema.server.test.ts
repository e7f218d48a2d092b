import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shared } from '#tests/shared-database.ts';
import { typesFile, typesOf } from '../../scripts/database-types.ts';

test('the types of the tables are those of the migrated database', async () => {
  const types = await typesOf(shared.url);
  expect(types === readFileSync(typesFile, 'utf8'), `${typesFile} is stale. Run: npm run db -- types`).toBe(true);
});
