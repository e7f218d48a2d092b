import { describe, expect, test } from 'vitest';
import { startServer } from '#tests/server/harness.ts';
import { type Slot, withValue } from './id-slots.ts';
import { exampleOf, operationsWhere } from './operations.ts';
import { newWorld } from './world.ts';

const server = await startServer();
const superuser = await server.newSuperuser();
const world = await newWorld(server, 'Mine');

const hostile: unknown[] = [
  null,
  '',
  'x'.repeat(60_000),
  'a\0b',
  'half \ud800 a pair',
  "' or 1=1; drop table clients; --",
  '%_\\',
  '0000-01-01',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999-23:59',
  -1,
  1e308,
  9_007_199_254_740_991,
  true,
  [null],
  {},
  { 'a\0b': 1 },
  { 'half \ud800': 1 },
  [[[[[[{ a: [{ b: 1 }] }]]]]]],
];

/** The places of a request, outer ones too. */
const placesIn = (value: unknown, at: Slot): Slot[] =>
  value !== null && typeof value === 'object'
    ? [
        at,
        ...Object.entries(value).flatMap(([key, one]) =>
          placesIn(one, [...at, Array.isArray(value) ? Number(key) : key]),
        ),
      ]
    : [at];

describe('no value makes the server fail', () => {
  test.each(operationsWhere(() => true))('$name', async (operation) => {
    const example = await exampleOf(operation, world, superuser);
    const { params, query, body } = example;
    const places = Object.entries({ params, query, body }).flatMap(([part, value]) =>
      value === undefined ? [] : placesIn(value, [part]),
    );
    const failed: string[] = [];
    for (const place of places.filter((at) => at[0] === 'body' || at.length > 1))
      for (const value of hostile) {
        const reply = await server.send(operation.route, withValue(example, place, value));
        if (reply.status >= 500)
          failed.push(`${place.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}: ${reply.status}`);
      }
    expect(failed).toEqual([]);
  });
});
