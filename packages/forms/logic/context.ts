import type { Clock } from '../calculations/clock.ts';
import type { Patience } from './budget.ts';
import type { ScopeValues } from './scopes.ts';

/** When, where and by whom the answers are given: what the pure rules must not look up for themselves. */
export type EvaluationContext = Clock & {
  /** What conditions may ask beside the answers; nothing on public forms. */
  scopes?: ScopeValues;
  /** How long rules may run in one piece; the patience of one person's own machine when left out. */
  patience?: Patience;
};
