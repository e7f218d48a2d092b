import type { Clock } from '../calculations/clock.ts';
import type { KeptResults } from '../calculations/kept.ts';
import type { Calendar } from '../calendar.ts';
import type { TimeLimit } from './budget.ts';
import type { ScopeValues } from './scopes.ts';

/** When, where and by whom the answers are given: what the pure rules must not look up for themselves. */
export type EvaluationContext = Clock &
  Calendar & {
    /** What conditions may ask beside the answers; nothing on public forms. */
    scopes?: ScopeValues;
    /** When the response was recorded, as an ISO timestamp; null or left out for a new one. */
    recordedAt?: string | null;
    /** Results of a stored response that earlier versions of its calculations gave. */
    kept?: KeptResults | undefined;
    /** How long rules may run in one piece; as long as the machine of one person allows when left out. */
    timeLimit?: TimeLimit;
  };
