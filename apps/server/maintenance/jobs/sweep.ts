import { sql } from 'kysely';
import { deliveriesKept } from '#contract/resources/webhooks.ts';
import type { JobServices } from '#server/jobs/job-services.ts';

/**
 * Forgets what is only of use for a while: counted attempts, remembered answers, ended sessions, used links, jobs,
 * notices, what webhooks were told, where deleted responses stood, and drafts that nobody came back to.
 */
export const sweep = async ({ database }: JobServices): Promise<void> => {
  await database.adminTransaction(async ({ tx }) => {
    await tx.deleteFrom('rate_limits').where(sql<boolean>`occurred_at < now() - interval '2 days'`).execute();
    await tx.deleteFrom('idempotency_keys').where(sql<boolean>`created_at < now() - interval '2 days'`).execute();
    await tx
      .deleteFrom('platform_idempotency_keys')
      .where(sql<boolean>`created_at < now() - interval '2 days'`)
      .execute();
    await tx
      .deleteFrom('sessions')
      .where(sql<boolean>`coalesce(ended_at, expires_at) < now() - interval '30 days'`)
      .execute();
    await tx.deleteFrom('sign_in_networks').where(sql<boolean>`last_used_at < now() - interval '90 days'`).execute();
    await tx.deleteFrom('jobs').where(sql<boolean>`created_at < now() - interval '90 days'`).execute();
    await tx.deleteFrom('notices').where(sql<boolean>`created_at < now() - interval '90 days'`).execute();
    await tx
      .deleteFrom('webhook_deliveries')
      .where(sql<boolean>`created_at < now() - make_interval(days => ${deliveriesKept}::integer)`)
      .execute();
    await tx.deleteFrom('left_places').where(sql<boolean>`created_at < now() - interval '31 days'`).execute();
    await tx.deleteFrom('digests').where(sql<boolean>`created_at < now() - interval '90 days'`).execute();
    await tx.deleteFrom('drafts').where(sql<boolean>`kept_until < now()`).execute();
    await tx.deleteFrom('public_drafts').where(sql<boolean>`kept_until < now()`).execute();
    // No start token is good for longer.
    await tx.deleteFrom('public_submissions').where(sql<boolean>`created_at < now() - interval '31 days'`).execute();
    await tx.deleteFrom('email_changes').where(sql<boolean>`created_at < now() - interval '30 days'`).execute();
    await tx.deleteFrom('password_resets').where(sql<boolean>`created_at < now() - interval '30 days'`).execute();
  });
};
