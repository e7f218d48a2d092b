import type { z } from 'zod';
import type { importFindings } from '#contract/resources/imports.ts';
import type { Findings, TableRow } from '#server/schema/json-columns.ts';
import type { CheckedRow, ImportContext, RowError } from './importing.ts';
import type { ImportRow, Plan } from './stored.ts';

type SerializedFindings = z.input<typeof importFindings>;

const maxErrors = 50;
const maxKinds = 12;
const maxChanges = 10;
/** A row with more than this, in letters, is not kept. */
const maxRow = 20_000;
const maxCell = 200;

const others = 'Something else';

/** What an error is about, without what it says of one cell: those of a kind have the same words. */
export const kindOf = (message: string): string => {
  const [sentence = message] = message.split(/[.:?](?= |$)/);
  const words = sentence
    .replace(/,? like .*$/, '')
    .replace(/^“.*” isn’t/, 'Not')
    .replace(/“[^”]*”/g, '…')
    .replace(/\d+(, \d+)*/g, '…');
  return words.slice(0, maxCell);
};

/** Gathers what is to be shown while a file is checked. */
export const gathering = (header: readonly string[]) => {
  const kinds = new Map<string, number>();
  const errors: Findings['errors'] = [];
  const changed: TableRow[] = [];
  const noteError = (row: TableRow, { column, message }: RowError) => {
    const named = kindOf(message);
    const what = kinds.has(named) || kinds.size < maxKinds ? named : others;
    kinds.set(what, (kinds.get(what) ?? 0) + 1);
    const value = (row.cells[header.indexOf(column)] ?? '').slice(0, maxCell);
    if (errors.length < maxErrors) errors.push({ row: row.row, column, value, message, what });
  };
  return {
    note: <W>(checked: CheckedRow<W>[]): void => {
      for (const one of checked)
        if ('errors' in one) for (const error of one.errors) noteError(one.row, error);
        else if (one.effect === 'updated' && changed.length < maxChanges)
          if (one.row.cells.join('').length <= maxRow) changed.push(one.row);
    },
    found: (): Findings => ({
      kinds: [...kinds].map(([what, count]) => ({ what, count })).sort((a, b) => b.count - a.count),
      errors,
      changed,
    }),
  };
};

/**
 * What the check of an import found. What its first updates would change is worked out now, out of what the caller may see
 * and change now; once the import has run there is nothing left of it.
 */
export const shownFindings = async (
  context: ImportContext,
  { findings, state }: Pick<ImportRow, 'findings' | 'state'>,
  planOf: () => Promise<Plan>,
): Promise<SerializedFindings> => {
  const { kinds, errors, changed } = findings ?? { kinds: [], errors: [], changed: [] };
  if (state !== 'mapped' || changed.length === 0) return { kinds, errors, changes: [] };
  const importing = (await planOf()).importing();
  const checked = await importing.check(context, changed, false);
  const changes = checked.flatMap((one) => {
    const difference = 'write' in one && one.write !== undefined && importing.difference?.(one.write);
    return difference ? [{ row: one.row.row, ...difference }] : [];
  });
  return { kinds, errors, changes };
};
