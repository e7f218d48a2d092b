import { createContext } from 'react';

export type SectionTab = {
  /** Its anchor in the page, unique on it. */
  key: string;
  label: string;
  /** How much there is in it, once that is known. */
  count?: number | undefined;
};

export type PlacedTab = SectionTab & { element: HTMLElement };

/** Takes the tab of a section that has come onto the screen, and gives what takes it away again. */
export const TakesTabs = createContext<((tab: PlacedTab) => () => void) | null>(null);
