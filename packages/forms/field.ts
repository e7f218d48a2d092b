import { z } from 'zod';
import { cleanText, shortText } from './clean-text.ts';
import { isExternal } from './field-types/endpoint.ts';
import {
  dataTypes,
  type Field,
  type FieldOption,
  type FieldType,
  fieldTypeNames,
  type InternalOption,
} from './field-types/field-type.ts';
import { fieldType } from './field-types/index.ts';
import { type Issue, issuesOf } from './issue.ts';

const fieldOption = z.strictObject({
  label: shortText('Enter a label'),
  value: z.union([z.number(), shortText('Enter a value')], 'Enter a value'),
  position: z.int('Enter a whole number').nullish(),
  hidden: z.boolean('Choose true or false').optional(),
});

const chooseForm = 'Choose the form whose records are offered';
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
    value: inKind(option.value, data_type.startsWith('numeric')),
  }));
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
      ...optionIssues(
        type,
        options,
        data_type.startsWith('numeric'),
        isExternal({ field_type: draft.field_type, metadata: metadata.kept }),
      ),
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

/** 1 and "1" are the same choice: which of them is stored follows the data type. */
const inKind = (value: string | number, isNumeric: boolean) => {
  if (!isNumeric) return String(value);
  return Number.isFinite(Number(value)) ? Number(value) : value;
};

const optionIssues = (type: FieldType, options: DraftOption[], isNumeric: boolean, isExternal: boolean): Issue[] => {
  if (!type.hasOptions) {
    return options.length > 0
      ? [{ path: 'field_options', message: `Remove the options: ${type.title} fields have none` }]
      : [];
  }
  if (type.needsOptions && !isExternal && options.every((option) => option.hidden)) {
    return [{ path: 'field_options', message: 'Please add at least one option to this field.' }];
  }
  return options.flatMap(({ value }, i) => {
    const path = `field_options.${i}.value`;
    if (isNumeric && typeof value !== 'number') return [{ path, message: 'Enter a number as the value' }];
    const isRepeated = options.findIndex((option) => option.value === value) < i;
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
