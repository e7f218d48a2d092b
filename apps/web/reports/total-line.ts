import type { ViewPage } from './report.ts';

/** What the line of all rows says in each column, called so in its first group; null of a result without one. */
export const totalLine = ({ headers, totals }: Pick<ViewPage, 'headers' | 'totals'>): string[] | null => {
  const first = headers.findIndex(({ group }) => group);
  return totals === null ? null : totals.display_values.map((text, place) => (place === first ? 'Total' : text));
};
