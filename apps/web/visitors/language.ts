import { createContext } from 'react';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { directionOf, firstOffered } from '#forms/translation/codes.ts';
import { call } from '#web/kit/api.ts';
import { filled, type Say } from '#web/ui/say.ts';
import type { OpenForm } from './open-form.ts';
import { sayingIn, type Words } from './words/words.ts';

/** The language that forms are written in. */
export const written = { code: 'en', own_name: 'English', direction: 'ltr' } as const;

/** What the page says itself, by language; loaded when somebody reads it. */
export const catalogues: Record<string, () => Promise<{ default: Words }>> = {
  ar: () => import('./words/ar.json'),
  es: () => import('./words/es.json'),
  fr: () => import('./words/fr.json'),
};

/** A language of the page: what the form says in it, and, where the page knows it, the page. */
export type Language = {
  code: string;
  own_name: string;
  direction: 'ltr' | 'rtl';
  /** The texts of the form by their keys; what is not among them stays as it is written. */
  texts: Readonly<Record<string, string>>;
  say: Say;
};

export const english: Language = { ...written, texts: {}, say: (sentence, ...values) => filled(sentence, values) };

/** The page's own words in a language, or in what it is a kind of; English when it knows neither. */
const sayIn = async (code: string): Promise<Say> => {
  const known = firstOffered([code], Object.keys(catalogues));
  const load = known ? catalogues[known] : undefined;
  return load ? sayingIn((await load()).default) : english.say;
};

type LanguageOption = OpenForm['languages'][number];

/** A form and the page in one of the form's languages. Throws when it does not come. */
export const loadLanguage = async (access_key: string, offered: LanguageOption): Promise<Language> => {
  if (offered.code === written.code) return english;
  const [{ texts }, say] = await Promise.all([
    call(publicFormRoutes.words, { params: { access_key, language: offered.code } }),
    sayIn(offered.code),
  ]);
  return { ...offered, texts, say };
};

/** The page without a form: in the language of the form that was here, else as the browser wants it. */
export const loadPage = async (
  code = firstOffered(navigator.languages, [written.code, ...Object.keys(catalogues)]),
) => {
  if (!code || code === written.code) return english;
  return { ...english, code, direction: directionOf(code), say: await sayIn(code) };
};

/** The languages of a form, its own first. */
export const languagesOf = ({ languages }: OpenForm): LanguageOption[] =>
  languages.length > 0 ? [written, ...languages] : [];

/** The one that was chosen before, else the first that the browser wants, else English. */
export const wantedOf = (form: OpenForm, chosen: string | null): LanguageOption => {
  const offered = languagesOf(form);
  const code = firstOffered(
    [...(chosen ? [chosen] : []), ...navigator.languages],
    offered.map((one) => one.code),
  );
  return offered.find((one) => one.code === code) ?? written;
};

export const LanguageContext = createContext<Language>(english);
