import { JobFailed } from '#server/jobs/run-job.ts';
import { exportJob, type Make } from '#server/records/jobs/make-export.ts';
import { seldom } from '../seldom.ts';
import { writeArchive } from '../write-archive.ts';

/** Everything of an organization in one archive, for who of the platform team asked. */
const make: Make = async (services, { caller }, run) => {
  if (!caller.is_superuser) throw new JobFailed('The person who requested it is no longer on the platform team.');
  const { slug } = caller.organization;
  return async () => {
    const progress = seldom(run.progress);
    const { spooled, rows } = await writeArchive(services, run.organization_id, progress);
    const filename = `${slug}-${new Date().toISOString().slice(0, 10)}.zip`;
    return { spooled, filename, content_type: 'application/zip', count: rows };
  };
};

export const organizationExport = { ...exportJob(make), whileSuspended: true } as const;
