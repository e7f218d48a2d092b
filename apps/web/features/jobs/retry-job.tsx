import { IconRefresh } from '@tabler/icons-react';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { failures } from '#web/kit/failures.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import { type Job, titleOf } from './job.ts';

/** Runs a job again that has failed. */
export const RetryJob = ({ job, route }: { job: Job; route: RouteSpec }) => {
  const { mutateAsync, isPending } = useWrite(route);
  const retry = async () => {
    try {
      await mutateAsync({ sent: { params: { id: job.id } } as unknown as RequestInput<RouteSpec> });
      toast.success('Job queued again');
    } catch (error) {
      failures.report(error);
    }
  };
  return (
    <Button size="small" icon={IconRefresh} busy={isPending} onClick={() => void retry()}>
      Retry<span className={hidden.text}> “{titleOf(job)}”</span>
    </Button>
  );
};
