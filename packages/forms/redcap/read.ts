import { errorIn } from '../error-cell.ts';
import type { XlsformDraft } from '../xlsform/draft.ts';
import { readQuestions } from '../xlsform/questions.ts';
import { circles } from '../xlsform/references.ts';
import { leftRows } from '../xlsform/survey.ts';
import { type DictionaryColumn, leftColumns, placesIn, titleOfColumn, usedColumns } from './columns.ts';
import { columnFor, type DictionaryRemark, type DictionaryRow, surveyRows } from './rows.ts';

/** A form that an instrument becomes. */
export type InstrumentForm = {
  form: XlsformDraft;
  questions: number;
  mapped: number;
  remarks: DictionaryRemark[];
};

const maxInstruments = 100;
const maxQuestions = 1000;

/**
 * The forms that the rows of a REDCap data dictionary describe, one for each instrument, with all that they cannot take over
 * told by row and column; or what to mend first. Never throws.
 * @param rows the first one names the columns; each is numbered as a spreadsheet does
 */
export const readDictionary = (
  rows: readonly { row: number; cells: readonly string[] }[],
): { forms: InstrumentForm[] } | { problems: string[] } => {
  const [header, ...below] = rows;
  const places = placesIn(header?.cells ?? []);
  if ('problems' in places) return places;
  const instruments = new Map<string, DictionaryRow[]>();
  const problems: string[] = [];
  for (const { row, cells } of below) {
    const get = (column: DictionaryColumn) => (cells[places.get(column) ?? -1] ?? '').trim();
    if (get('name') === '' || get('form') === '' || get('type') === '')
      problems.push(`Row ${row}: fill in the variable, its form and its type`);
    else if (!instruments.get(get('form'))?.push({ row, get })) instruments.set(get('form'), [{ row, get }]);
  }
  if (problems.length > 0) return { problems };
  if (instruments.size === 0) return { problems: ['This data dictionary has no rows below the header'] };
  if (instruments.size > maxInstruments)
    return {
      problems: [`Use at most ${maxInstruments} instruments: this file has ${instruments.size}. Split the file.`],
    };
  const read = [...instruments].map(([name, own]) => readInstrument(name, own));
  const wrong = read.flatMap((one) => ('problems' in one ? one.problems : []));
  return wrong.length > 0 ? { problems: wrong } : { forms: read as InstrumentForm[] };
};

/** `baseline_visit` as people write it. */
const titled = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1, 255);
};

const readInstrument = (name: string, rows: readonly DictionaryRow[]): InstrumentForm | { problems: string[] } => {
  const title = titled(name);
  if (rows.length > maxQuestions)
    return { problems: [`${title} asks ${rows.length} questions. Split it: a form can have at most 1,000.`] };
  const { survey, lists, remarks } = surveyRows(rows);
  const round = circles(survey);
  if (round.length > 0) return { problems: round.map(({ row, message }) => `Row ${row}: ${message}`) };
  const { questions, mapped, remarks: told, ...form } = readQuestions(survey, lists, new Map());
  const all = [
    ...remarks,
    ...told.map(({ row, column, message }) => ({ row, column: columnFor(column), message })),
    ...leftBehind(rows),
    ...errorCells(rows),
  ];
  return {
    form: { name: title, description: null, ...form },
    questions,
    mapped,
    remarks: all.toSorted((a, b) => (a.row ?? Infinity) - (b.row ?? Infinity)),
  };
};

/** The cells that show an error of a formula instead of what was meant. */
const errorCells = (rows: readonly DictionaryRow[]): DictionaryRemark[] =>
  rows.flatMap(({ row, get }) =>
    usedColumns.flatMap((column) => {
      const message = errorIn(get(column));
      return message === null ? [] : [{ row, column: titleOfColumn(column), message }];
    }),
  );

/** What says how questions look, whom they may tell of, and what a program does with them. */
const leftBehind = (rows: readonly DictionaryRow[]): DictionaryRemark[] =>
  leftColumns.flatMap((column) => {
    const saying = rows.filter(({ get }) => get(column) !== '');
    const title = titleOfColumn(column);
    return saying.length > 0 ? [{ row: null, column: title, message: leftRows(title, saying) }] : [];
  });
