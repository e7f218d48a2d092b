import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from './index.ts';
import { errorsOf } from './kit/issues.ts';

type Found = { path: string[]; schema: z.ZodType };

/** Every key that a schema takes, at any depth. */
const keysOf = (schema: unknown, path: string[], seen = new Set<unknown>()): Found[] => {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return [];
  seen.add(schema);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, one]) => [
      { path: [...path, key], schema: one },
      ...keysOf(one, [...path, key], seen),
    ]);
  const { def } = schema as unknown as { def: Record<string, unknown> };
  return [def.innerType, def.element, def.in, def.out, def.valueType, ...((def.options as unknown[]) ?? [])].flatMap(
    (inner) => keysOf(inner, path, seen),
  );
};

const wrong = [undefined, null, '', ' ', 'x'.repeat(70_000), -1, 1.5, 10 ** 12, true, {}, [], [null]];

/** All that somebody can be told of a key. */
const messagesOf = ({ path, schema }: Found): string[] =>
  wrong.flatMap((value) => {
    const { error } = schema.safeParse(value, { reportInput: true });
    return error ? Object.values(errorsOf(error.issues, path)).flat() : [];
  });

/** A message without what it quotes: the values to choose from, an example, the name of a key between backquotes. */
const bare = (message: string) =>
  message
    .replace(/ (from|like|one of) .*$/, '')
    .replace(/^Choose \w+(, \w+)* or \w+$/, '')
    .replace(/`[^`]*`|“[^”]*”|\{[^}]*\}|"[^"]*"/g, '')
    .trim();

const inner = [/[a-z]_[a-z]/, /\bids?\b/, /\b(dob|dod|ssn|num|params?|undefined|NaN|int)\b/, /^Enter( value)?$/];

const requests = operations().flatMap(({ name, route }) =>
  [route.body, route.query].flatMap((schema) => (schema ? [{ name, keys: keysOf(schema, []) }] : [])),
);

describe.each(requests)('$name', ({ keys }) => {
  test('names nothing by its inner name', () => {
    const told = keys.flatMap((key) => messagesOf(key).map((message) => `${key.path.join('.')}: ${message}`));
    const bad = told.filter((one) => inner.some((pattern) => pattern.test(bare(one.slice(one.indexOf(': ') + 2)))));
    expect([...new Set(bad)]).toEqual([]);
  });
});

test('every request was looked through', () => {
  expect(requests.length).toBeGreaterThan(200);
  expect(requests.flatMap(({ keys }) => keys).length).toBeGreaterThan(1000);
});
