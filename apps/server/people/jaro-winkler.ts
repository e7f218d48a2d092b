/** How alike two words are by their common letters and where they stand, from 0 to 1. */
const jaro = (a: string, b: string): number => {
  const near = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Set<number>();
  const common: string[] = [];
  for (let at = 0; at < a.length; at++)
    for (let other = Math.max(0, at - near); other <= Math.min(b.length - 1, at + near); other++)
      if (a[at] === b[other] && !taken.has(other)) {
        taken.add(other);
        common.push(a[at] as string);
        break;
      }
  if (common.length === 0) return 0;
  const inOrder = [...taken].sort((one, other) => one - other).map((at) => b[at]);
  const swapped = common.filter((letter, at) => letter !== inOrder[at]).length / 2;
  return (common.length / a.length + common.length / b.length + (common.length - swapped) / common.length) / 3;
};

/** The same, where what begins alike counts for more. 1 for equal words. */
export const jaroWinkler = (a: string, b: string): number => {
  if (a === b) return 1;
  let begun = 0;
  while (begun < 4 && a[begun] !== undefined && a[begun] === b[begun]) begun++;
  const alike = jaro(a, b);
  return alike + begun * 0.1 * (1 - alike);
};
