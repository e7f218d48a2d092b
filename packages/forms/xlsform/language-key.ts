import { languageNamed } from '../translation/languages.ts';

/** The code of a language that a workbook calls `Spanish (es)`, `Spanish`, `Español` or `es`; null for what is none. */
export const codeOf = (language: string): string | null => {
  const [, name = language, code] = /^(.*?)\s*\(([^()]+)\)$/.exec(language.trim()) ?? [];
  return ((code && languageNamed(code)) || languageNamed(name))?.code ?? null;
};

/** By what a language is known however it is written; blank for none. One that nobody knows goes by its name. */
export const languageKey = (language: string): string => codeOf(language) ?? language.trim().toLowerCase();
