import { parentPort, workerData } from 'node:worker_threads';
import readWorkbook from 'read-excel-file/universal';
import { readXlsform } from '#forms/xlsform/read.ts';
import type { Cell } from '#forms/xlsform/sheets.ts';

const unreadable =
  'This file is no workbook. Open it in a spreadsheet program, save it as .xlsx and choose the new file';

/** Reads the workbook that the thread was started with, and answers with the form or with what is to be mended. */
const { buffer } = workerData as Uint8Array<ArrayBuffer>;
const sheets = await readWorkbook(buffer).catch(() => null);
parentPort?.postMessage(
  sheets
    ? readXlsform(Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data as unknown as Cell[][]])))
    : { problems: [unreadable] },
);
