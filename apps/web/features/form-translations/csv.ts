import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { stringify } from 'csv-stringify/browser/esm/sync';
import type { FormText } from '#forms/translation/texts.ts';
import type { Translations } from '#forms/translation/translations.ts';
import { languageHeader } from '#forms/xlsform/languages.ts';
import { guarded, unguarded } from '#forms/xlsform/sheets.ts';

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** The texts of a form with what they are in a language, as a file for who translates with other tools. */
export const writeCsv = (texts: readonly FormText[], translations: Translations, language: string): string =>
  stringify(
    texts.map(({ key, original }) => [key, guarded(original), guarded(translations[key]?.text ?? '')]),
    {
      bom: true,
      header: true,
      columns: ['key', 'original', languageHeader(language)],
      record_delimiter: 'windows',
      // Without it, a text of several lines breaks the row.
      quote_record_delimiter: true,
    },
  );

export type ReadCsv = {
  /** What the file translates otherwise than it is translated now, with what it was made of. */
  changes: Translations;
  /** What is left out, and why, in sentences. */
  remarks: string[];
};

/** So many rows are named. */
const maxNamed = 5;

const separators = [',', ';', '\t'];

/** The separator under which the columns appear, whatever stands in the texts. */
const separatorOf = (text: string): string => {
  const headerUnder = (delimiter: string) => {
    try {
      return parse(text, { bom: true, relax_column_count: true, delimiter, to: 1 })[0] ?? [];
    } catch {
      return [];
    }
  };
  const hasColumns = (header: readonly string[]) =>
    ['key', 'original'].every((name) => header.some((label) => label.trim().toLowerCase() === name));
  return separators.find((separator) => hasColumns(headerUnder(separator))) ?? ',';
};

const rowsOf = (text: string): string[][] | string => {
  const delimiter = separatorOf(text);
  try {
    return parse(text, { bom: true, skip_empty_lines: true, relax_column_count: true, delimiter });
  } catch (error) {
    const line = error instanceof CsvError ? error.lines : null;
    return `This isn’t a valid CSV file${line ? `: line ${line} can’t be read` : ''}. Export the translation, then edit that file`;
  }
};

/** Where the columns are, or what to mend about them. */
const columnsOf = (
  header: readonly string[],
  language: string,
): { key: number; original: number; text: number } | string => {
  const names = header.map((name) => name.trim().toLowerCase());
  const wanted = languageHeader(language);
  const [key, original, text] = ['key', 'original', wanted.toLowerCase()].map((name) => names.indexOf(name)) as [
    number,
    number,
    number,
  ];
  const missing = [...(key < 0 ? ['key'] : []), ...(original < 0 ? ['original'] : []), ...(text < 0 ? [wanted] : [])];
  if (missing.length === 0) return { key, original, text };
  return `The file has no column ${missing.join(' and no column ')}. Export the translation, then edit that file`;
};

/**
 * What a file says of a form in a language. A cell that is blank changes nothing. Answers a sentence when nothing can be
 * made of the file.
 */
export const readCsv = (
  file: string,
  { texts, translations, language }: { texts: readonly FormText[]; translations: Translations; language: string },
): ReadCsv | string => {
  const rows = rowsOf(file);
  if (typeof rows === 'string') return rows;
  const [header = [], ...below] = rows;
  const columns = columnsOf(header, language);
  if (typeof columns === 'string') return columns;
  const known = new Map(texts.map((text) => [text.key, text]));
  const changes: Translations = {};
  const seen = new Set<string>();
  const unknown: string[] = [];
  for (const [index, cells] of below.entries()) {
    const key = (cells[columns.key] ?? '').trim();
    const text = unguarded(cells[columns.text] ?? '').trim();
    if (seen.has(key)) return `Row ${index + 2} translates ${key} again. Remove one of the two rows`;
    seen.add(key);
    if (!known.has(key)) unknown.push(`row ${index + 2}`);
    else if (text !== '' && text !== translations[key]?.text)
      changes[key] = { text, original: unguarded(cells[columns.original] ?? '').trim() };
  }
  const more = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} more` : '';
  return {
    changes,
    remarks:
      unknown.length > 0
        ? [
            `${counted(unknown.length, 'row')} skipped because the form no longer has these texts: ${unknown.slice(0, maxNamed).join(', ')}${more}`,
          ]
        : [],
  };
};
