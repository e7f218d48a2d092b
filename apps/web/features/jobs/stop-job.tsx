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
    toast.success('It is being stopped');
  };
  return (
    <>
      <IconButton label={`Stop “${titleOf(job)}”`} icon={IconPlayerStop} onClick={() => setAsked(true)} />
      {isAsked && (
        <ConfirmWrite title={`Stop “${titleOf(job)}”`} verb="Stop" danger write={stop} onClose={() => setAsked(false)}>
          <p>
            It ends as failed, and who asked for it is told. What it has done until then may stay. It can be run again.
          </p>
        </ConfirmWrite>
      )}
    </>
  );
};
