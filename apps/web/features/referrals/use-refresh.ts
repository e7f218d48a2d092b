import { useEffect, useState } from 'react';
import { caseWorthyRoutes } from '#contract/resources/case-worthy.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { answers, useAnswer } from '#web/kit/answers.ts';
import { failures } from '#web/kit/failures.ts';
import { write } from '#web/kit/use-record.ts';

/** How often it is asked whether the job is done, in milliseconds. */
const pause = 1000;
type Job = { state: string };
const isOver = (job: Job | undefined) => job?.state === 'succeeded' || job?.state === 'failed';

/** Has DTD asked anew for everything, and what is shown of it loaded afresh when that is done. */
export const useRefresh = () => {
  const [id, setId] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { data: job } = useAnswer(
    jobRoutes.show,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, refetchInterval: ({ state }) => (isOver(state.data as Job) ? false : pause) },
  );
  const isDone = id !== null && isOver(job);
  useEffect(() => {
    if (!isDone) return;
    for (const route of [caseWorthyRoutes.referrals, caseWorthyRoutes.known, caseWorthyRoutes.ofClient])
      void answers.reload(route);
  }, [isDone]);
  const refresh = async () => {
    setAsking(true);
    try {
      setId((await write(caseWorthyRoutes.refresh, { sent: {} })).job.id);
    } catch (error) {
      failures.report(error);
    } finally {
      setAsking(false);
    }
  };
  return {
    refresh,
    isBusy: isAsking || (id !== null && !isDone),
    /** Why it did not come about. */
    failure: isDone && job?.state === 'failed' ? job.error : null,
  };
};
