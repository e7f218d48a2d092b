import { z } from 'zod';
import { id } from './route.ts';

export const pageSize = 25;

/** A query parameter that holds JSON. */
export const json = <Z extends z.ZodType>(schema: Z) =>
  z
    .string()
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value);
      } catch {
        context.issues.push({ code: 'custom', message: 'This is not valid JSON', input: value });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** A number that stands in an address as text. */
export const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Enter a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most));

export type Sort = { field: string; order: 'asc' | 'desc' }[];
/** What every list takes, once it is read. */
export type Search = { query?: string | undefined; sort?: Sort | undefined; page_size?: number | undefined };

/**
 * The query of a list: what to search, how to sort (at most three columns), which filters are on.
 * @param more what this list takes besides, such as `narrowing`
 */
export const listQuery = <F extends z.ZodType, M extends z.ZodRawShape = Record<never, never>>(
  filters: F,
  sortable: readonly [string, ...string[]],
  more?: M,
) =>
  z.strictObject({
    query: z.string().max(200).optional(),
    sort: json(z.array(z.strictObject({ field: z.enum(sortable), order: z.enum(['asc', 'desc']) })).max(3)).optional(),
    filters: json(filters).optional(),
    page_size: whole(1, 100).optional(),
    ...(more as M),
  });

/** What a list takes whose records stand in categories. */
export const byCategory = {
  /** With those below it. */
  category: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'Choose a category of this organization')
    .transform(Number)
    .optional(),
};

/** What a list takes whose records stand in data groups. */
export const byDataGroup = {
  /** With those below it. */
  data_group: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'Choose a data group of this organization')
    .transform(Number)
    .optional(),
};

/** What a list takes that must filter: conditions as in reports, all of which must hold, and a category. */
export const narrowing = <C extends z.ZodType>(condition: C) => ({
  conditions: json(z.strictObject({ and: z.array(condition).max(50, 'Use at most 50 conditions') })).optional(),
  ...byCategory,
});

/** The page's number in the address; page 1 is the first. */
export const pageParams = { page: whole(1, 1_000_000) };

export const listOf = <R extends z.ZodType>(record: R) => z.object({ data: z.array(record) });

export const pageOf = <R extends z.ZodType>(record: R) =>
  z.object({
    data: z.array(record),
    metadata: z.object({ page: z.int(), page_size: z.int(), total_count: z.int(), total_pages: z.int() }),
  });

/** A reference to a person, as histories and tables show it. */
export const personName = z.object({ id, first_name: z.string().nullable(), last_name: z.string().nullable() });
