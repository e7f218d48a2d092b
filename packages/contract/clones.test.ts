import { expect, test } from 'vitest';
import type { z } from 'zod';
import { operations } from './index.ts';

const clones = operations()
  .map(({ route }) => route)
  .filter(({ path }) => /^\/organization\/:org\/\w+\/:id\/clone$/.test(path));

test('there are clones of fields, forms, sequences and permission groups', () => {
  expect(clones.length).toBeGreaterThanOrEqual(4);
});

test.each(clones.map(({ path, response }) => [path, response] as const))(
  '%s answers the copy with its id and the collection that it belongs to (FO-46)',
  (path, response) => {
    const { shape } = response as z.ZodObject;
    expect(shape).toHaveProperty('id');
    expect(shape.type?.parse(undefined)).toBe(path.split('/')[3]);
  },
);
