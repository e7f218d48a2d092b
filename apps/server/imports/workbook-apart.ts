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
const openAndSave = 'Open the file in a spreadsheet program, save it and choose it again';
const byNumber = (one: string, other: string) => one.length - other.length || (one < other ? -1 : 1);
const withLinks =
  'This workbook takes cells from other files. Replace these links by their values, save it and choose it again';

const isEmptyText = (attributes: string, content: string): boolean =>
  /\bt="str"/.test(attributes) && /<v\b/.test(content);

/**
 * Finds the first cell of a sheet whose formula has no stored result: a reader would take it for a blank one. A stored
 * empty text is a result.
 * @param sheet the XML of the sheet
 */
const withoutResult = (sheet: string): string | null => {
  for (const [, attributes = '', content = ''] of sheet.matchAll(/<c\b([^>]*[^/])?>(.*?)<\/c>/gs))
    if (/<f\b/.test(content) && !/<(?:v|t)\b[^>]*>[^<]/.test(content) && !isEmptyText(attributes, content))
      return /\br="([A-Z]+\d+)"/.exec(attributes)?.[1] ?? 'of the sheet';
  return null;
};

/** The sheets of a hundred thousand rows. */
const maxWanted = 180 * 1024 * 1024;

/** The parts that hold cells, packed anew: whatever reads them sees what was checked, and nothing else. */
const repacked = async (workbook: Buffer): Promise<Uint8Array<ArrayBuffer>> => {
  const found = new Set<string>();
  const isWanted = (name: string) => {
    found.add(name.toLowerCase());
    return /\.(xml|rels)$/.test(name);
  };
  try {
    const files = await unzip(workbook, isWanted, maxWanted);
    const names = [...found];
    const types = files.get('[Content_Types].xml')?.toString('utf8') ?? '';
    if (names.some((name) => name.endsWith('vbaproject.bin')) || /macroEnabled/i.test(types))
      throw new FileRefused(withMacros);
    if (names.some((name) => name.startsWith('xl/externallinks/'))) throw new FileRefused(withLinks);
    const [first] = names.filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name)).toSorted(byNumber);
    const sheet = [...files].find(([name]) => name.toLowerCase() === first)?.[1].toString('utf8') ?? '';
    const cell = withoutResult(sheet);
    if (cell !== null) throw new FileRefused(`Cell ${cell} holds a formula without its result. ${openAndSave}`);
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
