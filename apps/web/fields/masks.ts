const stands: Record<string, RegExp> = { '9': /\d/, a: /\p{L}/u, '*': /[\p{L}\d]/u };

/**
 * Lays typed text into a mask (9 a digit, a a letter, * either): 5551234567 in (999) 999-9999 becomes (555) 123-4567.
 * Text that does not fill the mask is returned as it was typed.
 */
export const laidInMask = (text: string, mask: string): string => {
  const signs = [...mask];
  const typed = [...text].filter((sign) => /[\p{L}\d]/u.test(sign));
  const places = signs.filter((sign) => sign in stands);
  const fits = places.length === typed.length && places.every((sign, place) => stands[sign]!.test(typed[place]!));
  if (!fits) return text;
  let next = 0;
  return signs.map((sign) => (sign in stands ? typed[next++] : sign)).join('');
};

/** Whether a mask holds digits only, so that a phone can show its number keys. */
export const isNumeric = (mask: string): boolean => /9/.test(mask) && !/[a*]/.test(mask);
