/**
 * How many letters must be put in, taken out, replaced or swapped with their neighbor to make one word of the other.
 * `begun` is the same for the beginning of `name` that is most like `word`.
 */
export const differences = (word: string, name: string): { whole: number; begun: number } => {
  const [a, b] = [Array.from(word), Array.from(name)];
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1];
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1];
      next[at] = Math.min(
        (last[at] as number) + 1,
        (next[at - 1] as number) + 1,
        (last[at - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return { whole: last[b.length] as number, begun: Math.min(...last) };
};

/** How many letters of a word may be wrong: two in five, and none of the shortest and of those with figures in them. */
const tolerated = (word: string): number =>
  word.length < 3 || /\d/.test(word) ? 0 : Math.floor((2 * word.length + 1) / 5);

/**
 * How far a name is from the words of a search, each compared with the part of the name that is most like it: the letters
 * that differ, and half a letter for a word of five or more that is only the beginning of a name, or that people of this
 * name are called otherwise. Null when a word is like no part.
 * @param words folded, without apostrophes and hyphens, @param name as `clients.search_name`
 * @param calledElse what else people are called who are called so
 */
export const distance = (
  words: readonly string[],
  name: string,
  calledElse: (word: string) => readonly string[] = () => [],
): number | null => {
  const parts = name.split(' ').filter(Boolean);
  let sum = 0;
  for (const word of words) {
    const others = calledElse(word);
    const nearest = Math.min(
      ...parts.map((part) => {
        if (word.length > 2 && part.includes(word)) return part === word ? 0 : 0.5;
        if (others.includes(part)) return 0.5;
        const { whole, begun } = differences(word, part);
        return word.length < 5 ? whole : Math.min(whole, begun + 0.5);
      }),
    );
    if (Math.floor(nearest) > tolerated(word)) return null;
    sum += nearest;
  }
  return sum;
};
