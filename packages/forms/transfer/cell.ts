/** The signs that begin a formula, with all that compatibility normalization (NFKC) folds to one of them. */
const signs = '=+\\-@\\t\\r\u207a\u207c\u208a\u208c\u2a75\u2a76\ufb29\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20';

/** What a spreadsheet would work out, also behind apostrophes: so what was written is told apart from what was typed. */
const formula = new RegExp(`^'*[${signs}]`);

/** The signs that such text begins with. Most text does not, and is not looked at further. */
const first = new RegExp(`^['${signs}]`);

/** Text as a cell of a CSV file holds it: with an apostrophe before what a spreadsheet would work out. */
export const harmless = (text: string): string => (first.test(text) && formula.test(text) ? `'${text}` : text);

/** The text of which `harmless` made this. */
export const restored = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

/** A text that a file guards as a formula, so that a spreadsheet keeps its zeros: ="0123". */
const guardedText = /^="((?:[^"]|"")*)"$/;

/** What a cell of a CSV file means to who sees it in a spreadsheet. */
export const meant = (cell: string): string => {
  const [, text] = guardedText.exec(cell) ?? [];
  return text === undefined ? restored(cell) : text.replaceAll('""', '"');
};

/** A cell of a workbook takes so many characters. */
const longest = 32_767;

/** Text as a cell of a workbook holds it: XML knows no control characters and no halves of pairs, and a cell has an end. */
export const workbookText = (text: string): string =>
  text
    .slice(0, longest)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '');

const backslashes = /(?<!\\)(\\*)(\||$)/g;

/** A backslash stands for itself, but for those before a bar or at the end of a value. */
const told = (value: string) =>
  value.includes('|') || value.endsWith('\\')
    ? value.replace(backslashes, (_, slashes, bar) => slashes + slashes + (bar && '\\|'))
    : value;

const untold = (value: string) =>
  value.replace(backslashes, (_, { length }: string, bar) => '\\'.repeat((bar ? length : length + 1) >> 1) + bar);

/** Several values in one cell, with bars between them. */
export const joined = (values: readonly string[]): string => values.map(told).join('|');

/** The values of which `joined` made this; none of an empty cell. */
export const parted = (cell: string): string[] =>
  cell === '' ? [] : cell.split(/(?<=(?:^|[^\\])(?:\\\\)*)\|/).map(untold);

/** Whether a spreadsheet would work the text out. */
export const isFormula = (text: string): boolean => text.charAt(0) !== "'" && first.test(text);
