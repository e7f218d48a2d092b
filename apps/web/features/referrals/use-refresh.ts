import { useEffect, useState } from 'react';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { referralSystemRoutes } from '#contract/resources/referral-system.ts';
import { failures } from '#web/kit/failures.ts';
import { queries, useRouteQuery } from '#web/kit/queries.ts';
import { write } from '#web/kit/use-record.ts';

/** How often it is asked whether the job is done, in milliseconds. */
const pause = 1000;
type Job = { state: string };
const isOver = (job: Job | undefined) => job?.state === 'succeeded' || job?.state === 'failed';

/** Has DTD asked anew for everything, and what is shown of it loaded afresh when that is done. */
export const useRefresh = () => {
  const [id, setId] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { data: job } = useRouteQuery(
    jobRoutes.show,
    { params: { id: id ?? 0 } },
    { enabled: id !== null, refetchInterval: ({ state }) => (isOver(state.data as Job) ? false : pause) },
  );
  const isDone = id !== null && isOver(job);
  useEffect(() => {
    if (!isDone) return;
    for (const route of [referralSystemRoutes.referrals, referralSystemRoutes.known, referralSystemRoutes.ofClient])
      void queries.reload(route);
  }, [isDone]);
  const refresh = async () => {
    setAsking(true);
    try {
      setId((await write(referralSystemRoutes.refresh, { sent: {} })).job.id);
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
