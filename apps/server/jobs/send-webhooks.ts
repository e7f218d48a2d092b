import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { daysUntilOff } from '#contract/resources/webhooks.ts';
import type { Tx } from '../kit/db.ts';
import { enqueueIn, type InOrganization } from '../kit/enqueue.ts';
import { always, type Row } from '../kit/rows.ts';
import { byBell } from '../notifying/bell-channel.ts';
import type { JobServices } from './job-services.ts';
import { type Answered, attempt } from './webhook-attempt.ts';
import { messageOf } from './webhook-message.ts';

declare module '../kit/enqueue.ts' {
  interface Tasks {
    send_webhooks: object;
  }
}

type Delivery = Row<'webhook_deliveries'>;
type Webhook = Row<'webhooks'>;

/** In minutes: after which a delivery is tried again that did not arrive. After the last it has failed. */
const retries = [1, 5, 30, 120, 720];

/** In minutes: so long nobody else tries a delivery that is being tried, in case its process dies. */
const patience = 5;

/** In milliseconds: so long a run goes on. What is left is for the next one, so that no worker is kept. */
const longestRun = 45_000;

/** How tests make it shorter: in milliseconds, what a receiver may take and the unit that retries count in. */
type Pace = { time?: number; unit?: '1 minute' | '1 millisecond' };

const ofDelivery = (tx: Tx, { organization_id, id }: Pick<Delivery, 'organization_id' | 'id'>) =>
  tx.updateTable('webhook_deliveries').where('organization_id', '=', organization_id).where('id', '=', id);

/**
 * Takes the delivery that has waited longest, so that nobody else tries it meanwhile. A test comes first, and does not
 * wait until a receiver is tried again that something did not arrive at.
 */
