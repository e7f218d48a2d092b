import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { daysUntilOff } from '#contract/resources/webhooks.ts';
import { canAnswerForProgram } from '#server/access/for-programs.ts';
import { organizationColumns } from '#server/access/members.ts';
import { enqueueInEach } from '#server/jobs/enqueue-in-each.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { Tx } from '#server/kit/db.ts';
import type { InOrganization } from '#server/kit/enqueue.ts';
import { type DelayUnit, drain, later, oneAtATime, retryDelays } from '#server/kit/outbox.ts';
import { always, type Row } from '#server/kit/rows.ts';
import { byBell } from '#server/notifications/bell-channel.ts';
import { type AttemptOutcome, attempt } from './webhook-attempt.ts';
import { messageOf } from './webhook-message.ts';

type Delivery = Row<'webhook_deliveries'>;
type Webhook = Row<'webhooks'>;

/** In minutes: so long nobody else tries a delivery that is being tried. */
const heldFor = 5;

/** In milliseconds: so long a run goes on, so that no worker is kept. */
const maxRunTime = 45_000;

/** How tests make it shorter: in milliseconds, what a receiver may take and the unit that retries count in. */
type Pace = { time?: number; unit?: DelayUnit };

const ofDelivery = (tx: Tx, { id }: Pick<Delivery, 'id'>) => tx.updateTable('webhook_deliveries').where('id', '=', id);

/**
 * Takes the delivery that has waited longest, so that nobody else tries it meanwhile. A test comes first, and does not
 * wait until a receiver is tried again that something did not arrive at.
 */
