import { parse } from 'csv-parse/sync';

const separators = [',', ';', '\t'] as const;

/** So many rows are looked at. */
const judged = 20;

/** The first line of a file that says how its cells are separated, as spreadsheets obey it: sep=; */
const statement = /^\ufeff?"?sep=(.)"?(?:\r\n|\r|\n|$)/i;

/** The first rows under a separator; the first one alone where a quotation mark below it is not closed. */
const rowsUnder = (head: string, delimiter: string, to = judged): string[][] => {
  const options = {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  } as const;
  try {
    return parse(head, { ...options, record_delimiter: ['\r\n', '\n', '\r'], to }) as string[][];
  } catch {
    return to === 1 ? [] : rowsUnder(head, delimiter, 1);
  }
};

/** How well a separator fits: how many columns are known by their names, then how many rows have as many cells as the first. */
const fitOf = (head: string, delimiter: string, isKnown: (label: string) => boolean) => {
  const [header = [], ...rows] = rowsUnder(head, delimiter);
  const alike = rows.filter((cells) => cells.length === header.length).length;
  return {
    known: header.filter((label) => isKnown(label.trim())).length,
    alike: header.length < 2 ? 0 : rows.length === 0 ? 1 : alike / rows.length,
    columns: header.length,
  };
};

/**
 * The separator of a CSV file, and whether its first line only says so: what that line says, else the one under which the
 * known columns appear, and under which the rows have as many cells as the first.
 * @param head the file's beginning
 */
export const separatorOf = (
  head: string,
  isKnown: (label: string) => boolean,
): { separator: string; isStated: boolean } => {
  const [, stated] = statement.exec(head) ?? [];
  if (stated !== undefined) return { separator: stated, isStated: true };
  const fits = separators.map((separator) => ({ separator, ...fitOf(head, separator, isKnown) }));
  const [best] = fits.toSorted(
    (one, other) => other.known - one.known || other.alike - one.alike || other.columns - one.columns,
  );
  return { separator: best?.separator ?? ',', isStated: false };
};
