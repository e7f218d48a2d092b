import { IconArrowBarToDown, IconArrowBarToUp } from '@tabler/icons-react';
import type { Action } from './action-menu.tsx';

/** "Move to top" and "Move to bottom" of an item of a list, for its menu. @param move is given the place to go to */
export const movesToEnds = (index: number, count: number, move: (to: number) => void): Action[] => [
  { label: 'Move to top', icon: IconArrowBarToUp, disabled: index === 0, onClick: () => move(0) },
  {
    label: 'Move to bottom',
    icon: IconArrowBarToDown,
    disabled: index === count - 1,
    onClick: () => move(count - 1),
  },
];
