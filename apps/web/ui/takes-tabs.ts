import { createContext } from 'react';

export type SectionTab = {
  /** Its anchor in the page, unique on it. */
  key: string;
  label: string;
  /** How much there is in it, once that is known. */
  count?: number | undefined;
  /** One sentence or figure on how things stand in it: "3 webhooks, 1 failing". */
  status?: string | undefined;
  /** Other words that people look for it by. */
  keywords?: string | undefined;
};

export type PlacedTab = SectionTab & { element: HTMLElement };

/** Takes the tab of a section that has come onto the screen, and gives what takes it away again. */
export const TakesTabs = createContext<((tab: PlacedTab) => () => void) | null>(null);

/** The keys of sections that are out of sight while somebody searches for others. */
export const HiddenSections = createContext<ReadonlySet<string>>(new Set());
