import { readChoices } from './choices.ts';
import type { XlsformDraft } from './draft.ts';
import { baseLanguage, inDefaultLanguage, mixedLanguages } from './languages.ts';
import { resolvePaths } from './paths.ts';
import { readQuestions } from './questions.ts';
import { referenceProblems } from './references.ts';
import { columnsOf, errorCells, type Remark, read, readTable, type Sheets, type Table, unguarded } from './sheets.ts';
import { readSurvey } from './survey.ts';

export type ReadXlsform = {
  form: XlsformDraft;
  /** How many questions the file asks, notes included, and how many of them are fields of the form. */
  questions: number;
  mapped: number;
  /** What is not taken over, or not as it stands. */
  remarks: Remark[];
};

const maxQuestions = 1000;
const maxColumns = 200;
const maxRows = { survey: 5000, choices: 50_000, settings: 10 };
const none: Table = { columns: [], rows: [] };

/**
 * The form that the sheets of an XLSForm describe, with all that it cannot take over told row by row; or, when there
 * is no form to make of them, what to mend first. Never throws.
 */
export const readXlsform = (sheets: Sheets): ReadXlsform | { problems: string[] } => {
  const settings = readTable(sheets, 'settings') ?? none;
  const setting = (name: string) => (settings.rows[0] ? read(settings.rows[0], columnsOf(settings, name, '')) : '');
  const named = setting('default_language');
  const found = readTable(sheets, 'survey');
  const survey = found && inDefaultLanguage(found, named);
  const choices = inDefaultLanguage(readTable(sheets, 'choices') ?? none, named);
  if (!survey) return { problems: ['Add a sheet named survey that lists the questions'] };
  const wrong = [
    ...['type', 'name']
      .filter((name) => columnsOf(survey, name, '').length === 0)
      .map((name) => `Add a column named ${name} to the survey sheet`),
    ...excess('survey', survey),
    ...excess('choices', choices),
    ...excess('settings', settings),
  ];
  if (wrong.length > 0) return { problems: wrong };

  const language = baseLanguage(survey, named);
  const { rows, remarks } = readSurvey(survey, language);
  resolvePaths(rows);
  const unsound = referenceProblems(rows);
  if (unsound.length > 0) return { problems: unsound };

  const options = readChoices(choices, language);
  const { questions, mapped, remarks: told, ...form } = readQuestions(rows, options.lists, options.labels);
  const left = told.map(({ row, message }) => ({ sheet: 'survey', row, message }));
  if (Math.max(questions, form.form_fields.length) > maxQuestions)
    return { problems: [`Use at most ${counted(maxQuestions)} questions: this form has ${counted(questions)}`] };
  if (mapped === 0) return { problems: ['Add a question of a known type: this form has none', ...left.map(cited)] };
  const name = unguarded(setting('form_title')) || setting('form_id') || 'Imported form';
  return {
    form: { name: name.slice(0, 255), description: null, ...form },
    questions,
    mapped,
    remarks: [
      ...[...remarks, ...left].toSorted((a, b) => (a.row ?? Infinity) - (b.row ?? Infinity)),
      ...mixedLanguages('survey', survey, language),
      ...errorCells('survey', survey),
      ...options.remarks,
      ...mixedLanguages('choices', choices, language),
      ...errorCells('choices', choices),
      ...leftSettings(settings),
    ],
  };
};

const counted = (count: number) => count.toLocaleString('en-US');

const cited = ({ sheet, row, message }: Remark) => (row === null ? message : `Row ${row} of ${sheet}: ${message}`);

const excess = (sheet: keyof typeof maxRows, { columns, rows }: Table): string[] => [
  ...(columns.length > maxColumns ? [`Use at most ${maxColumns} columns in the ${sheet} sheet`] : []),
  ...(rows.length > maxRows[sheet] ? [`Use at most ${counted(maxRows[sheet])} rows in the ${sheet} sheet`] : []),
];

/** A form has an id of its own here, and the languages are those of the columns. */
const takenSettings = ['form_title', 'form_id', 'default_language'];

const leftSettings = (settings: Table): Remark[] =>
  settings.rows
    .slice(0, 1)
    .flatMap((row) =>
      settings.columns
        .filter((column) => !takenSettings.includes(column.name) && read(row, [column]) !== '')
        .map(({ header }) => ({ sheet: 'settings', row: row.row, message: `${header} isn’t imported` })),
    );
