/** Letters that Unicode does not take apart into a plain one and a mark. */
const letters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** What tells father and son apart, and is often left out. */
const suffixes = new Set(['jr', 'sr', 'ii', 'iii']);

const plain = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[øłđðþßæœı]/g, (letter) => letters[letter] as string)
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * A name as duplicates are told by: small letters without accents, spaces and punctuation, without Jr, Sr, II and III. A
 * name of which that leaves nothing stays as it is.
 */
export const normalName = (name: string): string => {
  const words = name
    .split(/[\s,]+/)
    .map(plain)
    .filter(Boolean);
  const kept = words.filter((word) => !suffixes.has(word));
  return (kept.length > 0 ? kept : words).join('') || name;
};
