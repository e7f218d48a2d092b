import { jobRoutes } from '#contract/resources/jobs.ts';
import { useZone } from '#web/access/account.tsx';
import type { PlatformJob } from './job.ts';
import { JobList } from './job-list.tsx';

/** What is done in the background in all organizations. */
export const PlatformJobs = () => {
  const timeZone = useZone();
  return (
    <JobList<PlatformJob>
      title="Jobs"
      routes={{ page: jobRoutes.platformPage, retry: jobRoutes.platformRetry }}
      timeZone={timeZone}
      before={[{ key: 'organization', title: 'Organization', cell: ({ organization }) => organization.name }]}
    />
  );
};
