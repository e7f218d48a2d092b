import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { id, type RouteSpec } from '#contract/kit/route.ts';
import { cleaned } from '#contract/kit/text.ts';
import { type Loose, queryOf, startServer } from '#tests/server/harness.ts';
import { type Slot, valueAt, withValue } from './id-slots.ts';
import { exampleOf, sampledOperations } from './operations.ts';
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

/**
 * Reads a request as the server does before its handler. Returns what reaches the handler, as text that is equal for
 * equal readings, or null if the contract refuses part of the request.
 */
const readingOf = (route: RouteSpec, { params = {}, query = {}, body }: Loose): string | null => {
  const isBodyless = body === undefined && route.body?.safeParse(undefined).success === false;
  const sent = {
    query: Object.fromEntries(queryOf(query)),
    body: isBodyless ? {} : body && JSON.parse(JSON.stringify(body)),
  };
  // The server refuses a NUL apart from the contract: each such request is one of its own.
  const isClean = [sent.query, sent.body].every((part) => Object.keys(cleaned(part).errors).length === 0);
  const parsed = [
    ...Object.entries(params).map(([name, value]) => readParam(route, name, String(value))),
    route.query?.safeParse(sent.query),
    route.body?.safeParse(cleaned(sent.body).value),
  ];
  if (parsed.some((one) => one?.success === false)) return null;
  return JSON.stringify([isClean || sent, parsed], (_, value) => (value === undefined ? 'undefined\0' : value));
};

/** Reads a parameter of a path: by its own schema, or as an ID. */
const readParam = ({ params }: RouteSpec, name: string, value: string) =>
  params?.[name]?.safeParse(value) ?? id.safeParse(/^[1-9]\d*$/.test(value) ? Number(value) : null);

/** Kinds of path parameters for which every hostile value has been sent: names of IDs, and schemas of all others. */
const pathsTried = new Set<unknown>();

/**
 * The requests worth sending for a place. Left out are those that reach the handler as one of `readings`, the requests
 * of this operation so far, and all but one of those that the contract refuses, since no handler sees them. Routers
 * and proxies read paths too, so the first parameter of each kind gets all values.
 */
const requestsFor = (route: RouteSpec, example: Loose, place: Slot, readings: Set<string | null>): Loose[] => {
  const name = place[0] === 'params' ? String(place[1]) : null;
  const kind = name && (route.params?.[name] ?? name);
  const isFirst = name !== null && !pathsTried.has(kind);
  pathsTried.add(kind);
  readings.delete(null);
  return hostile
    .map((value) => withValue(example, place, value))
    .filter((request) => {
      const reading = readingOf(route, request);
      const isNew = !readings.has(reading);
      readings.add(reading);
      return isNew || isFirst;
    });
};

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
  test.each(sampledOperations('hostile values', () => true))('$name', async (operation) => {
    const example = await exampleOf(operation, world, superuser);
    const { params, query, body } = example;
    const places = Object.entries({ params, query, body }).flatMap(([part, value]) =>
      value === undefined ? [] : placesIn(value, [part]),
    );
    const failed: string[] = [];
    const readings = new Set<string | null>();
    for (const place of places.filter((at) => at[0] === 'body' || at.length > 1))
      for (const request of requestsFor(operation.route, example, place, readings)) {
        const { status } = await server.send(operation.route, request);
        if (status >= 500)
          failed.push(`${place.join('.')} = ${JSON.stringify(valueAt(request, place))?.slice(0, 60)}: ${status}`);
      }
    expect(failed).toEqual([]);
  });
});

describe('no key makes the server fail, and one that is not known is named', () => {
  test.each(sampledOperations('hostile values', () => true))('$name', async (operation) => {
    const { route } = operation;
    // Somebody new each time: a call that succeeds may change what they may do.
    const fresh = async () => exampleOf(operation, world, await server.newSuperuser());
    let example = await fresh();
    const body = (example.body ?? {}) as object;
    for (const [schema, more] of [
      [route.query, { query: { ...example.query, ...inherited } }],
      [route.body, { body: { ...body, ...inherited } }],
    ] as const) {
      const { status, errors } = await server.send(route, { ...example, ...more });
      expect(status).toBeLessThan(500);
      // What only read, or was refused, changed nothing: the example serves again.
      if (status < 400 && route.method !== 'GET') example = await fresh();
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
