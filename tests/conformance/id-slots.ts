import { z } from 'zod';
import { paramNames, type RouteSpec } from '#contract/kit/route.ts';
import type { Example } from './example.ts';

/** Where an id stands in a request: the keys that lead to it, from `params`, `query` or `body` on. */
export type Slot = (string | number)[];

type Schema = {
  type?: string;
  exclusiveMinimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
};

/** As the contract's `id` reads in JSON schema; no other number of the contract does. */
const isId = ({ type, exclusiveMinimum, maximum }: Schema) =>
  type === 'integer' && exclusiveMinimum === 0 && maximum === Number.MAX_SAFE_INTEGER;

/** What no schema describes is searched by the names of its keys. */
const isNamedLikeId = (key: string | number | undefined) => typeof key === 'string' && /(^|_)ids?$/.test(key);

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;

/**
 * Every place for an id in an operation's path, query and JSON body.
 * @returns the slots that the example fills, and the places of the schema that it leaves out
 */
export const idSlots = (route: RouteSpec, example: Example): { slots: Slot[]; leftOut: string[] } => {
  const slots: Slot[] = paramNames(route.path)
    .filter((name) => name !== 'org' && !route.params?.[name])
    .map((name) => ['params', name]);
  const leftOut: string[] = [];

  const visit = (schema: Schema, value: unknown, at: Slot): void => {
    if (schema.anyOf) for (const one of schema.anyOf) visit(one, value, at);
    else if (isId(schema)) {
      if (typeof value === 'number') slots.push(at);
      else leftOut.push(at.join('.'));
    } else if (schema.items) {
      const all = Array.isArray(value) ? value : [];
      if (all.length === 0) visit(schema.items, undefined, [...at, 0]);
      for (const [index, one] of all.entries()) visit(schema.items, one, [...at, index]);
    } else if (schema.properties) {
      const known = (value ?? {}) as Record<string, unknown>;
      for (const [key, one] of Object.entries(schema.properties)) visit(one, known[key], [...at, key]);
    } else if (typeof schema.additionalProperties === 'object' && Object.keys(schema.additionalProperties).length) {
      const entries = Object.entries((value ?? {}) as object);
      if (entries.length === 0) visit(schema.additionalProperties, undefined, [...at, '*']);
      for (const [key, one] of entries) visit(schema.additionalProperties, one, [...at, key]);
    } else search(value, at);
  };
  const search = (value: unknown, at: Slot): void => {
    if (value !== null && typeof value === 'object')
      for (const [key, one] of Object.entries(value)) search(one, [...at, Array.isArray(value) ? Number(key) : key]);
    else if (typeof value === 'number' && isNamedLikeId(at.findLast((key) => typeof key === 'string'))) slots.push(at);
  };

  // A query's JSON stands in the schema's output: on the way in it is text.
  if (route.query) visit(schemaOf(route.query, 'output'), example.query, ['query']);
  if (route.body) visit(schemaOf(route.body, 'input'), example.body, ['body']);
  return { slots, leftOut };
};

/** What stands in a slot. What is kept by an id is looked for under the first where the request has another one. */
export const valueAt = (request: unknown, slot: Slot): unknown =>
  slot.reduce<unknown>((value, key) => {
    const inside = value as Record<string | number, unknown>;
    return /^[1-9]\d*$/.test(`${key}`) && !(key in inside) ? Object.values(inside)[0] : inside[key];
  }, request);

/** A copy of the request with another value in the slot. */
export const withValue = <R extends object>(request: R, slot: Slot, value: unknown): R => {
  const [key, ...rest] = slot as [keyof R, ...Slot];
  const inner = request[key];
  const changed = rest.length ? withValue(inner as object, rest, value) : value;
  return (Array.isArray(request) ? request.with(Number(key), changed) : { ...request, [key]: changed }) as R;
};
