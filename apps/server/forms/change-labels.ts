// Longer than most: one table of how the columns of every type of record read.
import { words } from '#contract/kit/issues.ts';
import type { RecordType } from '#contract/record-types.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { type ReferenceLabel, type ReferenceReader, readings } from './change-readings.ts';
import type { Change } from './changes.ts';
import { capital, inWords, plain, type ReadableValue } from './plain-words.ts';

type Line = { label: string; was: ReadableValue | null; is: ReadableValue | null };

/** The kind and the id of an entry such as `answers.12` or `location.Westbrook`. */
const entryOf = (key: string) => {
  const dot = key.indexOf('.');
  return dot < 0 ? null : { kind: key.slice(0, dot), id: key.slice(dot + 1) };
};

/** The ids that changes speak of, by the naming that knows them. */
const idsIn = (changes: Change[], names: Record<string, ReferenceReader>) =>
  Object.entries(names).map(([column, naming]) => {
    const ids = changes.flatMap((change) =>
      Object.entries(change).flatMap(([key, values]) => {
        const entry = entryOf(key);
        if (entry) return entry.kind === column && /^\d+$/.test(entry.id) ? [entry.id] : [];
        return key === column ? values.filter((value) => value !== null).map(String) : [];
      }),
    );
    return { column, naming, ids: [...new Set(ids)] };
  });

/**
 * Changes of records of a type as people read them, as far as the caller may see what they speak of: labels, the words of
 * options, names for ids. What means nothing to people is left out.
 */
export const changeLabels = async (
  context: Pick<MemberContext, 'tx' | 'caller'>,
  record_type: RecordType | 'notes' | 'organizations',
  changes: Change[],
): Promise<Line[][]> => {
  const { labels = {}, values = {}, names = {}, technical = [] } = readings[record_type] ?? {};
  const found = await Promise.all(
    idsIn(changes, names).map(async ({ column, naming, ids }) => {
      const rows = ids.length > 0 ? await naming.read(context, ids) : [];
      return [column, new Map(rows.map((row) => [String(row.id), row]))] as const;
    }),
  );
  const known = new Map(found);
  const read = (column: string, value: unknown, named?: ReferenceLabel): ReadableValue | null => {
    if (value === null || value === undefined || value === '') return null;
    const spoken = values[column];
    try {
      const said = spoken?.(value) ?? named?.text?.(value);
      if (typeof said === 'string') return said || null;
    } catch {
      // What was stored when the field, or the product, was another one.
    }
    return plain(value);
  };
  const lineOf = (key: string, [was, is]: [unknown, unknown]): Line => {
    const entry = entryOf(key);
    if (!entry) {
      const rows = known.get(key);
      const shown = (value: unknown) =>
        rows && value !== null ? (rows.get(String(value))?.name ?? names[key]?.unseen ?? null) : read(key, value);
      return { label: labels[key] ?? capital(inWords(key)), was: shown(was), is: shown(is) };
    }
    const rows = known.get(entry.kind);
    const named = rows?.get(entry.id);
    const label = rows
      ? (named?.name ?? names[entry.kind]?.unseen ?? '')
      : `${capital(inWords(entry.kind))} ${words(entry.id)}`;
    return { label, was: read(entry.kind, was, named), is: read(entry.kind, is, named) };
  };
  /** A secret tells that it changed, and nothing else; what reads the same before and after is said once. */
  const once = (line: Line): Line => {
    if (line.was === 'Not shown' && line.is === 'Not shown') return { ...line, was: null, is: 'Changed' };
    return typeof line.was === 'string' && line.was === line.is ? { ...line, was: null } : line;
  };
  return changes.map((change) =>
    Object.entries(change)
      .filter(([key]) => !technical.includes(key))
      .map(([key, values]) => once(lineOf(key, values)))
      .filter(({ was, is }) => was !== null || is !== null),
  );
};
