import type { z } from 'zod';
import { type Errors, errorsOf } from '#contract/kit/issues.ts';
import { versionRoutes } from '#contract/resources/versions.ts';

/** What is searched for; it stands in the address of the results, and of what is opened from them. */
export type VersionSearch = Record<
  'item_type' | 'event' | 'start_date' | 'end_date' | 'user_id' | 'user' | 'organization_id' | 'item_id',
  string | null
>;

const names = [
  'item_type',
  'event',
  'start_date',
  'end_date',
  'user_id',
  'user',
  'organization_id',
  'item_id',
] as const satisfies (keyof VersionSearch)[];

/** What an address searches for. */
export const searchedIn = (address: URLSearchParams): VersionSearch =>
  Object.fromEntries(names.map((name) => [name, address.get(name)])) as VersionSearch;

/** The search as the end of an address. */
export const addressOf = (searched: VersionSearch, page = 1): string => {
  const given = Object.entries(searched).filter((one): one is [string, string] => Boolean(one[1]));
  return new URLSearchParams([...given, ...(page > 1 ? [['page', String(page)]] : [])]).toString();
};

const schema = versionRoutes.page.query;

/** The search as it is sent. */
export const queryOf = ({ user: _, ...searched }: VersionSearch): z.input<typeof schema> =>
  Object.fromEntries(Object.entries(searched).filter(([, value]) => value)) as z.input<typeof schema>;

/** What is missing from a search, or wrong with it, by field. */
export const wrongWith = (searched: VersionSearch): Errors => {
  const read = schema.safeParse(queryOf(searched));
  return read.success ? {} : errorsOf(read.error.issues);
};

export type Version = z.output<typeof versionRoutes.page.response>['data'][number];
export type ReviewedVersion = z.output<typeof versionRoutes.show.response>;
export type RelatedItem = ReviewedVersion['related_items'][number];
