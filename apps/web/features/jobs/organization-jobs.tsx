import { jobRoutes } from '#contract/resources/jobs.ts';
import { useZone } from '#web/access/account.tsx';
import { JobList } from './job-list.tsx';

/** What a person had done in the background; for the owner, what everybody had. */
export const OrganizationJobs = () => {
  const timeZone = useZone();
  return (
    <JobList title="Background work" routes={{ page: jobRoutes.page, retry: jobRoutes.retry }} timeZone={timeZone} />
  );
};
