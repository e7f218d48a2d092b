// A process of its own: reads one workbook, as workbook.ts asks for it.
import { zipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import { readXlsform } from '#forms/xlsform/read.ts';
import type { Cell } from '#forms/xlsform/sheets.ts';
import { answer } from '#server/kit/answer-apart.ts';
import { FileRefused } from '#server/kit/files/errors.ts';
import { UnsafeArchive, unzip } from '#server/kit/files/unzip.ts';

const unreadable =
  'This file is no workbook. Open it in a spreadsheet program, save it as .xlsx and choose the new file';

/** A hundred times what the largest forms need. */
const maxWanted = 20 * 1024 * 1024;

/** The parts that hold cells, packed anew: whatever reads them sees what was checked, and nothing else. */
const repacked = async (workbook: Buffer): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    const files = await unzip(workbook, (name) => /\.(xml|rels)$/.test(name), maxWanted);
    return zipSync(Object.fromEntries(files), { level: 0 });
  } catch (error) {
    throw error instanceof UnsafeArchive ? new FileRefused(error.message) : error;
  }
};

/** The form, or what is to be mended. */
await answer(async (workbook) => {
  const { buffer } = await repacked(workbook);
  const sheets = await readWorkbook(buffer).catch(() => null);
  if (!sheets) throw new FileRefused(unreadable);
  return JSON.stringify(
    readXlsform(Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data as unknown as Cell[][]]))),
  );
});
