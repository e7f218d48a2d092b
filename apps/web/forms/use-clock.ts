import type { EvaluationContext } from '#forms/logic/context.ts';
import { useMember } from '#web/access/account.tsx';
import { clockOf } from './filling/clock.ts';

/** What rules and calculations count from: the organization's calendar, and the moment. */
export const useClock = (): EvaluationContext => clockOf(useMember().organization);
