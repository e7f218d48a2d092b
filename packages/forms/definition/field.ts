import { z } from 'zod';
import { cleanText, exactText, isInvisible, shortText } from '../clean-text.ts';
import { castBoolean } from '../field-types/checkbox.ts';
import { isExternal } from '../field-types/endpoint.ts';
import {
  type DataType,
  dataTypes,
  type Field,
  type FieldOption,
  type FieldType,
  fieldTypeNames,
  type InternalOption,
  optionMeanings,
} from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import { oneOf } from '../field-types/metadata.ts';
import { type Issue, issuesOf } from '../issue.ts';

/** The value of an option is what answers and conditions name: a stored one stays as it is. */
const optionValue = exactText(255, 'Enter a value').refine((text) => !isInvisible(text), 'Enter a value');

const fieldOption = z.strictObject({
  label: shortText('Enter a label'),
  value: z.union([z.number(), z.boolean(), optionValue], 'Enter a value'),
  position: z.int('Enter a whole number').nullish(),
  hidden: z.boolean('Choose true or false').optional(),
  meaning: oneOf(optionMeanings).optional(),
});

const chooseForm = 'Choose the form with the records';
const chooseField = 'Choose a field of the form';

const internalOption = z.strictObject(
  {
    internal_form_id: z.int(chooseForm).positive(chooseForm),
    internal_field_id: z
      .int(chooseField)
      .positive(chooseField)
      .nullish()
      .transform((id) => id ?? null),
  },
  chooseForm,
);

/** A field as it arrives: each part is checked for itself, `checkField` checks them against each other. */
export const fieldDraft = z.strictObject({
  name: shortText('Enter a name'),
  description: cleanText(2000, 'Enter a description').nullish(),
  field_type: z.enum(fieldTypeNames, 'Choose a field type'),
  data_type: z.enum(dataTypes, 'Choose a data type').nullish(),
  metadata: z.record(z.string(), z.unknown(), 'Send the settings as an object').nullish(),
  field_options: z.array(fieldOption, 'Send the options as a list').nullish(),
  internal_option: internalOption.nullish(),
});
export type FieldDraft = z.output<typeof fieldDraft>;

/**
 * The field that a draft describes, with its data type filled in, blank settings left out, the values of its options
 * in the kind of the data type and its options in order and numbered from 0; and everything that is wrong with it.
 * A field with issues must not be stored. The paths of options count them as the draft has them.
 */
export const checkField = (draft: FieldDraft): { field: Field; issues: Issue[] } => {
  const type = fieldType(draft.field_type);
  const data_type = draft.data_type ?? type.data_types[0];
  const metadata = checkMetadata(type, draft.metadata ?? {});
  const internal_option = draft.internal_option ?? null;
  const options = (draft.field_options ?? []).map((option) => ({
    ...option,
    value: inKind(option.value, data_type),
  }));
  const isElsewhere = isExternal({ field_type: draft.field_type, metadata: metadata.kept });
  return {
    field: {
      name: draft.name,
      description: draft.description || null,
      field_type: draft.field_type,
      data_type,
      metadata: metadata.kept,
      field_options: numbered(options),
      internal_option,
    },
    issues: [
      ...(type.data_types.includes(data_type)
        ? []
        : [{ path: 'data_type', message: `Choose ${type.data_types.join(' or ')} as the data type` }]),
      ...metadata.issues,
      ...sizeIssues(metadata.kept, 'metadata', 'settings'),
      ...optionIssues(type, options, { data_type, isExternal: isElsewhere }),
      ...sizeIssues(options, 'field_options', 'options'),
      ...(data_type === 'boolean_array' ? truthIssues(metadata.kept, isElsewhere) : []),
      ...internalOptionIssues(type, internal_option),
    ],
  };
};

type DraftOption = Omit<FieldOption, 'position'> & { position?: number | null | undefined };

const checkMetadata = (type: FieldType, draft: Record<string, unknown>) => {
  const present = Object.fromEntries(Object.entries(draft).filter(([, value]) => !isAbsent(value)));
  const checked = type.metadata.safeParse(present);
  if (checked.success) return { kept: checked.data, issues: [] };
  return {
    kept: present,
    issues: issuesOf(checked.error, 'metadata', (key) => `Remove ${key}: ${type.title} fields have no such setting`),
  };
};

const isAbsent = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Of the settings of a field, and of its options: in characters of JSON. Each form that asks it carries them along. */
const largest = 64 * 1024;

const sizeIssues = (part: object, path: string, what: string): Issue[] => {
  const size = JSON.stringify(part).length;
  const counted = [size, largest].map((one) => one.toLocaleString('en-US'));
  const message = `Shorten the ${what}: together they take ${counted[0]} characters, and the limit is ${counted[1]}`;
  return size > largest ? [{ path, message }] : [];
};

/** 1 and "1" are the same choice: which of them is stored follows the data type. */
const inKind = (value: FieldOption['value'], data_type: DataType): FieldOption['value'] => {
  if (data_type === 'boolean_array') return castBoolean(value) as FieldOption['value'];
  if (!data_type.startsWith('numeric')) return String(value);
  return typeof value === 'string' && Number.isFinite(Number(value)) ? Number(value) : value;
};

/** What the values of options must be that are not text, and how that is asked for. */
const kinds: Partial<Record<DataType, { kind: string; ask: string }>> = {
  numeric: { kind: 'number', ask: 'Enter a number as the value' },
  numeric_array: { kind: 'number', ask: 'Enter a number as the value' },
  boolean_array: { kind: 'boolean', ask: 'Choose true or false as the value' },
};

/** Yes and no are all that there is. */
const truthIssues = ({ allow_other }: Record<string, unknown>, isExternal: boolean): Issue[] => [
  ...(isExternal
    ? [{ path: 'data_type', message: 'Choose text or number: options from another source can’t be true or false' }]
    : []),
  ...(allow_other
    ? [{ path: 'metadata.allow_other', message: 'Turn this off: a yes or no question can’t have other answers' }]
    : []),
];

const optionIssues = (
  type: FieldType,
  options: DraftOption[],
  { data_type, isExternal }: { data_type: DataType; isExternal: boolean },
): Issue[] => {
  if (!type.hasOptions) {
    return options.length > 0
      ? [{ path: 'field_options', message: `Remove the options: ${type.title} fields have none` }]
      : [];
  }
  if (type.needsOptions && !isExternal && options.every((option) => option.hidden)) {
    return [{ path: 'field_options', message: 'Please add at least one option to this field.' }];
  }
  const wanted = kinds[data_type];
  const seen = new Set<FieldOption['value']>();
  return options.flatMap(({ value }, i) => {
    const path = `field_options.${i}.value`;
    if (wanted && typeof value !== wanted.kind) return [{ path, message: wanted.ask }];
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated ? [{ path, message: `Two options have the value ${value}` }] : [];
  });
};

const internalOptionIssues = (type: FieldType, option: InternalOption | null): Issue[] => {
  const isWanted = type.type === 'ref-picker';
  if (isWanted === (option !== null)) return [];
  return [
    isWanted
      ? { path: 'internal_option.internal_form_id', message: chooseForm }
      : { path: 'internal_option', message: `Remove the internal form: ${type.title} fields have none` },
  ];
};

const numbered = (options: DraftOption[]): FieldOption[] =>
  options
    .map((option, i) => ({ ...option, position: option.position ?? i }))
    .sort((a, b) => a.position - b.position)
    .map((option, position) => ({ ...option, position }));
