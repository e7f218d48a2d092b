import { type FieldOption, meaningWords } from '../field-types/field-type.ts';

/** The labels of the options that are offered, each with its meaning if it has one. */
export const offeredWords = (options: readonly Pick<FieldOption, 'label' | 'hidden' | 'meaning'>[]): string =>
  options
    .filter(({ hidden }) => !hidden)
    .map(({ label, meaning }) => (meaning ? `${label} (${meaningWords[meaning].toLowerCase()})` : label))
    .join(', ');
