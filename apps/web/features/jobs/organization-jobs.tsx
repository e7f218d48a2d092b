import { jobRoutes } from '#contract/resources/jobs.ts';
import { useMember } from '#web/access/account.tsx';
import { JobList } from './job-list.tsx';

/** What a person had done in the background; for the owner, what everybody had. */
export const OrganizationJobs = () => {
  const { account, organization } = useMember();
  return (
    <JobList
      title="Background work"
      routes={{ page: jobRoutes.page, retry: jobRoutes.retry }}
      timeZone={account.time_zone ?? organization.time_zone}
    />
  );
};
