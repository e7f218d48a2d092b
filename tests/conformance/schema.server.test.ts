import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { typesFile, typesOf } from '../../scripts/database-types.ts';

test('the types of the tables are those of the migrated database', async () => {
  const types = await typesOf(inject('database').url);
  expect(types === readFileSync(typesFile, 'utf8'), `${typesFile} is stale. Run: npm run db -- types`).toBe(true);
});
