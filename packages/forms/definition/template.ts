import type { FieldTypeName } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';

/** What stands in a text as `{{name}}` until the text is sent. */
export type Placeholder = {
  name: string;
  label: string;
  /** Whether it tells an answer or a person's name, which leave the organization only where it allows that. */
  isPersonal: boolean;
};

type PlaceholderForm = { form_type: string; fields: { name: string; field_type: FieldTypeName }[] };

const placeholder = (name: string, label: string, isPersonal = false): Placeholder => ({ name, label, isPersonal });

/** The placeholders that texts about a form may use. Only client forms are about a person. */
export const placeholdersOf = ({ form_type, fields }: PlaceholderForm): Placeholder[] => [
  placeholder('form_name', 'Form name'),
  placeholder('record_url', 'Link to the record'),
  placeholder('completed_at', 'Time recorded'),
  placeholder('organization_name', 'Organization name'),
  ...(form_type === 'client'
    ? [placeholder('client_id', 'Person’s ID'), placeholder('client_first_name', 'Person’s first name', true)]
    : []),
  ...fields
    .filter(({ field_type }) => fieldType(field_type).isAnswerable)
    .map(({ name }) => placeholder(`field:${name}`, `Answer to ${name}`, true)),
];

const written = /\{\{([^{}\n]*)\}\}/g;
/** What stands between the braces, as it is meant. Signs that markdown escapes read as themselves. */
const nameOf = (inner: string): string => inner.replace(/\\([\p{P}\p{S}])/gu, '$1').trim();

/** Returns the names in a text's placeholders, each once. */
export const usedPlaceholders = (template: string): string[] => [
  ...new Set([...template.matchAll(written)].map(([, inner = '']) => nameOf(inner))),
];

/** Puts in what each placeholder of a text stands for. What is put in is not looked through again. */
export const filledIn = (template: string, meaning: (name: string) => string): string =>
  template.replace(written, (_, inner: string) => meaning(nameOf(inner)));

const personal =
  'This organization doesn’t allow answers and names in emails. Use the form’s name, the person’s ID or the link.';

/**
 * What is wrong with the placeholders of a text: each that is not known, and once that it would tell what must not be
 * sent.
 */
export const templateProblems = (
  template: string,
  placeholders: Placeholder[],
  { answersAllowed }: { answersAllowed: boolean },
): string[] => {
  const names = usedPlaceholders(template);
  const found = names.map((name) => placeholders.find((one) => one.name === name));
  return [
    ...names.filter((_, index) => !found[index]).map((name) => `Unknown placeholder {{${name}}}`),
    ...(!answersAllowed && found.some((one) => one?.isPersonal) ? [personal] : []),
  ];
};

/** Editors of markdown write `\_`; placeholders and addresses have plain underscores. */
export const plainUnderscores = (text: string): string => text.replaceAll('\\_', '_');
