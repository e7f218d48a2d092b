import type { FieldOption } from '../field-types/field-type.ts';
import type { SurveyRow } from '../xlsform/survey.ts';
import { areNumbers, readChoices } from './choices.ts';
import { type DictionaryColumn, titleOfColumn } from './columns.ts';
import { asXpath, type KindOf } from './expressions.ts';
import { typeOfQuestion } from './question-types.ts';

/** A row of a data dictionary: its number in the file, and what stands in its columns. */
export type DictionaryRow = { row: number; get: (column: DictionaryColumn) => string };

export type DictionaryRemark = { row: number | null; column: string; message: string };

/** What the columns of an XLSForm are called in a data dictionary, as remarks name them. */
const columns: Readonly<Record<string, DictionaryColumn>> = {
  type: 'type',
  name: 'name',
  label: 'label',
  hint: 'hint',
  required: 'required',
  relevant: 'branching',
  calculation: 'choices',
  constraint: 'min',
};

/** The column of the data dictionary for one of an XLSForm. */
export const columnFor = (column: string): string => titleOfColumn(columns[column] ?? 'type');

/** Labels may hold the marks of web pages, which are shown as such nowhere here. */
const mark = /<\/?[a-z][^<>]*>/i;
const plainText = (text: string) =>
  text
    .replaceAll(/<(br|\/p|\/div|\/li)\b[^<>]*>/gi, '\n')
    .replaceAll(new RegExp(mark, 'gi'), '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();

/** A bound as an expression has it; null for one that is read from another answer. */
const bound = (text: string, isDate: boolean): string | null => {
  if (/^(today|now)$/i.test(text)) return 'today()';
  if (!isDate) return /^-?\d+([.,]\d+)?$/.test(text) ? text.replace(',', '.') : null;
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `date('${text}')` : null;
};

/** What smallest and largest answers come to, or what cannot be read, which is then told as it stands. */
const limitsOf = ({ get }: DictionaryRow, isDate: boolean): string => {
  const parts = (['min', 'max'] as const).flatMap((column) => {
    const text = get(column);
    return text === '' ? [] : [`. ${column === 'min' ? '>=' : '<='} ${bound(text, isDate) ?? '?'}`];
  });
  return parts.join(' and ');
};

/** What the rows of one instrument are, in the words of XLSForms, with the choices of each. */
export const surveyRows = (rows: readonly DictionaryRow[]) => {
  const remarks: DictionaryRemark[] = [];
  const lists = new Map<string, ReadonlyMap<string, FieldOption>>();
  const kinds = new Map(
    rows.map(({ get }) => [get('name'), /^(yesno|truefalse)$/.test(get('type')) ? 'tick' : 'other']),
  );
  const kindOf: KindOf = (name) => (kinds.get(name) as 'tick' | 'other' | undefined) ?? null;
  // What is calculated with must be a number.
  const counted = new Set(
    rows
      .filter(({ get }) => get('type') === 'calc')
      .flatMap(({ get }) => get('choices').match(/[a-z][a-z0-9_]*/gi) ?? []),
  );

  const choicesOf = ({ row, get }: DictionaryRow) => {
    const { options, problems } = readChoices(plainText(get('choices')));
    for (const message of problems) remarks.push({ row, column: titleOfColumn('choices'), message });
    lists.set(get('name'), options);
    return options;
  };

  const questionOf = (one: DictionaryRow): SurveyRow => {
    const { row, get } = one;
    const [name, written] = [get('name'), get('type')];
    const { type: found, isUnchecked } = typeOfQuestion(written, get('validation'), name);
    const isNumeric =
      found.kind === 'select' && areNumbers(choicesOf(one)) && found.field_type === 'select-one' && counted.has(name);
    const type = isNumeric ? { ...found, data_type: 'numeric' as const } : found;
    if (isUnchecked) {
      const message = `The validation ${get('validation')} of ${name} isn’t imported: any text is accepted`;
      remarks.push({ row, column: titleOfColumn('validation'), message });
    }
    if (written === 'slider' && get('choices') !== '') {
      const message = `The labels at the ends of ${name} aren’t imported: ${get('choices').slice(0, 200)}`;
      remarks.push({ row, column: titleOfColumn('choices'), message });
    }
    if (mark.test(get('label'))) {
      const message = `The formatting of ${name} isn’t imported`;
      remarks.push({ row, column: titleOfColumn('label'), message });
    }
    const isDate = found.kind === 'question' && found.field_type === 'date';
    const said: Readonly<Record<string, string>> = {
      relevant: asXpath(get('branching'), kindOf) ?? '?',
      required: /^(y|yes|1|true)$/i.test(get('required')) ? 'yes' : '',
      constraint: limitsOf(one, isDate),
      calculation: written === 'calc' ? (asXpath(get('choices'), kindOf) ?? '?') : '',
    };
    return {
      ...one,
      ...nothingElse,
      type,
      written,
      name,
      key: name,
      label: plainText(get('label')),
      hint: plainText(get('hint')),
      get: (column) => said[column] ?? '',
      called: columnFor,
      cited: (column) =>
        column === 'constraint'
          ? [get('min') && `from ${get('min')}`, get('max') && `to ${get('max')}`].filter(Boolean).join(' ')
          : get(columns[column] ?? 'type'),
    };
  };
  const survey = rows.flatMap((one) => {
    const section = plainText(one.get('section'));
    return section === '' ? [questionOf(one)] : [sectionOf(one.row, section), questionOf(one)];
  });
  return { survey, lists, remarks };
};

const nothingElse = { labels: new Map<string, string>(), hints: new Map<string, string>(), group: null };

/** A section header is read, not answered. */
const sectionOf = (row: number, label: string): SurveyRow => ({
  ...nothingElse,
  row,
  type: { kind: 'begin', of: 'group' },
  written: 'section',
  name: '',
  key: '',
  label,
  hint: '',
  get: () => '',
  called: () => titleOfColumn('section'),
  cited: () => label,
});
