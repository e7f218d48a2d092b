import { sql } from 'kysely';
import type { NoticeKind } from '#contract/resources/notices.ts';
import { memberNow, organizationColumns } from '#server/access/members.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import { timeWithZone } from '#server/kit/calendar.ts';
import type { Tx } from '#server/kit/db.ts';
import { enqueueIn, type InOrganization } from '#server/kit/enqueue.ts';
import type { Mail } from '#server/kit/mail/mailer.ts';
import { markdownHtml, markdownText } from '#server/kit/mail/markdown.ts';
import { laidOut } from '#server/kit/mail/template.ts';
import { originOf } from '#server/kit/origins.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { waysOf } from '../preferences.ts';
import { asMarkdown } from '../texts.ts';
import { visibleNotices } from '../visible-notices.ts';

/** By the clock on the wall of its reader. */
const morning = '07:00';

/** So many notices stand in a summary; of the others it says how many there are. */
const maxLines = 50;

/**
 * Begins the summaries of an organization that are due: for each member whose morning has come, of what waited then.
 * A day of theirs is noted as begun, so that it comes once, whatever their clocks do; one that was missed comes later.
 */
const beginDue = async (tx: Tx, organization_id: number, at: Date): Promise<void> => {
  const { rows } = await sql<{ user_id: number; day: string }>`
    select waiting.user_id, due.day
      from (select n.user_id, min(n.created_at) as since, coalesce(u.time_zone, o.time_zone) as zone
              from notices n
              join organizations o on o.id = ${organization_id}::bigint
              join users u on u.id = n.user_id
             where n.organization_id = ${organization_id}::bigint and n.awaits_digest
             group by n.user_id, u.time_zone, o.time_zone) waiting
     cross join lateral (select (${at}::timestamptz at time zone waiting.zone)::date as day) due
     where ((due.day + ${morning}::time) at time zone waiting.zone) <= ${at}::timestamptz
       and waiting.since < ((due.day + ${morning}::time) at time zone waiting.zone)`.execute(tx);
  if (rows.length === 0) return;
  const begun = await tx
    .insertInto('digests')
    .values(rows.map((row) => ({ organization_id, ...row })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id', 'day']).doNothing())
    .returning(['user_id', 'day'])
    .execute();
  for (const { user_id, day } of begun) await enqueueIn(tx)('digest_mail', { user_id, day });
};

/**
 * Has the summaries sent that are due, wherever they are.
 * @param at what time it is, for tests
 */
export const findDueDigests = async ({ database }: JobServices, at = new Date()): Promise<void> => {
  const waiting = await database.adminTransaction(({ tx }) =>
    tx.selectFrom('notices').select('organization_id').distinct().where('awaits_digest', '=', true).execute(),
  );
  for (const { organization_id } of waiting)
    await database.inOrganization({ organization_id }, (tx) => beginDue(tx, organization_id, at));
};

/** The notices that wait for a summary, and its mail; no mail when there is nothing in it, or nobody to get it. */
const digestOf = async (
  tx: Tx,
  config: JobServices['config'],
  { organization_id, user_id, day }: InOrganization<'digest_mail'>,
): Promise<{ ids: number[]; mail: Mail | null }> => {
  const organization = await tx
    .selectFrom('organizations')
    .select([...organizationColumns, 'mail_sender'])
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow();
  const waiting = await ofOrganization(tx, 'notices', { organization })
    .select('id')
    .where('user_id', '=', user_id)
    .where('awaits_digest', '=', true)
    .execute();
  const ids = waiting.map(({ id }) => id);
  const member = await memberNow(tx, organization, user_id);
  if (!member || ids.length === 0) return { ids, mail: null };
  const { email } = member.person;
  const bounced = await ofOrganization(tx, 'bounced_addresses', { organization })
    .select('address')
    .where('address', '=', email.toLowerCase())
    .executeTakeFirst();
  const notices = await ofOrganization(tx, 'notices', { organization })
    .select(['kind', 'text', 'url', 'created_at'])
    .where('id', '=', among(ids))
    .where(visibleNotices(member))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const stillDaily = new Set<NoticeKind>();
  for (const kind of ['form', 'job'] as const)
    if ((await waysOf(tx, { organization_id, kind }, [user_id]))(user_id).mail === 'daily') stillDaily.add(kind);
  const told = notices.filter(({ kind }) => stillDaily.has(kind as NoticeKind));
  if (bounced || told.length === 0) return { ids, mail: null };
  const { time_zone } = await tx
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const origin = originOf(config, organization.slug);
  const zone = time_zone ?? organization.time_zone;
  const lines = told
    .slice(0, maxLines)
    .map(
      ({ text, url, created_at }) => `- [${asMarkdown(text)}](<${origin}${url}>) · ${timeWithZone(created_at, zone)}`,
    );
  const left = told.length - maxLines;
  const body = [
    lines.join('\n'),
    ...(left > 0 ? [`And ${left} more. See them under the bell in [Hearth](<${origin}>).`] : []),
    `[Notification settings](<${origin}/myprofile/notifications>)`,
  ].join('\n\n');
  const count = told.length === 1 ? '1 notification' : `${told.length} notifications`;
  const footer = 'You’re receiving this email because you chose a daily summary.';
  const subject = `Your daily summary: ${count}`;
  return {
    ids,
    mail: {
      id: `digest-${organization_id}-${user_id}-${day}`,
      to: email,
      ...laidOut({ subject, text: markdownText(body), html: markdownHtml(body), footer }),
      sender: organization.mail_sender ?? organization.name,
    },
  };
};

/**
 * Sends somebody's summary: what waits and they may read at this moment, without names of people and without answers,
 * whatever the organization allows in emails. What it told, and what they may not read, waits no more.
 */
export const digestMail = async (
  { database, mailer, config }: JobServices,
  payload: InOrganization<'digest_mail'>,
): Promise<void> => {
  const { organization_id } = payload;
  const { ids, mail } = await database.inOrganization({ organization_id }, (tx) => digestOf(tx, config, payload));
  if (mail) await mailer.send(mail);
  await database.inOrganization({ organization_id }, (tx) =>
    tx.updateTable('notices').set({ awaits_digest: false }).where('id', '=', among(ids)).execute(),
  );
};
