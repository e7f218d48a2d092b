import type { Calculation } from '../definition/calculation.ts';
import { type FormField, inOrder } from '../definition/form-definition.ts';
import type { FieldOption, FieldTypeName } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import type { NameOf } from './conditions.ts';
import { writeCalculation } from './equations.ts';
import { languageHeader } from './languages.ts';
import { writeLimits } from './limits.ts';
import { freeName, identifier, shortName } from './names.ts';
import { fieldLines, formLines, type Line, type WrittenForm } from './not-exported.ts';
import { guarded, type Sheets } from './sheets.ts';
import { writeRules } from './write-rules.ts';

const surveyColumns = [
  'type',
  'name',
  'label',
  'hint',
  'required',
  'relevant',
  'constraint',
  'read_only',
  'calculation',
  'appearance',
] as const;
type SurveyCells = Partial<Record<(typeof surveyColumns)[number], string>> & {
  /** The columns of other languages, by their headers. */
  translated?: Record<string, string>;
};
type FormTranslations = WrittenForm['translations'];

/** The longest text that a cell of a workbook holds. */
const maxCell = 32_767;

/**
 * A form as the sheets of an XLSForm: survey, choices, settings, and not_exported, which tells line by line what the
 * standard cannot say. `readXlsform` makes the same form of them, but for those lines.
 */
export const writeXlsform = (form: WrittenForm): Sheets => {
  const entries = inOrder({ ...form, id: 0 });
  const taken = new Set<string>();
  const nameOfEntry = new Map(
    entries
      .filter(isExported)
      .map((entry) => [entry.field_id, { name: freeName(identifier(entry.field.name), taken), entry }]),
  );
  const calculated = writeCalculations(form.calculations, (id) => nameOfEntry.get(id)?.name ?? null, taken);
  const nameOf: NameOf = (scope, id) => {
    const calculation = scope === 'calculator' ? calculated.get(id) : undefined;
    return calculation ? { name: calculation.name, entry: null } : (scope === 'form' && nameOfEntry.get(id)) || null;
  };
  const rules = writeRules(entries, form.logic, nameOf);
  const lists = new Map<string, string>();
  const questions = [...nameOfEntry.values()].map(({ name, entry }) => ({
    name,
    ...question(entry, (options) => listOf(choicesOf(entry, options, form.translations), lists, name)),
    translated: translatedCells(entry, form.translations),
    ...rules.columns.get(entry.field_id),
  }));
  const results = [...calculated.values()].map(({ name, label, calculation }) => ({
    type: 'calculate',
    name,
    label: guarded(label),
    calculation,
  }));
  const headers = form.translations.map(({ language }) => `label::${languageHeader(language)}`);
  const inLanguages = headers.flatMap((label) => [label, label.replace('label', 'hint')]);
  return {
    survey: [
      [...surveyColumns, ...inLanguages],
      ...[...questions, ...results].map((cells) => surveyRow(cells, inLanguages)),
    ],
    choices: [
      ['list_name', 'name', 'label', ...headers],
      ...[...lists].flatMap(([options, list]) => choiceRows(list, options)),
    ],
    settings: [
      ['form_title', 'form_id'],
      [guarded(form.name), identifier(form.name)],
    ],
    not_exported: [
      ['about', 'message'],
      ...[
        ...formLines(form),
        ...entries.flatMap((entry) =>
          isExported(entry) ? fieldLines(entry, hasContentLabel(entry)) : [unexported(entry)],
        ),
        ...calculationLines(form.calculations, calculated),
        ...rules.lines,
      ].map(({ about, message }) => [about, message].map((text) => guarded(text).slice(0, maxCell))),
    ],
  };
};

const surveyRow = (cells: SurveyCells, inLanguages: readonly string[]) => [
  ...surveyColumns.map((column) => cells[column] ?? ''),
  ...inLanguages.map((header) => cells.translated?.[header] ?? ''),
];

/** The label and the hint of a question in each language, by the headers of their columns. */
const translatedCells = (entry: FormField, translations: FormTranslations): Record<string, string> =>
  Object.fromEntries(
    translations.flatMap(({ language, texts }) => {
      const text = (part: string) => guarded(texts[`field.${entry.field_id}.${part}`]?.text ?? '').slice(0, maxCell);
      const header = languageHeader(language);
      return [
        [`label::${header}`, text(hasContentLabel(entry) ? 'content' : 'name')],
        [`hint::${header}`, text('description')],
      ];
    }),
  );

