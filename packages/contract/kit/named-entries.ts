import { z } from 'zod';
import type { Errors } from './issues.ts';

/** The key by which entries name what they are about, and the key of what they say of it. */
type Naming = { name: string; value: string };

const namings = z.registry<Naming>();

/**
 * A list whose entries name what they are about. What is wrong with one stands under that name, as `answers.125`, not
 * under its place in the list. @param naming the keys of the name, an ID, and of the value
 */
export const namedBy = <S extends z.ZodArray>(list: S, naming: Naming): S => {
  namings.add(list, naming);
  return list;
};

const namingOf = (schema: unknown): Naming | undefined => {
  if (schema instanceof z.ZodOptional) return namingOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.map(namingOf).find((one) => one !== undefined);
  return schema instanceof z.ZodArray ? namings.get(schema) : undefined;
};

/** Puts the errors of a body under the names of its entries; an entry without a valid name keeps its place. */
export const underNames = (errors: Errors, schema: z.ZodType | undefined, sent: unknown): Errors => {
  if (!(schema instanceof z.ZodObject)) return errors;
  const lists = sent as Record<string, Record<string, unknown>[]>;
  const pathOf = (path: string): string => {
    const [, key = '', place = '', rest] = /^([^.]+)\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    const naming = key && namingOf(schema.shape[key]);
    if (!naming) return path;
    const id = lists[key]?.[Number(place)]?.[naming.name];
    if (!Number.isSafeInteger(id) || Number(id) < 1) return path;
    // What is wrong within a value is wrong with the value.
    const isOfValue = !rest || rest === naming.value || rest.startsWith(`${naming.value}.`);
    return [key, id, ...(isOfValue ? [] : [rest])].join('.');
  };
  const named = new Map<string, string[]>();
  for (const [path, messages] of Object.entries(errors)) {
    const at = pathOf(path);
    named.set(at, [...new Set([...(named.get(at) ?? []), ...messages])]);
  }
  return Object.fromEntries(named);
};