const take = async (tx: Tx, { organization_id, id, rests_until }: Webhook): Promise<Delivery | null> => {
  const isResting = rests_until !== null && Date.parse(rests_until) > Date.now();
  const due = await tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('webhook_id', '=', id)
    .where('state', '=', 'queued')
    .where('due_at', '<=', sql<string>`now()`)
    .where(isResting ? sql<boolean>`event = 'test'` : always)
    .orderBy(sql`event = 'test'`, 'desc')
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return null;
  return ofDelivery(tx, { organization_id, id: due.id })
    .set({
      attempts: sql<number>`attempts + 1`,
      due_at: sql<string>`now() + make_interval(mins => ${patience}::integer)`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** The organization, while anything may be sent from it: not while it is suspended, nor without API access. */
const sendingOrganization = (tx: Tx, organization_id: number) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'name', 'slug', 'time_zone', 'owner_id'])
    .where('id', '=', organization_id)
    .where('suspended_at', 'is', null)
    .where('api_access_enabled', '=', true)
    .executeTakeFirst();

const webhooksOf = (tx: Tx, organization_id: number) =>
  tx.selectFrom('webhooks').where('organization_id', '=', organization_id).where('active', '=', true);

/** The next delivery of a webhook with what it says; null when none is due. What it may not be told is skipped. */
const next = ({ database, config }: JobServices, { organization_id, id }: Pick<Webhook, 'organization_id' | 'id'>) =>
  database.inOrganization({ organization_id }, async (tx) => {
    const organization = await sendingOrganization(tx, organization_id);
    const webhook = await webhooksOf(tx, organization_id).selectAll().where('id', '=', id).executeTakeFirst();
    const delivery = organization && webhook && (await take(tx, webhook));
    if (!delivery) return null;
    const group = await tx
      .selectFrom('permission_groups')
      .select(['id', 'privileges'])
      .where('organization_id', '=', organization_id)
      .where('id', '=', webhook.permission_group_id)
      .executeTakeFirstOrThrow();
    const message = await messageOf(tx, delivery, { config, organization, group });
    if (!message) {
      const reason = 'The permission group of the webhook may not read this record';
      await ofDelivery(tx, delivery).set({ state: 'skipped', reason, updated_at: sql<string>`now()` }).execute();
    }
    return { organization, webhook, delivery, message };
  });

type Taken = NonNullable<Awaited<ReturnType<typeof next>>>;

/** Names the moment in which a webhook was switched off, as a UUID: telling it twice tells it once. */
const offOf = ({ organization_id, id, lock_version }: Webhook): string =>
  createHash('md5').update(`webhook ${organization_id} ${id} ${lock_version}`).digest('hex');

/** Switches off a webhook that nothing arrives at, and tells the owner. What waited has failed. */
const switchOff = async (tx: Tx, { webhook, organization }: Taken, why: string): Promise<void> => {
  const { organization_id, id, lock_version, name } = webhook;
  const off = await tx
    .updateTable('webhooks')
    .set({
      active: false,
      switched_off_reason: why,
      lock_version: lock_version + 1,
      updated_at: sql<string>`now()`,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('active', '=', true)
    .where('lock_version', '=', lock_version)
    .returning('id')
    .executeTakeFirst();
  if (!off) return;
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', reason: 'The webhook was switched off', updated_at: sql<string>`now()` })
    .where('organization_id', '=', organization_id)
    .where('webhook_id', '=', id)
    .where('state', '=', 'queued')
    .execute();
  if (organization.owner_id === null) return;
  await byBell(tx, {
    organization_id,
    kind: 'job',
    event_id: offOf(webhook),
    about: null,
    user_ids: [organization.owner_id],
    text: `The webhook “${name}” was switched off. ${why}`,
    url: '/myorg',
  });
};

/** Keeps what became of an attempt, for the delivery and for its webhook. */
const keep = async (tx: Tx, taken: Taken, { status, reason, unit }: Answered & { unit: string }): Promise<void> => {
  const { webhook, delivery } = taken;
  const isTest = delivery.event === 'test';
  const again = isTest ? undefined : retries[delivery.attempts - 1];
  const state = reason === null ? 'sent' : again === undefined ? 'failed' : 'queued';
  await ofDelivery(tx, delivery)
    // Somebody may have it sent again meanwhile: then this is not the delivery that was tried.
    .where('lock_version', '=', delivery.lock_version)
    .set({
      state,
      status,
      reason,
      due_at: sql<string>`now() + ${again ?? 0}::float8 * ${unit}::interval`,
      updated_at: sql<string>`now()`,
      ...(state === 'sent' ? { sent_at: sql<string>`now()` } : {}),
    })
    .execute();
  if (reason === null ? webhook.failing_since === null : isTest) return;
  const kept = await tx
    .updateTable('webhooks')
    .set(
      reason === null
        ? { failing_since: null, rests_until: null }
        : {
            ...(webhook.failing_since === null ? { failing_since: sql<string>`now()` } : {}),
            rests_until: sql<string>`now() + ${retries[0]}::float8 * ${unit}::interval`,
          },
    )
    .where('organization_id', '=', webhook.organization_id)
    .where('id', '=', webhook.id)
    .returning('failing_since')
    .executeTakeFirst();
  // Somebody has deleted it meanwhile.
  if (!kept) return;
  if (status === 410) await switchOff(tx, taken, 'The server answered that it is gone (410).');
  const days = kept.failing_since === null ? 0 : (Date.now() - Date.parse(kept.failing_since)) / 86_400_000;
  if (state === 'failed' && days >= daysUntilOff)
    await switchOff(tx, taken, `Nothing arrived there for ${daysUntilOff} days: ${reason}.`);
};

/**
 * Sends what is due for one webhook, one after the other. As soon as something does not arrive, the rest waits as it is:
 * it would only be tried in vain.
 */
const drain = async (
  services: JobServices,
  webhook: Pick<Webhook, 'organization_id' | 'id'>,
  { time, unit = '1 minute' }: Pace,
): Promise<void> => {
  const { organization_id } = webhook;
  const until = Date.now() + longestRun;
  while (Date.now() < until) {
    const taken = await next(services, webhook);
    if (!taken) return;
    if (!taken.message) continue;
    const answered = await attempt(services, taken, time);
    await services.database.inOrganization({ organization_id }, (tx) => keep(tx, taken, { ...answered, unit }));
    if (answered.reason !== null) return;
  }
};

/** Of each process, one run sends to a webhook; whoever comes meanwhile has it look once more. */
const atIt = new Map<string, { again: boolean }>();

const drainOnce = async (services: JobServices, webhook: Pick<Webhook, 'organization_id' | 'id'>, pace: Pace) => {
  const key = `${webhook.organization_id} ${webhook.id}`;
  const other = atIt.get(key);
  if (other) {
    other.again = true;
    return;
  }
  const mine = { again: true };
  atIt.set(key, mine);
  try {
    while (mine.again) {
      mine.again = false;
      await drain(services, webhook, pace);
    }
  } finally {
    atIt.delete(key);
  }
};

/** Sends what is due for the webhooks of an organization, for each by itself: none waits for another. */
export const sendWebhooks = async (
  services: JobServices,
  { organization_id }: InOrganization<'send_webhooks'>,
  pace: Pace = {},
): Promise<void> => {
  const webhooks = await services.database.inOrganization({ organization_id }, (tx) =>
    webhooksOf(tx, organization_id).select(['organization_id', 'id']).execute(),
  );
  await Promise.all(webhooks.map((webhook) => drainOnce(services, webhook, pace)));
};

/** Has deliveries sent that are due, wherever they are: those that failed, and those whose process died. */
export const findDueWebhooks = async ({ database }: JobServices): Promise<void> => {
  const waiting = await database.adminTransaction(({ tx }) =>
    tx
      .selectFrom('webhook_deliveries')
      .innerJoin('organizations', 'organizations.id', 'webhook_deliveries.organization_id')
      .select('organization_id')
      .distinct()
      .where('state', '=', 'queued')
      .where('due_at', '<=', sql<string>`now()`)
      .where('suspended_at', 'is', null)
      .where('api_access_enabled', '=', true)
      .execute(),
  );
  for (const { organization_id } of waiting)
    await database.inOrganization({ organization_id }, (tx) => enqueueIn(tx)('send_webhooks', {}));
};
