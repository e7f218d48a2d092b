import { textsOf } from '../translation/texts.ts';
import type { XlsformDraft } from './draft.ts';
import type { EntryRow } from './fields.ts';
import { shortName } from './names.ts';

/** The labels of choices in other languages: by list, value and language. */
export type ChoiceLabels = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;

/** The texts of a field in one language, by the parts of which their keys are made. A long label stands as it does in the field. */
const textsIn = ({ row, entry }: EntryRow, language: string, choices: ChoiceLabels): [string, string][] => {
  const [label, hint] = [row.labels.get(language), row.hints.get(language)];
  const isLong = shortName(row.label || row.name) !== (row.label || row.name);
  const isContent = entry.field.metadata.presentation_content !== undefined;
  const description = isLong && !isContent ? [label, hint].filter(Boolean).join('\n\n') : hint;
  const options = row.type.kind === 'select' ? [...(choices.get(row.type.list) ?? [])] : [];
  const found: [string, string | undefined][] = [
    ['name', isLong ? label && shortName(label) : label],
    ['description', description],
    ['content', isContent ? label : undefined],
    ...options.map(([value, labels]): [string, string | undefined] => [
      `option.${value}`,
      shortName(labels.get(language) ?? ''),
    ]),
  ];
  return found.flatMap(([part, text]) => (text ? [[part, text] as [string, string]] : []));
};

/** What the columns of other languages say of the questions of a form. */
export const readTranslations = (placed: readonly EntryRow[], choices: ChoiceLabels): XlsformDraft['translations'] => {
  const languages = new Set(
    placed.flatMap(({ row }) => [
      ...row.labels.keys(),
      ...row.hints.keys(),
      ...(row.type.kind === 'select'
        ? [...(choices.get(row.type.list)?.values() ?? [])].flatMap((one) => [...one.keys()])
        : []),
    ]),
  );
  const form_fields = placed.map(({ entry: { field_id, field } }) => ({ field_id, field, position: field_id }));
  const originals = new Map(
    textsOf({ name: '', description: null, form_fields }).map(({ key, original }) => [key, original]),
  );
  return [...languages].toSorted().map((language) => ({
    language,
    texts: Object.fromEntries(
      placed.flatMap((one) =>
        textsIn(one, language, choices).flatMap(([part, text]) => {
          const key = `field.${one.entry.field_id}.${part}`;
          const original = originals.get(key);
          return original === undefined ? [] : [[key, { text, original }]];
        }),
      ),
    ),
  }));
};
