import { sql } from 'kysely';
import { templatesSlug } from '#contract/resources/templates.ts';
import { enqueueInEach } from '#server/jobs/enqueue-in-each.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';

/** Counts what an organization uses, and keeps the figures for whoever looks. */
export const countUsage = ({ database }: JobServices, { organization_id }: InOrganization<'count_usage'>) =>
  database.inOrganization({ organization_id }, async (tx) => {
    const countIn = <T>(table: string, figures: Record<string, string>) =>
      sql<T>`select ${sql.raw(
        Object.entries(figures)
          .map(([name, condition]) => `count(*) filter (where ${condition}) as ${name}`)
          .join(', '),
      )} from ${sql.table(table)} where organization_id = ${organization_id}::bigint`.execute(tx);
    const month = `now() - interval '30 days'`;
    const [people, responses, links, members, mails, calls] = await Promise.all([
      countIn<{ people: number; people_this_month: number }>('clients', {
        people: 'archived_at is null',
        people_this_month: `archived_at is null and created_at > ${month}`,
      }),
      countIn<{ responses: number; responses_this_year: number; public_responses: number }>('responses', {
        responses: 'true',
        responses_this_year: `created_at > now() - interval '12 months'`,
        public_responses: 'public_form_id is not null',
      }),
      countIn<{ links: number }>('public_form_links', { links: 'true' }),
      countIn<{ members: number; active_members: number }>('memberships', {
        members: 'archived_at is null and accepted_at is not null',
        active_members: `archived_at is null and last_accessed_at > ${month}`,
      }),
      countIn<{ mails_this_month: number }>('notification_messages', {
        mails_this_month: `state = 'sent' and sent_at > ${month}`,
      }),
      sql<{ api_calls_this_month: number }>`
        select count(*) as api_calls_this_month from audit_events
         where organization_id = ${organization_id}::bigint and occurred_at > now() - interval '30 days'
           and user_id in (
             select user_id from api_credentials where organization_id = ${organization_id}::bigint)`.execute(tx),
    ]);
    const [{ links: linked } = { links: 0 }] = links.rows;
    const [answered] = responses.rows as [(typeof responses.rows)[number]];
    const figures = {
      ...(people.rows[0] as (typeof people.rows)[number]),
      ...answered,
      unlinked_responses: Math.max(0, answered.public_responses - linked),
      ...(members.rows[0] as (typeof members.rows)[number]),
      ...(mails.rows[0] as (typeof mails.rows)[number]),
      ...(calls.rows[0] as (typeof calls.rows)[number]),
      counted_at: new Date().toISOString(),
    };
    await tx
      .insertInto('usages')
      .values({ organization_id, ...figures })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(figures))
      .execute();
  });

/** Has what every organization uses counted, each by itself. */
export const countUsages = async (services: JobServices): Promise<void> => {
  const organizations = await services.database.adminTransaction(({ tx }) =>
    tx.selectFrom('organizations').select('id as organization_id').where('slug', '!=', templatesSlug).execute(),
  );
  await enqueueInEach(services, organizations, (enqueue) => enqueue('count_usage', {}));
};
