import type { FormDefinition, FormField } from '../definition/form-definition.ts';
import { meaningWords } from '../field-types/field-type.ts';
import { fieldType } from '../field-types/index.ts';
import type { Translations } from '../translation/translations.ts';
import { languageHeader } from './languages.ts';

/** What an XLSForm cannot say of something of the form. */
export type Line = { about: string; message: string };

/** The settings that the survey and the choices sheets say, by field type. */
const said: Partial<Record<string, readonly string[]>> = {
  'freeform-short': ['min', 'max'],
  'freeform-long': ['min', 'max'],
  number: ['min', 'max'],
  date: ['min', 'max'],
  'select-one': ['allow_other'],
  'select-many': ['allow_other'],
};

const askedAsText = ['email', 'hyperlink', 'address'];

/** What is not said of a field and its place on the form; `isContentLabel` when its content stands as its label. */
export const fieldLines = (entry: FormField, isContentLabel: boolean): Line[] => {
  const { field, settings } = entry;
  const settingsLeft = Object.entries(field.metadata).filter(([key, value]) => {
    const isSaid = said[field.field_type]?.includes(key) || (key === 'format' && value === 'integer');
    return !isSaid && value !== false && !(key === 'presentation_content' && isContentLabel);
  });
  const isMany = field.field_type === 'select-many';
  const messages = [
    ...(askedAsText.includes(field.field_type)
      ? [`It becomes a text question, not ${fieldType(field.field_type).title}`]
      : []),
    ...settingsLeft.map(([key]) => `The setting ${key} is left out`),
    ...(field.field_options.length > 0 && !field.data_type.startsWith('string')
      ? ['The values of its options are text']
      : []),
    ...field.field_options.flatMap(({ label, value, hidden, meaning }) => [
      ...(meaning && !hidden ? [`It isn’t said that ${label} counts as ${meaningWords[meaning].toLowerCase()}`] : []),
      ...(hidden ? [`The removed option ${label} is left out`] : []),
      ...(isMany && !hidden && /\s/.test(String(value))
        ? [`Other tools don’t allow spaces in the value ${value}`]
        : []),
    ]),
    ...(entry.is_quick_view ? ['It isn’t a Preview Field'] : []),
    ...(entry.is_locked ? ['It isn’t locked'] : []),
    ...(settings.client_field ? [`It doesn’t fill in ${settings.client_field} of the person`] : []),
    ...(settings.pre_populate ? ['It isn’t filled in from earlier answers'] : []),
    ...(settings.due_date ? ['It isn’t marked as a due date'] : []),
    ...(Object.keys(entry.parameters_mapping).length > 0 ? ['Its parameters are left out'] : []),
  ];
  return messages.map((message) => ({ about: `Field ${field.name}`, message }));
};

/** What is not said of the form itself. */
export const formLines = ({ name, description, redirect_url, translations }: WrittenForm): Line[] => [
  ...(description ? [{ about: `Form ${name}`, message: `Its description is left out: ${description}` }] : []),
  ...(redirect_url ? [{ about: `Form ${name}`, message: `Its redirect address is left out: ${redirect_url}` }] : []),
  ...translations.flatMap(({ language, texts }) =>
    [texts.name, texts.description].flatMap((translated) =>
      translated
        ? [
            {
              about: `Form ${name}`,
              message: `Its name in ${languageHeader(language)} is left out: ${translated.text}`,
            },
          ]
        : [],
    ),
  ),
];

/** A form as it is exported. */
export type WrittenForm = Pick<FormDefinition, 'name' | 'form_fields' | 'logic' | 'calculations'> & {
  description: string | null;
  redirect_url: string | null;
  translations: { language: string; texts: Translations }[];
};
