import { checkAnswer } from '../definition/answer.ts';
import type { FormField } from '../definition/form-definition.ts';
import { meant, workbookText } from './cell.ts';
import { readCell } from './read-cell.ts';
import { answerWriter } from './response-file.ts';

const text = (value: unknown) => String(value ?? '').replace(/\r\n?/g, '\n');

/** A number as spreadsheets write it where nobody chose a format: 15 digits, or as many as a cell shows. */
const generalNumbers = (number: number): number[] => {
  const whole = Math.trunc(Math.abs(number)).toString().length;
  return [
    Number(number.toPrecision(15)),
    ...(Math.abs(number) < 1e11 ? [Number(number.toFixed(Math.max(0, 10 - whole)))] : []),
  ];
};

/** The same where it is too large, or too small, for a cell: 1.23457E+11. */
const exponential = (number: number) => Number(number.toExponential(5));

const isSameNumber = (cell: string, read: number, stored: number): boolean =>
  read === stored ||
  generalNumbers(stored).includes(read) ||
  (/\de[-+]?\d/i.test(cell) && read === exponential(stored));

/** 1.23e+5 as spreadsheets write it: 1.23E+05. */
const scientific = (text: string) => text.replace(/e\+?(\d+)$/, (_, power: string) => `E+${power.padStart(2, '0')}`);

/** What a spreadsheet makes of a text that it takes for a number, a date, a time or a truth value. */
const spreadsheetForms = (stored: string): string[] => {
  if (/^(true|false)$/i.test(stored)) return [stored.toUpperCase()];
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(stored) ?? [];
  if (year && month && day) return [`${Number(month)}/${Number(day)}/${year}`];
  const [, m, d, y] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(stored) ?? [];
  // Once it is a date cell, a workbook holds it as one.
  if (m && d && y) return [`${Number(m)}/${Number(d)}/${y}`, `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`];
  const [, hour, rest] = /^0?(\d{1,2})(:\d{2}(?::\d{2})?)$/.exec(stored) ?? [];
  if (hour && rest) return [`${hour}${rest}`, `${hour}${rest}:00`, `${hour.padStart(2, '0')}${rest}`];
  // A code such as 1E5 is one of 100,000.
  if (/^\d+E\d{1,3}$/i.test(stored)) return [scientific(Number(stored).toExponential(2)), String(Number(stored))];
  if (!/^\d+(\.\d+)?$/.test(stored)) return [];
  const number = Number(stored);
  return [...generalNumbers(number).map(String), scientific(String(exponential(number).toExponential()))];
};

/**
 * Whether a cell says what is stored, however a spreadsheet has written it since it was downloaded: 1.50 for 1.5, 1/15/2024
 * for 2024-01-15, TRUE for true, 2134 for the text 02134.
 * @param cell as the file's reader gives it
 * @param today in the organization's time zone
 */
export const saysStored = (cell: string, entry: FormField, { stored, today }: { stored: unknown; today: string }) => {
  const { field } = entry;
  const write = answerWriter(field);
  const written = text(write(stored));
  // A workbook cuts what is too long for its cells.
  if ([written, meant(written), workbookText(written)].includes(cell)) return true;
  const read = readCell(cell, field);
  // An option that the cell names is meant, and no text.
  const chosen = read.message === undefined ? [read.value].flat() : [];
  const isChosen = field.field_options.some(({ value }) => chosen.includes(value));
  if (!isChosen && spreadsheetForms(written).includes(cell.trim())) return true;
  if (read.message !== undefined) return false;
  if (typeof read.value === 'number' && typeof stored === 'number') return isSameNumber(cell, read.value, stored);
  if (Array.isArray(read.value) && Array.isArray(stored))
    return read.value.map(String).toSorted().join('\n') === stored.map(String).toSorted().join('\n');
  const checked = checkAnswer(entry, read.value, { stored, today });
  return text(write(read.value)) === written || text(write(checked.value)) === written;
};
