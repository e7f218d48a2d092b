import type { z } from 'zod';

/** One thing to mend, at a dotted path such as `field_options.1.value` or `answers.12`. */
export type Issue = { path: string; message: string };

/**
 * The issues of a failed parse, their paths put under `under`. Each unknown key becomes an issue of its own, at that
 * key, worded by `unknownKey`.
 */
export const issuesOf = (error: z.ZodError, under: string, unknownKey: (key: string) => string): Issue[] =>
  error.issues.flatMap((issue) => {
    const path = [under, ...issue.path].join('.');
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: `${path}.${key}`, message: unknownKey(key) }))
      : [{ path, message: issue.message }];
  });
