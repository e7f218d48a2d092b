import { languageNamed, languageOf, written } from '../translation/languages.ts';
import { type Column, columnsOf, type Row, read, type Table, unguarded } from './sheets.ts';

/** The language of a column, by its code: that of `Spanish (es)`, `Spanish`, `Español` or `es`; null for what is none. */
const codeOf = (language: string): string | null => {
  const [, name = language, code] = /^(.*?)\s*\(([^()]+)\)$/.exec(language.trim()) ?? [];
  return ((code && languageNamed(code)) || languageNamed(name))?.code ?? null;
};

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
