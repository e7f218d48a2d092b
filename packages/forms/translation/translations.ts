import type { FormText } from './texts.ts';

/** A text in another language, and what it was made of: when the form says something else now, it may be out of date. */
export type TextTranslation = { text: string; original: string };

/** The texts of a form in another language, by their keys. */
export type Translations = Record<string, TextTranslation>;

/** How a text stands in another language. */
export type TranslationStatus = 'missing' | 'changed' | 'done';

/** Whether a text is translated, and from what it says now. */
export const standingOf = ({ key, original }: FormText, translations: Readonly<Translations>): TranslationStatus => {
  const translated = translations[key];
  if (!translated) return 'missing';
  return translated.original === original ? 'done' : 'changed';
};

export type Counts = { total: number; missing: number; changed: number };

/** How far a form is translated. */
export const countsOf = (texts: readonly FormText[], translations: Readonly<Translations>): Counts => {
  const count = (standing: TranslationStatus) =>
    texts.filter((one) => standingOf(one, translations) === standing).length;
  return { total: texts.length, missing: count('missing'), changed: count('changed') };
};
