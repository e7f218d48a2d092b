import type { EvaluationContext } from '#forms/logic/context.ts';
import { useMember } from '#web/access/account.tsx';
import { todayIn } from '#web/kit/formats.ts';

/** What rules and calculations count from: the organization's day and time zone, and the moment. */
export const useClock = (): EvaluationContext => {
  const { time_zone } = useMember().organization;
  return { today: todayIn(time_zone), now: new Date().toISOString(), timeZone: time_zone };
};
