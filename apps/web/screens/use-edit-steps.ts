import { useState } from 'react';
import { firstStep, redone, undone, withChange } from './edit-steps.ts';

/**
 * A value whose changes can be undone and done again. `change` is given what makes the next value of the present one;
 * changes with the same tag that follow each other quickly are one step.
 */
export const useEditSteps = <V>(initial: V) => {
  const [steps, setSteps] = useState(() => firstStep(initial));
  return {
    values: steps.now,
    change: (next: (values: V) => V, tag: string | null = null) => {
      const at = Date.now();
      setSteps((before) => withChange(before, next(before.now), { tag, at }));
    },
    undo: () => setSteps(undone),
    redo: () => setSteps(redone),
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
  };
};
