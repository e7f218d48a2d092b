import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { eraseOrganization } from '../erase.ts';

/** Erases an organization, from where it was interrupted. */
export const eraseOrganizationTask = (
  services: JobServices,
  { certificate_id }: InOrganization<'erase_organization'>,
): Promise<void> => eraseOrganization(services, certificate_id);

/** Goes on with what was interrupted; what somebody is at is left to them. */
export const goOnErasing = async (services: JobServices): Promise<void> => {
  const open = await services.database.adminTransaction(({ tx }) =>
    tx.selectFrom('erasure_certificates').select('id').where('erased_at', 'is', null).execute(),
  );
  for (const { id } of open) await eraseOrganization(services, id);
};
