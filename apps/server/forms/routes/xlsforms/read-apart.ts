// A process of its own: reads one workbook, as workbook.ts asks for it.
import { readXlsform } from '#forms/xlsform/read.ts';
import { isFormSheet } from '#forms/xlsform/sheets.ts';
import { answer } from '#server/kit/answer-apart.ts';
import { type SheetRow, workbookParts, workbookSheets } from '#server/kit/tables/workbook.ts';

/** A hundred times what the largest forms need, in bytes. */
const maxBytes = 20 * 1024 * 1024;

const blank: string[] = [];

/** The rows by their places: one that holds nothing is blank. */
const placed = (rows: readonly SheetRow[]): string[][] => {
  const all = Array.from({ length: rows.at(-1)?.row ?? 0 }, () => blank);
  for (const { row, cells } of rows) all[row - 1] = cells;
  return all;
};

/** The form, or what is to be mended. Its sheets are found by their names, also where somebody has hidden them. */
await answer(async (workbook) => {
  const sheets = workbookSheets(await workbookParts(workbook, maxBytes)).filter(({ name }) => isFormSheet(name));
  return JSON.stringify(readXlsform(Object.fromEntries(sheets.map(({ name, rows }) => [name, placed(rows())]))));
});
