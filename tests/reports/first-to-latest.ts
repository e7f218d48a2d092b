import type { Rows } from './lines.ts';

const directions = ['improved', 'same', 'worse'];

/** Rows with the first and the latest answer of their people, as windows have worked them out. */
export const withEnds = (rows: Rows): Rows => ({
  ...rows,
  lines: rows.lines.map((line) => ({
    ...line,
    value: (named) => (named.ends ? (line.worked?.get(named.ends.key) ?? null) : line.value(named)),
  })),
  holding: (named) => {
    const { show } = named.ends ?? {};
    if (show === 'direction') return 'choice';
    return show === 'change' ? 'number' : rows.holding(named);
  },
  options: (named) => (named.ends?.show === 'direction' ? directions : rows.options(named)),
});
