/** A code as it is kept, such as es, es-MX or zh-Hans; null for what is none. */
export const languageCode = (text: string): string | null => {
  try {
    return /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(text) ? (Intl.getCanonicalLocales(text)[0] ?? null) : null;
  } catch {
    return null;
  }
};

/** Languages, and scripts, that are written from right to left. */
const fromTheRight = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi', 'arab', 'hebr']);

/** Which way a language is written, by its script where the code names one. */
export const directionOf = (code: string): 'ltr' | 'rtl' => {
  const [language = '', ...parts] = code.toLowerCase().split('-');
  const script = parts.find((part) => /^[a-z]{4}$/.test(part));
  return fromTheRight.has(script ?? language) ? 'rtl' : 'ltr';
};

/** The first of the wanted languages that is offered, by itself or by what it is a kind of: es-MX takes es. */
export const firstOffered = (wanted: readonly string[], offered: readonly string[]): string | null => {
  const lower = new Map(offered.map((code) => [code.toLowerCase(), code]));
  for (const one of wanted) {
    const parts = one.toLowerCase().split('-');
    for (let length = parts.length; length > 0; length -= 1) {
      const found = lower.get(parts.slice(0, length).join('-'));
      if (found) return found;
    }
    const near = offered.find((code) => code.toLowerCase().split('-')[0] === parts[0]);
    if (near) return near;
  }
  return null;
};

/** The languages in which the page of a public form says its own words: buttons, errors, that it was sent. */
export const spoken: readonly string[] = ['ar', 'es', 'fr'];
