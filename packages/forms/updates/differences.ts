import { formatDate } from '../calendar.ts';
import { type DueFor, dueForWords } from '../definition/field-settings.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import type { FieldOption, FieldTypeName } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import { languageOf } from '../translation/languages.ts';
import type { TextTranslation } from '../translation/translations.ts';
import { calculationWords } from '../words/calculation-words.ts';
import { capital, noNames, textOf } from '../words/condition-words.ts';
import { offeredWords } from '../words/option-words.ts';
import { ruleSentence } from '../words/rule-words.ts';
import { type CopiedForm, isSame } from './copied-form.ts';
import { type Item, type Part, parts, partsOf } from './parts.ts';

/** One thing that reads otherwise; null where nothing stood, or nothing will. */
export type Line = { label: string; was: string | null; is: string | null };

/** What taking an update adds, changes or removes: a question, a rule and so on, in words. */
export type Difference = {
  part: Part;
  /** Of a question: its id in the copy, negative while it has none; else what tells it from the others. */
  key: string;
  kind: 'added' | 'changed' | 'removed';
  name: string;
  lines: Line[];
  /** Whether what is replaced was changed in the copy as well. */
  is_changed_here: boolean;
};

type Sides = { before: CopiedForm; after: CopiedForm };
/** How something reads: by what says it, in the form it stands in. */
type ItemReader = (item: Item, form: CopiedForm) => Map<string, string>;

const labels: Record<string, string> = {
  field_type: 'Type',
  is_quick_view: 'Preview Field',
  redirect_url: 'Custom redirect URL',
  presentation_content: 'Content',
  data_type: 'Kind of answer',
};
const labelOf = (key: string): string => labels[key] ?? capital(key.replace(/^is_/, '').replaceAll('_', ' '));

const plain = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value) : value;
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, part]) => `${labelOf(key)} ${plain(part)}`)
      .join(', ');
  return String(value);
};

const read = (entries: [string, string][]): Map<string, string> => new Map(entries.filter(([, text]) => text !== ''));

const definitionOf = ({ name, form_fields, logic, calculations }: CopiedForm): FormDefinition => ({
  id: 0,
  name,
  form_fields: form_fields.map((entry, position) => ({ ...entry, position })),
  logic: logic as FormDefinition['logic'],
  calculations: calculations.map((one, position) => ({ ...one, position })),
});

/** Settings stand among the others, each by itself. */
const flat = ({ settings, metadata, ...says }: Item['says']): [string, unknown][] =>
  Object.entries({ ...says, ...(settings as object), ...(metadata as object) });

const readings: Record<Part, ItemReader> = {
  form: ({ says }) => read(Object.entries(says).map(([key, value]) => [labelOf(key), plain(value)])),
  question: ({ says }) =>
    read(
      flat(says).flatMap(([key, value]): [string, string][] => {
        if (key === 'field_id' || key === 'internal_option') return [];
        if (key === 'field_options') return [['Options', offeredWords(value as FieldOption[])]];
        if (key === 'field_type') return [['Type', fieldType(value as FieldTypeName).title]];
        if (key === 'due_date') return [[labelOf(key), dueForWords[value as DueFor] ?? '']];
        if (key === 'parameters_mapping') return [['Parameters', Object.keys(value as object).join(', ')]];
        return [[labelOf(key), plain(value)]];
      }),
    ),
  rule: ({ says }, form) => {
    const rule = says as Pick<CopiedForm['logic'][number], 'condition' | 'actions'>;
    return read([['Rule', textOf(ruleSentence(rule, { form: definitionOf(form), names: noNames }))]]);
  },
  calculation: ({ says }, form) => {
    const calculation = says as FormDefinition['calculations'][number];
    const { name, formatter } = calculation;
    return read([
      ['Name', name],
      ['Calculates', calculationWords(calculation, definitionOf(form))],
      ['Shown as', plain(formatter)],
    ]);
  },
  translation: ({ says }) =>
    new Map(Object.values(says as Record<string, TextTranslation>).map(({ original, text }) => [original, text])),
};

const nameOf = (part: Part, { key, says }: Item): string => {
  if (part === 'form') return 'Form';
  return part === 'translation' ? languageOf(key).name : String(says.name);
};

const linesOf = (was: Map<string, string>, is: Map<string, string>): Line[] =>
  [...new Set([...was.keys(), ...is.keys()])]
    .map((label) => ({ label, was: was.get(label) ?? null, is: is.get(label) ?? null }))
    .filter((line) => line.was !== line.is);

/** Of what is added, what its name does not say already, and what is not off. */
const isTold = ({ label, is }: Line): boolean => is !== 'No' && label !== 'Name' && label !== labels.data_type;

/** Where a thing says more than its words do, that it changed is said at least. */
const unsaid: Line[] = [{ label: 'Settings', was: null, is: 'Changed' }];

const keysOf = (items: readonly Item[], others: readonly Item[]): string[] => {
  const known = new Set(others.map(({ key }) => key));
  return items.map(({ key }) => key).filter((key) => known.has(key));
};

const itemDifferences = (part: Part, base: readonly Item[], { before, after }: Sides): Difference[] => {
  const [ours, target] = [partsOf(before)[part], partsOf(after)[part]];
  const known = new Map(ours.map((item) => [item.key, item]));
  const bases = new Map(base.map((item) => [item.key, item]));
  const kept = new Set(target.map(({ key }) => key));
  const isChangedHere = (item: Item, next?: Item): boolean => {
    const was = bases.get(item.key);
    return (
      was !== undefined &&
      Object.keys(item.says).some(
        (key) => !isSame(was.says[key], item.says[key]) && !isSame(item.says[key], next?.says[key]),
      )
    );
  };
  const told = (item: Item, rest: Pick<Difference, 'kind' | 'lines' | 'is_changed_here'>): Difference => ({
    part,
    key: item.key,
    name: nameOf(part, item),
    ...rest,
  });
  return [
    ...target.flatMap((item) => {
      const now = known.get(item.key);
      const is = readings[part](item, after);
      if (!now)
        return [told(item, { kind: 'added', lines: linesOf(new Map(), is).filter(isTold), is_changed_here: false })];
      if (isSame(now.says, item.says)) return [];
      const lines = linesOf(readings[part](now, before), is);
      return [
        told(now, {
          kind: 'changed',
          lines: lines.length > 0 ? lines : unsaid,
          is_changed_here: isChangedHere(now, item),
        }),
      ];
    }),
    ...ours
      .filter(({ key }) => !kept.has(key))
      .map((item) => told(item, { kind: 'removed', lines: [], is_changed_here: isChangedHere(item) })),
  ];
};

const orderDifference = ({ before, after }: Sides): Difference[] => {
  const [ours, target] = [partsOf(before).question, partsOf(after).question];
  if (isSame(keysOf(ours, target), keysOf(target, ours))) return [];
  const lines = [{ label: 'Order of the questions', was: null, is: 'Changed' }];
  return [{ part: 'form', key: 'order', kind: 'changed', name: 'Order', lines, is_changed_here: false }];
};

/**
 * What a form reads otherwise after something was done with it, in the order of its parts.
 * @param base the template as it was last taken, by which is told what was changed here as well
 */
export const differencesOf = (base: CopiedForm | null, sides: Sides): Difference[] => [
  ...parts.flatMap((part) => itemDifferences(part, base ? partsOf(base)[part] : [], sides)),
  ...orderDifference(sides),
];
