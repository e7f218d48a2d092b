import { maxSearched } from '#contract/resources/client-forms.ts';

/** That a search did not look through everything: "Searched the answers of the newest 10,000 of 12,345 records." */
export const searchedInWords = (count: number, many: string): string =>
  `Searched the answers of the newest ${maxSearched.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} ${many}.`;
