import { languageOf, written } from '../translation/languages.ts';
import { codeOf, languageKey } from './language-key.ts';
import { type Column, columnsOf, type Remark, type Row, read, type Table, unguarded } from './sheets.ts';

/** What the header of a column says after `label::`. */
export const languageHeader = (code: string): string => `${languageOf(code).name} (${code})`;

/** The columns that translate another one, by language: all but the one that is read first, one for each language. */
export const translatingColumns = (table: Table, name: string, language: string): Map<string, Column> => {
  const [base, ...others] = columnsOf(table, name, language);
  const own = base && base.language !== '' ? codeOf(base.language) : written.code;
  const columns = new Map<string, Column>();
  for (const column of others) {
    const code = codeOf(column.language);
    if (code && code !== own && code !== written.code && !columns.has(code)) columns.set(code, column);
  }
  return columns;
};

/** What stands in a row in other languages, by language. */
export const translatedCells = (row: Row, columns: ReadonlyMap<string, Column>): Map<string, string> =>
  new Map(
    [...columns].flatMap(([language, column]) => {
      const text = unguarded(read(row, [column]));
      return text === '' ? [] : [[language, text] as const];
    }),
  );

/** The columns whose cells are in a language. */
const worded = ['label', 'hint'];

/** The tables with what their columns without a language are in: the default language, where the workbook says which. */
export const inDefaultLanguage = (table: Table, language: string): Table => ({
  ...table,
  columns: table.columns.map((column) =>
    worded.includes(column.name) && column.language === '' ? { ...column, language } : column,
  ),
});

/**
 * The language in which the form is written: English where the workbook has it, because forms are; else what the workbook
 * calls its default; else what stands first. The others translate it.
 */
export const baseLanguage = (survey: Table, language: string): string => {
  const keys = survey.columns.filter(({ name }) => name === 'label').map((column) => languageKey(column.language));
  const wanted = languageKey(language);
  if (keys.includes('') && language === '') return '';
  if (keys.includes(written.code)) return written.code;
  return keys.includes(wanted) ? wanted : (keys[0] ?? wanted);
};

/** Tells which columns are taken although they are in another language than the form. */
export const mixedLanguages = (sheet: string, table: Table, language: string): Remark[] =>
  worded.flatMap((name) => {
    const columns = columnsOf(table, name, language);
    const rows = table.rows.filter((row) => {
      const found = columns.find((column) => read(row, [column]) !== '');
      return found !== undefined && ![language, ''].includes(languageKey(found.language));
    });
    if (rows.length === 0) return [];
    const where = rows.slice(0, 8).map(({ row }) => row);
    const more = rows.length > where.length ? ` and ${rows.length - where.length} more` : '';
    const message = `The ${name} is ${language === '' ? 'blank' : `not in ${languageOf(language).name}`} in ${rows.length === 1 ? 'row' : 'rows'} ${where.join(', ')}${more}: another language is used instead`;
    return [{ sheet, row: null, message }];
  });
