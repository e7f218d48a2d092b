/** A text as searches compare it: without accents, in lower case. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The same with quotation marks and apostrophes as a keyboard types them. */
export const foldTyped = (text: string) => fold(text).replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

/** What searches for names leave out. */
const leftOut = /['`´‘’ʻʼʽʾʿ′·\-‐‑‒–—―−]/g;

/**
 * Splits `text` where words of `query` occur in it, without regard to case and accents; a word that does not occur is
 * looked for without apostrophes and hyphens.
 */
export function matches(text: string, query: string): { text: string; match: boolean }[] {
  const words = fold(query)
    .split(/[\s,]+/)
    .filter(Boolean);
  // One folded character for each character of the text, so that positions in both are the same.
  const letters = Array.from(text, (letter) => fold(letter)[0] ?? ' ');
  const marked = new Array<boolean>(letters.length).fill(false);
  /** Marks a word among those letters that stand at these places of the text. */
  const mark = (word: string, places: number[]) => {
    const searched = places.map((place) => letters[place]).join('');
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + 1))
      marked.fill(true, places[at]!, places[at + word.length - 1]! + 1);
    return searched.includes(word);
  };
  const all = letters.map((_, place) => place);
  const counted = all.filter((place) => letters[place]!.replace(leftOut, '') !== '');
  for (const word of words) {
    const squeezed = word.replace(leftOut, '');
    if (!mark(word, all) && squeezed) mark(squeezed, counted);
  }
  const parts: { text: string; match: boolean }[] = [];
  Array.from(text).forEach((letter, index) => {
    const match = marked[index]!;
    const last = parts.at(-1);
    if (last?.match === match) last.text += letter;
    else parts.push({ text: letter, match });
  });
  return parts;
}

/** The text with what was searched for marked in it. */
export function Highlight({ text, query }: { text: string; query?: string }) {
  if (!query?.trim()) return text;
  return matches(text, query).map((part, index) =>
    part.match ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
  );
}
