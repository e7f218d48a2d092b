import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { startServer } from '#tests/server/harness.ts';
import { type Slot, valueAt, withValue } from './id-slots.ts';
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
  'toString',
  '__proto__',
];

/** What every object has already. */
const inherited = Object.fromEntries(
  ['toString', 'constructor', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toLocaleString'].map((key) => [key, 1]),
);
const poisoned = JSON.parse('{"__proto__": {"toString": 1}}') as object;

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Whether a schema refuses what it does not know. */
const isStrict = (schema: z.ZodType | undefined) => schema?.safeParse({ colour: 1 }).success === false;

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

describe('no key makes the server fail, and one that is not known is named', () => {
  test.each(operationsWhere(() => true))('$name', async (operation) => {
    const { route } = operation;
    // Somebody new each time: a call that succeeds may change what they may do.
    const fresh = async () => exampleOf(operation, world, await server.newSuperuser());
    const example = await fresh();
    const body = (example.body ?? {}) as object;
    for (const [schema, more] of [
      [route.query, { query: { ...example.query, ...inherited } }],
      [route.body, { body: { ...body, ...inherited } }],
    ] as const) {
      const { status, errors } = await server.send(route, { ...(await fresh()), ...more });
      expect(status).toBeLessThan(500);
      if (!isStrict(schema)) continue;
      expect(status).toBe(422);
      expect(Object.keys(errors)).toEqual(expect.arrayContaining(Object.keys(inherited)));
    }
    const failed: string[] = [];
    for (const place of placesIn(body, ['body']).filter((at) => isObject(valueAt({ body }, at))))
      for (const keys of [inherited, poisoned]) {
        const value = { ...(valueAt({ body }, place) as object), ...keys };
        const { status } = await server.send(route, withValue({ ...example, body }, place, value));
        if (status >= 500) failed.push(`${place.join('.')} with ${JSON.stringify(keys)}: ${status}`);
      }
    expect(failed).toEqual([]);
  });
});
