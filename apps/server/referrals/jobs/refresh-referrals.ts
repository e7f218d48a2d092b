import { enqueueInEach } from '#server/jobs/enqueue-in-each.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import { type Job, JobFailed } from '#server/jobs/run-job.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import type { Organization } from '#server/kit/handlers.ts';
import { oneAtATime } from '#server/kit/outbox.ts';
import { Problem } from '#server/kit/problem.ts';
import { pollReferrals } from '../poll.ts';
import { sendAgain, sendReferrals } from '../send.ts';

type OrganizationIdentity = Pick<Organization, 'id' | 'slug' | 'time_zone'>;

const organizationOf = ({ database }: JobServices, id: number): Promise<OrganizationIdentity> =>
  database.inOrganization({ organization_id: id }, (tx) =>
    tx.selectFrom('organizations').select(['id', 'slug', 'time_zone']).where('id', '=', id).executeTakeFirstOrThrow(),
  );

const inTurn = oneAtATime();

/** Sends what waits of an organization; who comes meanwhile has it looked once more. */
export const sendDueReferrals = async (
  services: JobServices,
  { organization_id }: InOrganization<'send_referrals'>,
): Promise<void> => {
  const organization = await organizationOf(services, organization_id);
  await inTurn(organization_id, () => sendReferrals(services, organization));
};

/** Sends all that waits, what was refused too, and reads what became of what was sent. */
const refresh = async (services: JobServices, id: number): Promise<void> => {
  const organization = await organizationOf(services, id);
  await services.database.inOrganization({ organization_id: id }, sendAgain);
  const down = await sendReferrals(services, organization);
  if (down) throw down;
  await pollReferrals(services, organization);
};

/** Each night; a system that is down is asked again the next one. */
export const pollReferralsOf = async (
  services: JobServices,
  { organization_id }: InOrganization<'poll_referrals'>,
): Promise<void> => {
  await refresh(services, organization_id).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
};

export const refreshReferrals: Job<'refresh_referrals'> = {
  work: async (services, { organization_id }) => {
    await refresh(services, organization_id).catch((error: unknown) => {
      throw error instanceof Problem ? new JobFailed(error.errors.base?.[0] ?? error.message) : error;
    });
  },
  unfinished: 'Statuses of referrals may be out of date.',
};

/** Has referrals sent that are due, wherever they are: those that could not be sent, and those whose process died. */
export const findDueReferrals = async (services: JobServices): Promise<void> => {
  const waiting = await services.database.adminTransaction(({ tx }) =>
    tx
      .selectFrom('referrals')
      .innerJoin('case_worthy_affiliations', 'case_worthy_affiliations.organization_id', 'referrals.organization_id')
      .innerJoin('organizations', 'organizations.id', 'referrals.organization_id')
      .innerJoin('responses', (join) =>
        join
          .onRef('responses.organization_id', '=', 'referrals.organization_id')
          .onRef('responses.id', '=', 'referrals.client_form_id'),
      )
      .innerJoin('clients', (join) =>
        join
          .onRef('clients.organization_id', '=', 'referrals.organization_id')
          .onRef('clients.id', '=', 'responses.client_id'),
      )
      .select('referrals.organization_id')
      .distinct()
      .where('referrals.due_at', '<=', new Date().toISOString())
      .where('clients.case_worthy_client_id', 'is not', null)
      .where('organizations.suspended_at', 'is', null)
      .execute(),
  );
  await enqueueInEach(services, waiting, (enqueue) => enqueue('send_referrals', {}));
};

/** Has every organization's referrals refreshed. */
export const beginPolling = async (services: JobServices): Promise<void> => {
  const waiting = await services.database.adminTransaction(({ tx }) =>
    tx
      .selectFrom('case_worthy_affiliations')
      .innerJoin('organizations', 'organizations.id', 'case_worthy_affiliations.organization_id')
      .select('organization_id')
      .where('organizations.suspended_at', 'is', null)
      .execute(),
  );
  await enqueueInEach(services, waiting, (enqueue) => enqueue('poll_referrals', {}));
};
