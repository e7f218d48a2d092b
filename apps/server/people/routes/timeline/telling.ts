import type { TimelineEntry, TimelineKind } from '#contract/resources/timeline.ts';
import type { AccessScope } from '#server/access/scopes.ts';
import type { Values } from '#server/forms/changes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import type { TimelineQuery } from './entries.ts';

/** What a kind says of its rows, by their ids; who did it and when is told of all alike. */
export type EntryDetails<K extends TimelineKind> = Omit<
  Extract<TimelineEntry, { kind: K }>,
  'id' | 'at' | 'by' | 'impersonator'
> & {
  impersonator_id?: number | null;
};
export type EntryLoader<K extends TimelineKind> = (
  ids: number[],
  query: TimelineQuery,
  context: MemberContext,
) => Promise<Map<number, EntryDetails<K>>>;

/** What history holds under these ids. */
export const versionsOf = (ids: readonly number[], { tx, caller }: MemberContext) =>
  ofOrganization(tx, 'versions', caller)
    .select(['id', 'event', 'item_id', 'old_values', 'new_values', 'impersonator_id'])
    .where('id', '=', among(ids))
    .execute();

export type Version = Awaited<ReturnType<typeof versionsOf>>[number];
export type Part = Record<string, unknown> | null;

/** The one entry that a version of what belongs to a record holds: `member.12`, what it was, and what it is. */
export const entryOf = ({ old_values, new_values }: Pick<Version, 'old_values' | 'new_values'>) => {
  const [was, is] = [old_values, new_values] as Values[];
  const key = Object.keys(is ?? was ?? {})[0] ?? '';
  const [kind, id] = key.split('.');
  return { kind, of: Number(id), before: (was?.[key] ?? null) as Part, after: (is?.[key] ?? null) as Part };
};

const nameOf = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }) =>
  [first_name, last_name].filter(Boolean).join(' ');

/** The names of people whom the caller may read. */
export const namesOf = async (ids: unknown[], { tx, caller }: MemberContext, scope: AccessScope<'clients'>) => {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))];
  if (wanted.length === 0) return new Map<number, string>();
  const rows = await ofOrganization(tx, 'clients', caller)
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among(wanted))
    .where(scope(caller, 'read'))
    .execute();
  return new Map(rows.map((row) => [row.id, nameOf(row)]));
};
