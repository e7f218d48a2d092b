import { IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { useWrite } from '#web/kit/use-record.ts';
import { IconButton } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type Job, titleOf } from './job.ts';

/** Has a job stopped, once somebody has agreed. */
export const StopJob = ({ job, route }: { job: Job; route: RouteSpec }) => {
  const [isAsked, setAsked] = useState(false);
  const { mutateAsync } = useWrite(route);
  const stop = async () => {
    await mutateAsync({ sent: { params: { id: job.id } } as unknown as RequestInput<RouteSpec> });
    setAsked(false);
    toast.success('Stopping the job');
  };
  return (
    <>
      <IconButton label={`Stop “${titleOf(job)}”`} icon={IconPlayerStop} onClick={() => setAsked(true)} />
      {isAsked && (
        <ConfirmWrite title={`Stop “${titleOf(job)}”`} verb="Stop" danger write={stop} onClose={() => setAsked(false)}>
          <p>
            The job will be marked as failed, and the person who requested it will be notified. Work it has already done
            may be kept. You can retry the job later.
          </p>
        </ConfirmWrite>
      )}
    </>
  );
};
