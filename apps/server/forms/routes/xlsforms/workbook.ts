import { open, readFile } from 'node:fs/promises';
import type { ReadXlsform } from '#forms/xlsform/read.ts';
import { refusedAs } from '#server/kit/files/store-file.ts';
import type { IncomingFile } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { runInSandbox, TooMuchWork } from '#server/kit/sandbox.ts';
import { fairTurns } from '#server/kit/turns.ts';

const path = 'input';
const tooComplex = 'This workbook takes too long to read. Split the form, or remove other content from the workbook.';

export const chooseWorkbook = (): Problem => invalid(path, 'Choose an XLSForm workbook (.xlsx)');

/** Workbooks are read one at a time; organizations take turns. */
const reading = fairTurns({ most: 1, places: 100 }, () => new Problem('working', undefined, 10));

const program = new URL('./read-apart.ts', import.meta.url);

/** Few bytes can describe a sheet of a million rows. */
const limits = { seconds: 10, megabytes: 512 };

/**
 * The form that a workbook describes. Refuses, under `input`, what is no workbook, what is not safe to unpack, and
 * what no form can be made of, with all that is to be mended. Throws busy when too many wait.
 * @param by who waits in turn
 */
export const readForm = async (file: IncomingFile | undefined, by: unknown): Promise<ReadXlsform> => {
  if (!file?.filename.toLowerCase().endsWith('.xlsx') || !(await isZip(file))) throw chooseWorkbook();
  const answered = await reading(by, async () =>
    runInSandbox(program, { content: await readFile(file.spooled.path) }, limits),
  ).catch((error) => {
    throw error instanceof TooMuchWork ? invalid(path, tooComplex) : refusedAs(path)(error);
  });
  const result = JSON.parse(String(answered)) as ReadXlsform | { problems: string[] };
  if ('problems' in result) throw new Problem('invalid', { [path]: result.problems.slice(0, 20) });
  return result;
};

const isZip = async ({ spooled }: IncomingFile): Promise<boolean> => {
  const file = await open(spooled.path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
  } finally {
    await file.close();
  }
};
