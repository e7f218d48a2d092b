import { maxSearched } from '#contract/resources/client-forms.ts';

/** That a search did not look through everything: "Of 12,345 responses, the newest 10,000 were searched." */
export const searchedInWords = (count: number, many: string): string =>
  `Of ${count.toLocaleString('en-US')} ${many}, the answers of the newest ${maxSearched.toLocaleString('en-US')} were searched.`;
