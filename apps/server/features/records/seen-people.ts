import type { RecordType } from '#contract/record-types.ts';
import { visibleClients } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import type { Version } from './history.ts';

/** Entries that stand under the id of another person: that somebody told the two apart. */
const aboutAnother = /^distinct_from\.(\d+)$/;

const keysOf = ({ old_values, new_values }: Version): string[] =>
  [old_values, new_values].flatMap((values) => Object.keys((values ?? {}) as object));

/** The history of a person without what is about people whom the reader may not see: not even their ids. */
export const withSeenPeople = async (
  { tx, caller }: MemberContext,
  record_type: RecordType,
  history: Version[],
): Promise<Version[]> => {
  const idOf = (key: string) => aboutAnother.exec(key)?.[1];
  const ids = record_type === 'clients' ? history.flatMap(keysOf).flatMap((key) => idOf(key) ?? []) : [];
  if (ids.length === 0) return history;
  const rows = await ofOrganization(tx, 'clients', caller)
    .where('id', '=', among([...new Set(ids)]))
    .where(visibleClients(caller, 'read'))
    .select('id')
    .execute();
  const seen = new Set(rows.map(({ id }) => String(id)));
  return history.filter((version) =>
    keysOf(version).every((key) => {
      const id = idOf(key);
      return id === undefined || seen.has(id);
    }),
  );
};
