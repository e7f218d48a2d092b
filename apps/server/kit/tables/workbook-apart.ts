// A process of its own: reads the first sheet of one workbook that is not hidden, as table-file.ts asks for it.
import { answer } from '../answer-apart.ts';
import { FileRefused } from '../files/errors.ts';
import { type WorkbookParts, workbookParts, workbookSheets } from './workbook.ts';

const withMacros = 'This workbook contains a macro. Save it as .xlsx without macros, or as CSV, and choose that file.';
const withLinks =
  'This workbook uses cells from other files. Replace these links with their values, save it and choose it again.';
const allHidden = 'All sheets of this workbook are hidden. Show the sheet, save it and choose it again.';

/** The sheets of a hundred thousand rows, in bytes. */
const maxBytes = 180 * 1024 * 1024;

const refuseForeign = (parts: WorkbookParts): void => {
  const names = [...parts.keys()];
  const types = parts.get('[content_types].xml')?.toString('utf8') ?? '';
  if (names.some((name) => name.endsWith('vbaproject.bin')) || /macroEnabled/i.test(types))
    throw new FileRefused(withMacros);
  if (names.some((name) => name.startsWith('xl/externallinks/'))) throw new FileRefused(withLinks);
};

/** A row as JSON in each line of the answer. */
await answer(async (content) => {
  const parts = await workbookParts(content, maxBytes);
  refuseForeign(parts);
  const sheet = workbookSheets(parts).find(({ isHidden }) => !isHidden);
  if (!sheet) throw new FileRefused(allHidden);
  return sheet
    .rows()
    .map((row) => JSON.stringify(row))
    .join('\n');
});
