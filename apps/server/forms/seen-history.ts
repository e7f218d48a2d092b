import type { Entity } from '#contract/kit/privileges.ts';
import type { RecordType } from '#contract/record-types.ts';
import { holds } from '#server/access/demands.ts';
import { recordTables } from '#server/access/record-types.ts';
import { visibleClients } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;
type VersionValues = { old_values: unknown; new_values: unknown };

/** Entries that stand under the id of another person: that somebody told the two apart. */
const aboutAnother = /^distinct_from\.(\d+)$/;

const keysOf = ({ old_values, new_values }: VersionValues): string[] =>
  [old_values, new_values].flatMap((values) => Object.keys((values ?? {}) as object));

/** Some kinds of entry have a privilege of their own: they stand in history for who may read them. */
const mayRead = ({ caller }: CallerContext, record_type: RecordType) => {
  const { closed = {} } = recordTables[record_type].history;
  const kinds = Object.keys(closed).filter(
    (kind) => !holds(caller, { entity: closed[kind] as Entity, action: 'read' }),
  );
  return (version: VersionValues): boolean =>
    !keysOf(version).some((key) => kinds.some((kind) => key.startsWith(`${kind}.`)));
};

/** The history of a person without what is about people whom the reader may not see: not even their ids. */
const withSeenPeople = async <V extends VersionValues>({ tx, caller }: CallerContext, history: V[]): Promise<V[]> => {
  const idOf = (key: string) => aboutAnother.exec(key)?.[1];
  const ids = history.flatMap(keysOf).flatMap((key) => idOf(key) ?? []);
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

/** Of the history of records of a type what the caller may see. That they may see the records was asked before. */
export const seenHistory = async <V extends VersionValues>(
  context: CallerContext,
  record_type: RecordType,
  history: readonly V[],
): Promise<V[]> => {
  const open = history.filter(mayRead(context, record_type));
  return record_type === 'clients' ? withSeenPeople(context, open) : open;
};
