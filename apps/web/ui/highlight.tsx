const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Splits `text` where words of `query` occur in it, without regard to case or accents. */
export function matches(text: string, query: string): { text: string; match: boolean }[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  // One folded character for each character of the text, so that positions in both are the same.
  const letters = Array.from(text, (letter) => fold(letter)[0] ?? ' ');
  const folded = letters.join('');
  const marked = new Array<boolean>(letters.length).fill(false);
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      marked.fill(true, at, at + word.length);
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
