import { useState } from 'react';
import { amended, firstStep, redone, undone, withChange } from './edit-steps.ts';

/**
 * A value whose changes can be undone and done again. `change` is given what makes the next value of the present one;
 * changes with the same tag that follow each other quickly are one step. `amend` corrects every step and adds none.
 */
export const useEditSteps = <V>(initial: V) => {
  const [steps, setSteps] = useState(() => firstStep(initial));
  return {
    values: steps.now,
    change: (next: (values: V) => V, tag: string | null = null) => {
      const at = Date.now();
      setSteps((before) => withChange(before, next(before.now), { tag, at }));
    },
    amend: (next: (values: V) => V) => setSteps((before) => amended(before, next)),
    undo: () => setSteps(undone),
    redo: () => setSteps(redone),
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
  };
};
