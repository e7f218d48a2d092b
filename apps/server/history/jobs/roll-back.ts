import { memberNow, organizationWith } from '#server/access/members.ts';
import { type Job, JobFailed } from '#server/jobs/run-job.ts';
import { Problem } from '#server/kit/problem.ts';
import { rollBack } from '../roll-back.ts';

/** What the database says where two write the same, or what is needed goes at this moment. */
const isOvertaken = (error: unknown): boolean =>
  ['23503', '23505', '40001', '40P01'].includes((error as { code?: string }).code ?? '');

/** Rolls a transaction back in one transaction, for the platform team; all of it, or nothing is written. */
const work: Job<'rollback'>['work'] = async ({ database, keys }, { transaction_id }, run) => {
  const { organization_id, user_id, impersonator_id } = run;
  await database
    .inOrganization({ organization_id, user_id, impersonator_id, inBulk: true }, async (tx) => {
      const organization = await organizationWith(tx, organization_id);
      const caller = await memberNow(tx, organization, user_id);
      if (!caller?.is_superuser)
        throw new JobFailed('Nothing was rolled back: the person who requested it is no longer on the platform team.');
      await run.finish(tx, await rollBack({ tx, caller, keys }, transaction_id));
    })
    .catch((error: unknown) => {
      // Names of people stand in the review alone.
      if ((error instanceof Problem && error.code === 'conflict') || isOvertaken(error))
        throw new JobFailed('Nothing was rolled back: something was changed after the review. Open the review again.');
      throw error;
    });
};

export const rollback: Job<'rollback'> = { work, unfinished: 'Nothing was rolled back.' };
