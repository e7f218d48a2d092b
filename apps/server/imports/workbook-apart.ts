// A process of its own: makes CSV of the first sheet of one workbook, as table-file.ts asks for it.
import { stringify } from 'csv-stringify/sync';
import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { answer } from '#server/kit/answer-apart.ts';
import { FileRefused } from '#server/kit/files/errors.ts';
import { UnsafeArchive, unzip } from '#server/kit/files/unzip.ts';

const unreadable =
  'This file is no workbook. Open it in a spreadsheet program, save it as .xlsx or as CSV and choose the new file';
const withMacros =
  'This workbook holds a program (a macro). Save it as .xlsx without macros, or as CSV, and choose that';
const withLinks =
  'This workbook takes cells from other files. Replace these links by their values, save it and choose it again';

/** The sheets of a hundred thousand rows. */
const mostWanted = 180 * 1024 * 1024;

/** The parts that hold cells, packed anew: whatever reads them sees what was checked, and nothing else. */
const repacked = async (workbook: Buffer): Promise<Uint8Array<ArrayBuffer>> => {
  const found = new Set<string>();
  const isWanted = (name: string) => {
    found.add(name.toLowerCase());
    return /\.(xml|rels)$/.test(name);
  };
  try {
    const files = await unzip(workbook, isWanted, mostWanted);
    const names = [...found];
    const types = files.get('[Content_Types].xml')?.toString('utf8') ?? '';
    if (names.some((name) => name.endsWith('vbaproject.bin')) || /macroEnabled/i.test(types))
      throw new FileRefused(withMacros);
    if (names.some((name) => name.startsWith('xl/externallinks/'))) throw new FileRefused(withLinks);
    return zipSync(Object.fromEntries(files), { level: 0 });
  } catch (error) {
    throw error instanceof UnsafeArchive ? new FileRefused(error.message) : error;
  }
};

/** Days are counted from here: what lies on the first one is a time without a day. */
const firstDay = Date.UTC(1899, 11, 30);
const day = 86_400_000;

/** A date without a time is a date, and a time without a date is one. Parts of a day are rounded when they are counted. */
const writtenDate = (moment: Date): string => {
  const since = moment.getTime() - firstDay;
  if (since >= 0 && since < day) return new Date(moment.getTime() + 500).toISOString().slice(11, 16);
  return moment.toISOString().replace(/T00:00:00\.000Z$/, '');
};

/** A cell as text. */
const written = (cell: unknown): string => {
  if (cell instanceof Date) return writtenDate(cell);
  return cell === null || cell === undefined ? '' : String(cell);
};

await answer(async (workbook) => {
  const { buffer } = await repacked(workbook);
  const rows = await readSheet(buffer, { trim: false }).catch(() => null);
  if (!rows) throw new FileRefused(unreadable);
  return stringify(rows.map((row) => row.map(written)));
});
