import { redcapDictionaryRoutes } from '#contract/resources/redcap-dictionaries.ts';
import { isDictionaryColumn } from '#forms/redcap/columns.ts';
import type { InstrumentForm, readDictionary } from '#forms/redcap/read.ts';
import type { IncomingFile } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { runInSandbox, TooMuchWork } from '#server/kit/sandbox.ts';
import { type TableLimits, TableRefused, tableOf } from '#server/kit/tables/table-file.ts';
import { fairTurns } from '#server/kit/turns.ts';

const path = 'input';
export const chooseDictionary = (): Problem => invalid(path, 'Choose the data dictionary of a REDCap project (.csv)');

/** The largest projects have some thousand questions, and lists of choices of some thousand entries in one cell. */
const tableLimits: TableLimits = { rows: 5000, columns: 100, cell: 1_000_000 };
const maxBytes = redcapDictionaryRoutes.check.files.megabytes * 1024 * 1024;
const tooComplex = 'This data dictionary takes too long to read. Split it.';

/** Dictionaries are read one at a time; organizations take turns. */
const reading = fairTurns({ most: 1, places: 100 }, () => new Problem('working', undefined, 10));
const program = new URL('./read-apart.ts', import.meta.url);
const limits = { seconds: 10, megabytes: 256 };

/** So many problems are told at once. */
const maxTold = 20;

/**
 * The forms that a data dictionary describes. Refuses, under `input`, what is none, with all that is to be mended. Throws busy
 * when too many wait.
 * @param by who waits in turn
 */
export const readForms = async (file: IncomingFile, by: unknown): Promise<InstrumentForm[]> => {
  if (!/\.csv$/i.test(file.filename)) throw chooseDictionary();
  if (file.spooled.size > maxBytes) throw invalid(path, 'This data dictionary is larger than 5 MB. Split it.');
  const answered = await tableOf(file, { limits: tableLimits, anyEncoding: true, isKnown: isDictionaryColumn, by })
    .then((rows) => reading(by, () => runInSandbox(program, { content: Buffer.from(JSON.stringify(rows)) }, limits)))
    .catch((error: unknown) => {
      if (error instanceof TooMuchWork) throw invalid(path, tooComplex);
      throw error instanceof TableRefused ? invalid(path, error.message) : error;
    });
  const read = JSON.parse(String(answered)) as ReturnType<typeof readDictionary>;
  if ('problems' in read) throw new Problem('invalid', { [path]: read.problems.slice(0, maxTold) });
  return read.forms;
};
