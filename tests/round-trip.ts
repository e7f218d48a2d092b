import { stringify } from 'csv-stringify/sync';
import type { FieldDraft } from '#forms/definition/field.ts';

/** Numbers that come again from the same seed, from 0 to below 1. */
const numbersFrom = (seed: number) => {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** What forms ask, in any script, with all that files are written with, and some of it twice. */
const names = [
  ...['- of which children', '+ others', '= total', '@home', "'=quoted", "O'Neil’s “name”", 'say "so", please; now'],
  ...[
    'Straße – Haus №5',
    '子供の数',
    'Сколько детей?',
    'كم عدد الأطفال؟',
    'बच्चे',
    'ילדים',
    'Tên · trẻ',
    'E\u0301te\u0301',
  ],
  ...['Same', 'Same', 'same', 'Time Recorded', 'Client ID', 'Income (monthly)', 'Question [12]', 'ends with bar |'],
  ...['true', '0123', '2024-01-15', '1.5', '#N/A', 'sep=;', 'back\\slash', 'tab\tinside', 'x'.repeat(255), '😀 👩‍👧'],
];

const texts = [
  ...[
    'kept',
    '=1+1',
    '-',
    '-5',
    '+1 555 0100',
    '@x',
    "'=x",
    "'tis",
    "''",
    'a;b',
    'a,b',
    'a|b',
    'a\tb',
    '"q"',
    'a "b" c',
  ],
  ...['02134', '0', '1234567890', '1234567890123456', '1.50', 'true', 'FALSE', '2024-01-15', '09:30', '1E5', '#N/A'],
  ...['="0123"', 'NULL', '子供', 'Сколько', 'كم', 'Zoë', '😀', 'x', 'é', 'a  b', '\\', '\\|', 'C:\\', '50%', '$5'],
];
const longTexts = [...texts, 'one\ntwo', 'one\r\ntwo', 'one\rtwo', '=1\n\n-2', `${'long '.repeat(9000)}end`];
const numbers = [
  ...[0, 1, -1, 1.5, -7.25, 47.23, 0.1 + 0.2, 1 / 3, 1e-7, 1234.5, 1_234_567.891, 99_999_999_999],
  ...[123_456_789_012, 1e15, Number.MAX_SAFE_INTEGER],
];
const values = ['food', 'rent', '01', 'true', 'a|b', 'a\\', "it's", '子供', '2024', '=x', '-1', 'a; b, c', '1.50'];

const options = values.map((value, position) => ({ value, label: `Option ${position}`, position }));
const file = (name: string) => ({ file_id: 1, filename: name, content_type: 'text/plain', size: 1, url: '/a' });

type Kind = Pick<FieldDraft, 'field_type'> & Partial<FieldDraft> & { answers: readonly unknown[] };

/** Every kind of question with answers to it. */
export const kinds: readonly Kind[] = [
  { field_type: 'freeform-short', answers: texts },
  { field_type: 'freeform-short', metadata: { capitalization: 'uppercase' }, answers: ['KEPT', '02134', 'TRUE', '=A'] },
  { field_type: 'freeform-long', answers: longTexts },
  { field_type: 'number', answers: numbers },
  { field_type: 'number', metadata: { format: 'USD' }, answers: [1.5, 0.1, 1234.56, -0.05, 1000] },
  { field_type: 'number', metadata: { format: 'integer' }, answers: [0, 7, -12, 99_999_999_999] },
  { field_type: 'date', answers: ['2024-01-15', '1999-12-31', '1850-06-01', '1900-01-02', '2000-02-29', '9999-12-31'] },
  { field_type: 'time', answers: ['00:00', '09:05', '12:00', '23:59'] },
  { field_type: 'checkbox', answers: [true, false] },
  { field_type: 'checkbox', metadata: { checked_value: 'Ja', unchecked_value: 'Nein' }, answers: [true, false] },
  { field_type: 'select-one', field_options: options, answers: values },
  {
    field_type: 'select-one',
    metadata: { allow_other: true },
    field_options: options,
    answers: [...values, 'else', '02134'],
  },
  { field_type: 'select-many', field_options: options, answers: [['food'], ['01'], ['true'], values, ['a|b', 'a\\']] },
  { field_type: 'email', answers: ['a@example.org', 'o.neil+x@example.org'] },
  { field_type: 'hyperlink', answers: ['https://example.org/a?b=c;d,e'] },
  {
    field_type: 'address',
    answers: [
      { text: '12 Main St, Oakland', components: { city: 'Oakland' }, location: [37.8, -122.2] },
      { text: '=5, Rue', components: {}, location: null },
    ],
  },
  { field_type: 'autopopulate', answers: ['filled in', '02134'] },
];

/** Kinds whose answers are made by more than the form itself. */
export const outsideKinds: readonly Kind[] = [
  {
    field_type: 'search',
    metadata: { api_endpoint: 'https://example.org/{q}' },
    answers: [{ value: '007', label: 'Seven' }],
  },
  { field_type: 'ref-picker', answers: [{ record_id: 5, label: 'Lantern House' }] },
  { field_type: 'attachment', answers: [file('a;b.txt'), [file('=a.pdf'), file('b|c.pdf')]] },
  { field_type: 'signature', answers: [file('signature.png')] },
];

/** A form: what it asks, and answers of several responses by the places of the questions; undefined is none. */
export type GeneratedForm = { questions: (Omit<FieldDraft, 'name'> & { name: string })[]; responses: unknown[][] };

/** A form that comes again from the same seed: all these kinds of questions, in some order, some of them twice. */
export const generatedForm = (seed: number, from: readonly Kind[]): GeneratedForm => {
  const random = numbersFrom(seed);
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const asked = [...from, ...from.filter(() => random() < 0.3)]
    .map((kind) => ({ kind, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ kind }) => kind);
  return {
    questions: asked.map(({ answers: _, ...draft }) => ({ ...draft, name: one(names) })),
    responses: Array.from({ length: 3 }, () => asked.map(({ answers }) => (random() < 0.8 ? one(answers) : undefined))),
  };
};

/** A number as a cell of the format General shows it. */
const general = (number: number): string => {
  const size = Math.abs(number);
  const scientific = () => {
    const [digits, exponent = ''] = number.toExponential(5).split('e');
    const power = Number(exponent);
    return `${Number(digits)}E${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  };
  if (size >= 1e11 || (size > 0 && size < 1e-4)) return scientific();
  const whole = Math.trunc(size).toString().length;
  return String(Number(number.toFixed(Math.max(0, 10 - whole))));
};

/** A cell of a CSV file as a spreadsheet of the United States shows it, and writes it again. */
const shownAgain = (cell: string): string => {
  const [, guarded] = /^="(.*)"$/s.exec(cell) ?? [];
  if (guarded !== undefined) return guarded.replaceAll('""', '"');
  if (/^(true|false)$/i.test(cell)) return cell.toUpperCase();
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(cell) ?? [];
  // Days before 1900 are texts to it.
  if (year && month && day) return year < '1900' ? cell : `${Number(month)}/${Number(day)}/${year}`;
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(cell) ?? [];
  if (hours && minutes) return `${Number(hours)}:${minutes}`;
  if (/^\d+E\d+$/i.test(cell))
    return Number(cell)
      .toExponential(2)
      .replace(/e\+?(\d)$/, 'E+0$1');
  if (!/^-?\d+(\.\d+)?$/.test(cell)) return cell;
  const number = Number(cell);
  // Somebody has given amounts two decimals.
  return /^-?\d+\.\d$/.test(cell) && Math.abs(number) < 1e9 ? number.toFixed(2) : general(number);
};

type WorkbookCell = { value: string | number | boolean; format?: string };

/** A cell of a CSV file as a spreadsheet of the United States takes it into a workbook. */
export const openedCell = (cell: string): WorkbookCell | null => {
  if (cell === '') return null;
  if (/^(true|false)$/i.test(cell)) return { value: /^true$/i.test(cell) };
  if (/^\d{4}-\d{2}-\d{2}$/.test(cell) && cell >= '1900') {
    const days = (Date.parse(cell) - Date.UTC(1899, 11, 30)) / 86_400_000;
    return { value: cell < '1900-03' ? days - 1 : days, format: 'm/d/yyyy' };
  }
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(cell) ?? [];
  if (hours && minutes) return { value: (Number(hours) * 60 + Number(minutes)) / 1440, format: 'h:mm' };
  if (/^-?\d+(\.\d+)?(E\d+)?$/i.test(cell)) return { value: Number(Number(cell).toPrecision(15)) };
  return { value: shownAgain(cell) };
};

/** A CSV file that a spreadsheet opened and saved, without a byte order mark. */
export const savedAgain = (cells: readonly (readonly string[])[], delimiter: ',' | ';' | '\t'): string =>
  stringify(
    cells.map((row) => row.map(shownAgain)),
    { delimiter, record_delimiter: 'windows', quote_record_delimiter: true },
  );
