import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { startServer } from '#tests/server/harness.ts';
import { exampleOf, operationsWhere } from './operations.ts';
import { newWorld } from './world.ts';

const server = await startServer();
const superuser = await server.newSuperuser();
const world = await newWorld(server, 'Searched');

/** The options that another server offers are its own to search. */
const searches = operationsWhere(({ path, query, response }) => {
  if (path.endsWith('/options')) return false;
  const has = (schema: z.ZodType | undefined, key: string) =>
    'shape' in (schema ?? {}) && key in (schema as z.ZodObject).shape;
  return has(query, 'query') && has(response, 'data');
});

/** Whether a row holds a text, folded as names are: the platform's own rows have names that other tests gave them. */
const holds = (row: unknown, text: string): boolean =>
  JSON.stringify(row).replaceAll('\\\\', '\\').normalize('NFKC').includes(text.normalize('NFKC'));

describe('a search finds no wildcards', () => {
  // Folded they are %%%, ___, %_ and \%.
  test.each(searches)('$name', async (operation) => {
    const example = await exampleOf(operation, world, superuser);
    for (const query of ['％％％', '＿＿＿', '％＿', '＼％', '\\％％', 'a％％％b']) {
      const reply = await server.send(operation.route, { ...example, query: { ...example.query, query } });
      expect(reply.status, query).toBe(200);
      const { data } = reply.body as unknown as { data: unknown[] };
      expect(
        data.filter((row) => !holds(row, query)),
        query,
      ).toEqual([]);
    }
  });
});