const take = async (tx: Tx, { id, rests_until }: Webhook): Promise<Delivery | null> => {
  const isResting = rests_until !== null && Date.parse(rests_until) > Date.now();
  const due = await tx
    .selectFrom('webhook_deliveries')
    .select('id')
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
  return ofDelivery(tx, due)
    .set({
      attempts: sql<number>`attempts + 1`,
      due_at: later(heldFor),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** The organization, while anything may be sent from it: not while it is suspended, nor without API access. */
const sendingOrganization = (tx: Tx, organization_id: number) =>
  tx
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('id', '=', organization_id)
    .where('suspended_at', 'is', null)
    .where('api_access_enabled', '=', true)
    .executeTakeFirst();

const webhooksOf = (tx: Tx) => tx.selectFrom('webhooks').where('active', '=', true);

type WebhookTarget = { webhook: Webhook; organization: { owner_id: number | null } };

/** Names the moment in which a webhook was switched off, as a UUID: telling it twice tells it once. */
const offOf = ({ organization_id, id, lock_version }: Webhook): string =>
  createHash('md5').update(`webhook ${organization_id} ${id} ${lock_version}`).digest('hex');

/** Switches off a webhook, and tells the owner why. What waited has failed. */
const switchOff = async (tx: Tx, { webhook, organization }: WebhookTarget, why: string): Promise<void> => {
  const { organization_id, id, lock_version, name } = webhook;
  const off = await tx
    .updateTable('webhooks')
    .set({
      active: false,
      switched_off_reason: why,
      lock_version: lock_version + 1,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .where('active', '=', true)
    .where('lock_version', '=', lock_version)
    .returning('id')
    .executeTakeFirst();
  if (!off) return;
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', reason: 'The webhook was turned off', updated_at: sql<string>`now()` })
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
    text: `The webhook “${name}” was turned off. ${why}`,
    url: '/myorg',
  });
};

const authorLost =
  'The person who last saved it no longer has all access of its permission group. Save the webhook again to continue.';

/**
 * The next delivery of a webhook with what it says; null when none is due. What it may not be told is skipped. A webhook
 * is switched off once its author could no longer set it up: it would tell them what they can't read.
 */
const next = ({ database, config }: JobServices, { organization_id, id }: Pick<Webhook, 'organization_id' | 'id'>) =>
  database.inOrganization({ organization_id }, async (tx) => {
    const organization = await sendingOrganization(tx, organization_id);
    const webhook = await webhooksOf(tx).selectAll().where('id', '=', id).executeTakeFirst();
    if (!organization || !webhook) return null;
    const group = await tx
      .selectFrom('permission_groups')
      .select(['id', 'privileges'])
      .where('id', '=', webhook.permission_group_id)
      .executeTakeFirstOrThrow();
    if (!(await canAnswerForProgram({ tx, organization }, { author_id: webhook.author_id, group }))) {
      await switchOff(tx, { webhook, organization }, authorLost);
      return null;
    }
    const delivery = await take(tx, webhook);
    if (!delivery) return null;
    const message = await messageOf(tx, delivery, { config, organization, group });
    if (!message) {
      const reason = 'The webhook’s permission group can’t view this record';
      await ofDelivery(tx, delivery).set({ state: 'skipped', reason, updated_at: sql<string>`now()` }).execute();
      return 'skipped';
    }
    return { organization, webhook, delivery, message };
  });

type DueDelivery = Exclude<Awaited<ReturnType<typeof next>>, 'skipped' | null>;

/** Keeps what became of an attempt, for the delivery and for its webhook. */
const keep = async (
  tx: Tx,
  taken: DueDelivery,
  { status, reason, unit }: AttemptOutcome & { unit: DelayUnit | undefined },
): Promise<void> => {
  const { webhook, delivery } = taken;
  const isTest = delivery.event === 'test';
  const again = isTest ? undefined : retryDelays[delivery.attempts - 1];
  const state = reason === null ? 'sent' : again === undefined ? 'failed' : 'queued';
  await ofDelivery(tx, delivery)
    // Somebody may have it sent again meanwhile: then this is not the delivery that was tried.
    .where('lock_version', '=', delivery.lock_version)
    .set({
      state,
      status,
      reason,
      due_at: later(again ?? 0, unit),
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
            rests_until: later(retryDelays[0] as number, unit),
          },
    )
    .where('id', '=', webhook.id)
    .returning('failing_since')
    .executeTakeFirst();
  // Somebody has deleted it meanwhile.
  if (!kept) return;
  if (status === 410) await switchOff(tx, taken, 'The server answered that it is gone (410).');
  const days = kept.failing_since === null ? 0 : (Date.now() - Date.parse(kept.failing_since)) / 86_400_000;
  if (state === 'failed' && days >= daysUntilOff)
    await switchOff(tx, taken, `No delivery succeeded for ${daysUntilOff} days: ${reason}.`);
};

const inTurn = oneAtATime();

/** Sends what is due for one webhook, one after the other. A delivery that did not arrive has failed after the last delay. */
const drainWebhook = (
  services: JobServices,
  { organization_id, id }: Pick<Webhook, 'organization_id' | 'id'>,
  { time, unit }: Pace,
): Promise<void> =>
  inTurn(`${organization_id} ${id}`, () =>
    drain<DueDelivery, AttemptOutcome>(
      {
        take: () => next(services, { organization_id, id }),
        send: (due) => attempt(services, due, time),
        keep: (due, outcome) =>
          services.database.inOrganization({ organization_id }, (tx) => keep(tx, due, { ...outcome, unit })),
        isDown: ({ reason }) => reason !== null,
      },
      { until: Date.now() + maxRunTime },
    ),
  );

/** Sends what is due for the webhooks of an organization, for each by itself: none waits for another. */
export const sendWebhooks = async (
  services: JobServices,
  { organization_id }: InOrganization<'send_webhooks'>,
  pace: Pace = {},
): Promise<void> => {
  const webhooks = await services.database.inOrganization({ organization_id }, (tx) =>
    webhooksOf(tx).select(['organization_id', 'id']).execute(),
  );
  await Promise.all(webhooks.map((webhook) => drainWebhook(services, webhook, pace)));
};

/** Has deliveries sent that are due, wherever they are: those that failed, and those whose process died. */
export const findDueWebhooks = async (services: JobServices): Promise<void> => {
  const waiting = await services.database.adminTransaction(({ tx }) =>
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
  await enqueueInEach(services, waiting, (enqueue) => enqueue('send_webhooks', {}));
};