const words: Partial<Record<FieldTypeName, SurveyCells>> = {
  'freeform-short': { type: 'text' },
  'freeform-long': { type: 'text', appearance: 'multiline' },
  email: { type: 'text' },
  hyperlink: { type: 'text' },
  address: { type: 'text' },
  number: { type: 'decimal' },
  date: { type: 'date' },
  time: { type: 'time' },
  checkbox: { type: 'acknowledge' },
  attachment: { type: 'file' },
  signature: { type: 'image', appearance: 'signature' },
  presentation: { type: 'note' },
  'select-one': { type: 'select_one' },
  'select-many': { type: 'select_multiple' },
};

/** Choices that come from elsewhere, and records, cannot be asked without this product. */
const isExported = ({ field }: FormField) =>
  words[field.field_type] !== undefined &&
  (!fieldType(field.field_type).hasOptions || field.field_options.some(({ hidden }) => !hidden));

const unexported = ({ field }: FormField): Line => ({
  about: `Field ${field.name}`,
  message: `It is left out: an XLSForm has no question like ${fieldType(field.field_type).title}`,
});

const question = (entry: FormField, listFor: (options: FieldOption[]) => string): SurveyCells => {
  const { field, settings } = entry;
  const { field_type, metadata } = field;
  const cells = words[field_type]!;
  const list = fieldType(field_type).hasOptions ? ` ${listFor(field.field_options)}` : '';
  const other = metadata.allow_other ? ' or_other' : '';
  const isWhole = field_type === 'number' && metadata.format === 'integer';
  return {
    ...cells,
    type: isWhole ? 'integer' : `${cells.type}${list}${other}`,
    label: guarded(hasContentLabel(entry) ? String(metadata.presentation_content) : field.name),
    hint: guarded(field.description ?? ''),
    constraint: writeLimits(field, settings) ?? '',
  };
};

/** A text to read that was too long for a name. */
const hasContentLabel = ({ field }: FormField) => {
  const content = field.metadata.presentation_content;
  return typeof content === 'string' && content.length <= maxCell && shortName(content) === field.name;
};

/** The value and the label of each option, and its label in each language. */
const choicesOf = ({ field_id }: FormField, options: readonly FieldOption[], translations: FormTranslations) =>
  options
    .filter(({ hidden }) => !hidden)
    .map(({ value, label }) => [
      value,
      label,
      ...translations.map(({ texts }) => texts[`field.${field_id}.option.${value}`]?.text ?? ''),
    ]);

/** The list of these choices, named after the first question that offers them. */
const listOf = (choices: ReturnType<typeof choicesOf>, lists: Map<string, string>, question: string) => {
  const key = JSON.stringify(choices);
  const list = lists.get(key) ?? freeName(question, new Set(lists.values()));
  lists.set(key, list);
  return list;
};

const choiceRows = (list: string, choices: string) =>
  (JSON.parse(choices) as ReturnType<typeof choicesOf>).map((cells) => [
    list,
    ...cells.map((cell) => guarded(String(cell))),
  ]);

type CalculationCells = { name: string; label: string; calculation: string };

/** The calculations that an expression can say, by id. */
const writeCalculations = (
  calculations: readonly Calculation[],
  nameOfField: (id: number) => string | null,
  taken: Set<string>,
): Map<number, CalculationCells> => {
  const written = new Map<number, CalculationCells>();
  const visited = new Set<number>();
  const write = (calculation: Calculation | undefined): string | null => {
    if (!calculation || visited.has(calculation.id)) return written.get(calculation?.id ?? 0)?.name ?? null;
    visited.add(calculation.id);
    const text = writeCalculation(calculation, (record_type, id) =>
      record_type === 'Field' ? nameOfField(id) : write(calculations.find((one) => one.id === id)),
    );
    if (text === null) return null;
    const name = freeName(identifier(calculation.name), taken);
    written.set(calculation.id, { name, label: calculation.name, calculation: text });
    return name;
  };
  for (const calculation of calculations) write(calculation);
  return written;
};

const calculationLines = (calculations: readonly Calculation[], written: ReadonlyMap<number, unknown>): Line[] =>
  calculations.flatMap(({ id, name, formatter }) => {
    const about = `Calculation ${name}`;
    if (!written.has(id)) return [{ about, message: 'It is left out: an XLSForm can only calculate with numbers' }];
    const isFormatted = Object.entries(formatter).some(
      ([key, value]) => value && key !== 'precision' && value !== 'float',
    );
    return isFormatted ? [{ about, message: 'Its format is left out' }] : [];
  });
