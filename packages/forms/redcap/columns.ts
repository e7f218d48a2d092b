/** The columns of a data dictionary: how the tool names them in its files, and in its programs' answers. */
export const dictionaryColumns = {
  name: ['Variable / Field Name', 'field_name'],
  form: ['Form Name', 'form_name'],
  section: ['Section Header', 'section_header'],
  type: ['Field Type', 'field_type'],
  label: ['Field Label', 'field_label'],
  choices: ['Choices, Calculations, OR Slider Labels', 'select_choices_or_calculations'],
  hint: ['Field Note', 'field_note'],
  validation: ['Text Validation Type OR Show Slider Number', 'text_validation_type_or_show_slider_number'],
  min: ['Text Validation Min', 'text_validation_min'],
  max: ['Text Validation Max', 'text_validation_max'],
  identifier: ['Identifier?', 'identifier'],
  branching: ['Branching Logic (Show field only if...)', 'branching_logic'],
  required: ['Required Field?', 'required_field'],
  alignment: ['Custom Alignment', 'custom_alignment'],
  number: ['Question Number (surveys only)', 'question_number'],
  matrix: ['Matrix Group Name', 'matrix_group_name'],
  ranking: ['Matrix Ranking?', 'matrix_ranking'],
  annotation: ['Field Annotation', 'field_annotation'],
} as const;
export type DictionaryColumn = keyof typeof dictionaryColumns;

/** What a column is called in remarks. */
export const titleOfColumn = (column: DictionaryColumn): string => dictionaryColumns[column][0];

/** Without these there is no form to be made. */
const needed = ['name', 'form', 'type', 'label'] as const;

/** Columns that only say how a question looks, or whom it may tell: told once, and not taken over. */
export const leftColumns = ['identifier', 'alignment', 'number', 'matrix', 'ranking', 'annotation'] as const;

/** The others, of which a form is made. */
export const usedColumns = (Object.keys(dictionaryColumns) as DictionaryColumn[]).filter(
  (column) => !(leftColumns as readonly string[]).includes(column),
);

const words = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

const known = new Map(
  Object.entries(dictionaryColumns).flatMap(([column, names]) =>
    names.map((name) => [words(name), column as DictionaryColumn] as const),
  ),
);

/** Whether a data dictionary calls a column so. */
export const isDictionaryColumn = (label: string): boolean => known.has(words(label));

/** Where each column stands; or what the first row lacks to be that of a data dictionary. */
export const placesIn = (header: readonly string[]): Map<DictionaryColumn, number> | { problems: string[] } => {
  const places = new Map<DictionaryColumn, number>();
  for (const [place, label] of header.entries()) {
    const column = known.get(words(label));
    if (column && !places.has(column)) places.set(column, place);
  }
  const missing = needed.filter((column) => !places.has(column));
  if (missing.length === needed.length)
    return {
      problems: [
        'This file isn’t a data dictionary. Download the dictionary from your REDCap project and choose that file.',
      ],
    };
  return missing.length > 0
    ? { problems: missing.map((column) => `The column ${titleOfColumn(column)} is missing from the first row`) }
    : places;
};
