import type { QueryKey } from '@tanstack/react-query';

/**
 * How far a write reaches: beside each collection that is written, those whose answers speak of its records. A
 * collection that is not listed, or is listed with `everything`, reaches all answers.
 */
export type Reach = Record<string, readonly string[] | 'everything'>;

/** The path of a route with its parameters filled in; `:org` stays, since all calls are about one organization. */
export const addressOf = (path: string, params: object = {}): string =>
  path.replaceAll(/:(\w+)/g, (whole, name: string) => String((params as Record<string, unknown>)[name] ?? whole));

/** The words of an address that are no ids: its collections, and what is done with them. */
export const collectionsOf = (address: string): string[] =>
  address
    .replace(/^\/(organization\/:org|admin)\//, '/')
    .split('/')
    .filter((part) => /^[a-z]/.test(part));

/** The address that an answer in the cache came from; null when its key does not say. */
export const addressOfKey = ([path, params]: QueryKey): string | null =>
  typeof path === 'string' && path.startsWith('/')
    ? addressOf(path, typeof params === 'object' && params ? params : {})
    : null;

/**
 * Tells which answers a write on an address touches: those whose address names one of its collections, or one within
 * their reach; and those whose key does not say where they come from.
 */
export const touchedBy = (written: string, reach: Reach): ((key: QueryKey) => boolean) => {
  const named = collectionsOf(written);
  // What is written stands last: a note of a person is a note.
  const reached = reach[named.findLast((one) => Object.hasOwn(reach, one)) ?? ''] ?? 'everything';
  if (reached === 'everything') return () => true;
  const touched = new Set([...named, ...reached]);
  return (key) => {
    const address = addressOfKey(key);
    return address === null || collectionsOf(address).some((one) => touched.has(one));
  };
};

/** Whether an answer is about a record that a DELETE took away, or below it, or is its history, which has an address of its own. */
export const isOfRemoved = (written: string, key: QueryKey): boolean => {
  const own = written.replace(/^(\/organization\/:org|\/admin)\/.*?([^/]+\/[^/]+)$/, '$1/$2');
  return [written, `${own}/versions`].some((one) => `${addressOfKey(key) ?? ''}/`.startsWith(`${one}/`));
};
