import { languageCode } from './codes.ts';

/** A language into which a form may be translated: its code (BCP 47), what it is called, and what it calls itself. */
export type Language = { code: string; name: string; own_name: string };

/** The language that forms are written in. */
export const written = { code: 'en', name: 'English', own_name: 'English' } as const satisfies Language;

/** The languages to choose from, by their names: a line each with the code, the name and the own name. */
const table = `
am|Amharic|አማርኛ
ar|Arabic|العربية
hy|Armenian|Հայերեն
bn|Bengali|বাংলা
my|Burmese|မြန်မာ
zh-Hans|Chinese (Simplified)|简体中文
zh-Hant|Chinese (Traditional)|繁體中文
fa-AF|Dari|دری
fr|French|Français
de|German|Deutsch
gu|Gujarati|ગુજરાતી
ht|Haitian Creole|Kreyòl ayisyen
he|Hebrew|עברית
hi|Hindi|हिन्दी
hmn|Hmong|Hmoob
it|Italian|Italiano
ja|Japanese|日本語
kar|Karen|ကညီ
km|Khmer|ខ្មែរ
rw|Kinyarwanda|Kinyarwanda
ko|Korean|한국어
ku|Kurdish|Kurdî
lo|Lao|ລາວ
mh|Marshallese|Kajin M̧ajeļ
ne|Nepali|नेपाली
om|Oromo|Afaan Oromoo
ps|Pashto|پښتو
fa|Persian|فارسی
pl|Polish|Polski
pt|Portuguese|Português
pa|Punjabi|ਪੰਜਾਬੀ
rhg|Rohingya|Ruáingga
ru|Russian|Русский
sm|Samoan|Gagana Samoa
so|Somali|Soomaali
es|Spanish|Español
sw|Swahili|Kiswahili
fil|Tagalog|Tagalog
ti|Tigrinya|ትግርኛ
to|Tongan|Lea faka-Tonga
tr|Turkish|Türkçe
uk|Ukrainian|Українська
ur|Urdu|اردو
vi|Vietnamese|Tiếng Việt
yi|Yiddish|ייִדיש
`;

export const languages: readonly Language[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', own_name = ''] = line.split('|');
    return { code, name, own_name };
  });

const byCode = new Map([written, ...languages].map((language) => [language.code, language]));

/** What a code stands for. One that is not in the list is called by itself. */
export const languageOf = (code: string): Language => byCode.get(code) ?? { code, name: code, own_name: code };

/** The language that people call so: by its code, its name or its own name, in any case; null when none is known. */
export const languageNamed = (text: string): Language | null => {
  const sought = text.trim().toLowerCase();
  const found = [written, ...languages].find(({ name, own_name }) =>
    [name, own_name].some((one) => one.toLowerCase() === sought),
  );
  const code = languageCode(text.trim());
  return found ?? (code ? languageOf(code) : null);
};
