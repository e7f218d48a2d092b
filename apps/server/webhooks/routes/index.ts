import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { HandlerResult } from '#contract/kit/route.ts';
import { maxWebhooks, secretOverlap, type WebhookEvent, webhookRoutes } from '#contract/resources/webhooks.ts';
import { groupForProgram, mayCareForPrograms, notActing } from '#server/access/for-programs.ts';
import { newWebhookSecret, sealedWebhookSecrets, webhookSecrets } from '#server/access/webhook-secrets.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { isTrustedFor } from '#server/kit/outgoing/allowed-origins.ts';
import { hostOf } from '#server/kit/outgoing/connect.ts';
import { isPublic } from '#server/kit/outgoing/public-addresses.ts';
import { invalid } from '#server/kit/problem.ts';
import { findRow, insertRow, ofOrganization, type Row, removeRow, updateRow } from '#server/kit/rows.ts';
import { takeTurn } from '#server/kit/take-turn.ts';
import { pageOfDeliveries, resend, sendTest } from './deliveries.ts';

type Webhook = Row<'webhooks'>;
type SerializedWebhook = HandlerResult<typeof webhookRoutes.create>;

const serializeWebhook = (
  { author_id: _, ...row }: Webhook & { group_name: string },
  secret: string | null = null,
): SerializedWebhook => ({
  ...row,
  events: row.events as WebhookEvent[],
  permission_group: { id: row.permission_group_id, name: row.group_name },
  // Once it is over, it is of no interest.
  former_secret_until:
    row.former_secret_until && Date.parse(row.former_secret_until) > Date.now() ? row.former_secret_until : null,
  secret,
});

/** A row that was written, with the secret that was made for it. */
const written = async (
  { tx, caller }: MemberContext,
  row: Webhook,
  secret: string | null = null,
): Promise<SerializedWebhook> => {
  const { name } = await ofOrganization(tx, 'permission_groups', caller)
    .select('name')
    .where('id', '=', row.permission_group_id)
    .executeTakeFirstOrThrow();
  return serializeWebhook({ ...row, group_name: name }, secret);
};

/** The webhook of the address, for who may care for it: it must tell no more than they may read themselves. */
const webhookFor = async (context: MemberContext, id: number): Promise<Webhook> => {
  await mayCareForPrograms(context);
  const row = await findRow(context.tx, 'webhooks', { organization_id: context.caller.organization.id, id });
  await groupForProgram(context, row.permission_group_id);
  return row;
};

/** Refuses an address that nothing would be sent to. Names are looked up when something is sent, each time. */
const checkUrl = ({ config, caller }: MemberContext, text: string): void => {
  const url = new URL(text);
  if (isTrustedFor(config.webhookHosts, caller.organization, url)) return;
  if (url.protocol !== 'https:') throw invalid('url', 'Enter an address that begins with https://');
  const host = hostOf(url);
  if ((isIP(host) && !isPublic(host)) || /(^|\.)localhost\.?$/.test(host))
    throw invalid('url', 'Enter an address on the public internet: this one is inside a network');
};

const checkCount = async ({ tx, caller }: MemberContext): Promise<void> => {
  await takeTurn(tx, 'webhooks', caller.organization.id);
  const { count } = await ofOrganization(tx, 'webhooks', caller)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= maxWebhooks)
    throw invalid('base', `You already have ${maxWebhooks} webhooks, the most allowed. Delete one first.`);
};

/** Other programs that are told what happens to people and responses. */
export const webhooksFeature = implement(
  webhookRoutes,
  {
    list: async (_, context) => {
      await mayCareForPrograms(context);
      const rows = await ofOrganization(context.tx, 'webhooks', context.caller)
        .innerJoin('permission_groups', (join) =>
          join
            .onRef('permission_groups.organization_id', '=', 'webhooks.organization_id')
            .onRef('permission_groups.id', '=', 'webhooks.permission_group_id'),
        )
        .selectAll('webhooks')
        .select('permission_groups.name as group_name')
        .orderBy(sql`kit.fold(webhooks.name) collate "C"`)
        .orderBy('webhooks.id')
        .execute();
      return { data: rows.map((row) => serializeWebhook(row)) };
    },
    create: async ({ body }, context) => {
      await mayCareForPrograms(context);
      notActing(context);
      await groupForProgram(context, body.permission_group_id);
      checkUrl(context, body.url);
      await checkCount(context);
      const { tx, caller, keys } = context;
      const place = { organization_id: caller.organization.id, sealed_as: randomUUID() };
      const secret = newWebhookSecret();
      const sealed = sealedWebhookSecrets(keys.newest(), place, { secret, former: null });
      return written(
        context,
        await insertRow(tx, 'webhooks', { ...place, ...body, ...sealed, author_id: caller.person.id }),
        secret,
      );
    },
    update: async ({ params, body: { lock_version, ...body } }, context) => {
      const row = await webhookFor(context, params.id);
      const isOnlyStopped = body.active === false && Object.keys(body).length === 1;
      if (!isOnlyStopped) notActing(context);
      if (body.permission_group_id !== undefined) await groupForProgram(context, body.permission_group_id);
      if (body.url !== undefined) checkUrl(context, body.url);
      const { tx, caller } = context;
      const isSwitched = body.active !== undefined && body.active !== row.active;
      const fresh = { switched_off_reason: null, failing_since: null, rests_until: null };
      const changed = await updateRow(tx, 'webhooks', {
        row,
        lock_version,
        columns: { ...body, ...(isSwitched ? fresh : {}), ...(isOnlyStopped ? {} : { author_id: caller.person.id }) },
      });
      if (isSwitched && !changed.active)
        await tx
          .updateTable('webhook_deliveries')
          .set({ state: 'failed', reason: 'The webhook was turned off', updated_at: sql<string>`now()` })
          .where('webhook_id', '=', row.id)
          .where('state', '=', 'queued')
          .execute();
      return written(context, changed);
    },
    rotate: async ({ params }, context) => {
      const row = await webhookFor(context, params.id);
      notActing(context);
      const { tx, keys } = context;
      const secret = newWebhookSecret();
      const { secret: former } = webhookSecrets(keys, row);
      const changed = await updateRow(tx, 'webhooks', {
        row,
        columns: {
          ...sealedWebhookSecrets(keys.newest(), row, { secret, former }),
          former_secret_until: sql<string>`now() + make_interval(hours => ${secretOverlap}::integer)`,
        },
      });
      return written(context, changed, secret);
    },
    remove: async ({ params }, context) => {
      await mayCareForPrograms(context);
      const { tx, caller } = context;
      const row = await findRow(tx, 'webhooks', { organization_id: caller.organization.id, id: params.id });
      await removeRow(tx, 'webhooks', { row });
    },
    test: async ({ params }, context) => sendTest(context, await webhookFor(context, params.id)),
    deliveries: async ({ params, query }, context) =>
      pageOfDeliveries(context, await webhookFor(context, params.id), { ...query, page: params.page }),
    resend: async ({ params }, context) => resend(context, await webhookFor(context, params.webhook_id), params.id),
  },
  {
    permission_groups_have_webhooks: ['base', 'Webhooks use this permission group. Delete them first.'],
  },
);
