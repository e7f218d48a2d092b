import type { FormField } from '../definition/form-definition.ts';
import type { Field } from '../field-types/field-type.ts';
import { isForStrangers } from '../field-types/strangers.ts';

/** Which text it is: of the form or of a field; `option` is the label of the option with that value. */
export const parts = ['name', 'description', 'content', 'checked', 'unchecked', 'option'] as const;
export type Part = (typeof parts)[number];

/** A text of a form that strangers read, as it is written. */
export type FormText = {
  /** Names it within the form: `name`, `field.12.description`, `field.12.option.car`. */
  key: string;
  original: string;
  /** The field that it belongs to; null for the form's own. */
  field_id: number | null;
  part: Part;
};

/** A form as far as it has texts. */
export type TranslatableForm = {
  name: string;
  description: string | null;
  form_fields: readonly (Pick<FormField, 'field_id' | 'position'> & { field: Field })[];
};

/** The texts of a field beside the labels of its options. */
const wordsOf = ({ name, description, metadata }: Field): [Part, unknown][] => [
  ['name', name],
  ['description', description],
  ['content', metadata.presentation_content],
  ['checked', metadata.checked_value],
  ['unchecked', metadata.unchecked_value],
];

const textsOfField = (field_id: number, field: Field): FormText[] => {
  const text = (part: Part, key: string, original: string) => ({
    key: `field.${field_id}.${key}`,
    original,
    field_id,
    part,
  });
  return [
    ...wordsOf(field).flatMap(([part, original]) =>
      typeof original === 'string' && original !== '' ? [text(part, part, original)] : [],
    ),
    ...field.field_options
      .filter(({ hidden }) => !hidden)
      .map(({ value, label }) => text('option', `option.${value}`, label)),
  ];
};

/** All that strangers read of a form, in the order in which they read it. */
export const textsOf = ({ name, description, form_fields }: TranslatableForm): FormText[] => [
  { key: 'name', original: name, field_id: null, part: 'name' },
  ...(description ? [{ key: 'description', original: description, field_id: null, part: 'description' as const }] : []),
  ...form_fields
    .toSorted((a, b) => a.position - b.position)
    .filter(({ field }) => isForStrangers(field))
    .flatMap(({ field_id, field }) => textsOfField(field_id, field)),
];

/** A field in other words: what `texts` does not translate stays as it is written, and so do all values. */
export const inOtherWords = <F extends Field>(
  field_id: number,
  field: F,
  texts: Readonly<Record<string, string>>,
): F => {
  const text = (key: string) => texts[`field.${field_id}.${key}`];
  const { presentation_content, checked_value, unchecked_value } = field.metadata;
  const metadata = {
    ...field.metadata,
    ...(presentation_content ? { presentation_content: text('content') ?? presentation_content } : {}),
    ...(checked_value ? { checked_value: text('checked') ?? checked_value } : {}),
    ...(unchecked_value ? { unchecked_value: text('unchecked') ?? unchecked_value } : {}),
  };
  return {
    ...field,
    name: text('name') ?? field.name,
    description: field.description && (text('description') ?? field.description),
    metadata,
    field_options: field.field_options.map((option) => ({
      ...option,
      label: text(`option.${option.value}`) ?? option.label,
    })),
  };
};
