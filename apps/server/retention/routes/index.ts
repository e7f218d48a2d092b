import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  ageIssue,
  type RetentionSubject,
  retentionNotice,
  retentionRoutes,
  type retentionRule,
  type retentionRun,
} from '#contract/resources/retention.ts';
import { formatDate } from '#forms/calendar.ts';
import { memberName } from '#server/access/member-names.ts';
import { visibleForms } from '#server/access/scopes.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { paged } from '#server/kit/paged.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import {
  among,
  checkVersion,
  findRow,
  insertRow,
  ofOrganization,
  type Row,
  removeRow,
  updateRow,
} from '#server/kit/rows.ts';
import { byBell } from '#server/notifications/bell-channel.ts';
import { datedNow } from '#server/retention/old.ts';
import { previewOf } from '#server/retention/preview.ts';
import { wordsOf } from '#server/retention/run.ts';

type Rule = Row<'retention_rules'>;
type SerializedRule = z.input<typeof retentionRule>;

/** Rules as they leave: with the names of forms that the caller may read, and of who switched them on. */
const serialize = async ({ tx, caller }: MemberContext, rows: Rule[]): Promise<SerializedRule[]> => {
  const forms = await ofOrganization(tx, 'forms', caller)
    .select(['id', 'name'])
    .where('id', '=', among(rows.map(({ form_id }) => form_id)))
    .where(visibleForms(caller, 'read'))
    .execute();
  const people = await tx
    .selectFrom('users')
    .select(['id', memberName(caller.organization.id, 'users.id').as('name')])
    .where('id', '=', among(rows.map(({ confirmed_by_id }) => confirmed_by_id)))
    .execute();
  return rows.map(({ form_id, confirmed_by_id, ...row }) => ({
    ...(row as unknown as SerializedRule),
    form: form_id === null ? null : { id: form_id, name: forms.find(({ id }) => id === form_id)?.name ?? null },
    confirmed_by: people.find(({ id }) => id === confirmed_by_id)?.name ?? null,
  }));
};

const serializeRule = async (context: MemberContext, row: Rule): Promise<SerializedRule> =>
  (await serialize(context, [row]))[0] as SerializedRule;

const find = ({ tx, caller }: MemberContext, id: number) =>
  findRow(tx, 'retention_rules', { organization_id: caller.organization.id, id });

const refuseAge = (subject: RetentionSubject, age: Parameters<typeof ageIssue>[1]): void => {
  const issue = ageIssue(subject, age);
  if (issue) throw invalid('amount', issue);
};

/** The form of a rule about responses, which its maker may read; none of any other. */
const formFor = async (context: MemberContext, subject: RetentionSubject, form_id: number | null | undefined) => {
  if (subject !== 'responses') {
    if (form_id) throw invalid('form_id', 'Leave this out: only a rule about responses has a form');
    return null;
  }
  const form = await ofOrganization(context.tx, 'forms', context.caller)
    .select('id')
    .where('id', '=', form_id ?? 0)
    .where(visibleForms(context.caller, 'read'))
    .executeTakeFirst();
  if (!form) throw invalid('form_id', 'Choose a form');
  return form.id;
};

/** Tells whoever looks after the organization that something will go, so that it can be stopped. */
const announce = async ({ tx, caller }: MemberContext, rule: Rule, count: number): Promise<void> => {
  const administrators = await ofOrganization(tx, 'memberships', caller)
    .select('id')
    .where('role', '=', 'orgadmin')
    .where('archived_at', 'is', null)
    .where('accepted_at', 'is not', null)
    .execute();
  const { owner_id } = caller.organization;
  const day = todayIn(caller.organization.time_zone, new Date(rule.starts_at as string));
  const words = await wordsOf(tx, rule);
  await byBell(tx, {
    organization_id: rule.organization_id,
    kind: 'job',
    event_id: randomUUID(),
    about: null,
    user_ids: [...administrators.map(({ id }) => id), ...(owner_id ? [owner_id] : [])],
    text: `Automatic deletion starts on ${formatDate(day)}: ${words}. ${count.toLocaleString('en-US')} at the moment. Pause the rule by then to keep everything.`,
    url: `/organization/retention/${rule.id}`,
  });
};

/** Switched off, as after each change: it is confirmed anew. */
const off = {
  state: 'off',
  confirmed_at: null,
  confirmed_by_id: null,
  confirmed_count: null,
  starts_at: null,
  paused_reason: null,
} as const;

/** What an organization keeps, and for how long. */
export const retentionFeature = implement(
  retentionRoutes,
  {
    list: async (_, context) => {
      const rows = await ofOrganization(context.tx, 'retention_rules', context.caller)
        .selectAll()
        .orderBy('id')
        .execute();
      return { data: await serialize(context, rows) };
    },
    show: async ({ params }, context) => serializeRule(context, await find(context, params.id)),
    create: async ({ body: { form_id, ...rule } }, context) => {
      refuseAge(rule.subject, rule);
      const row = await insertRow(context.tx, 'retention_rules', {
        ...rule,
        organization_id: context.caller.organization.id,
        form_id: await formFor(context, rule.subject, form_id),
      });
      return serializeRule(context, row);
    },
    update: async ({ params, body: { lock_version, ...changes } }, context) => {
      const row = await find(context, params.id);
      const rule = { ...row, ...changes } as unknown as SerializedRule;
      refuseAge(rule.subject, rule);
      const isSame = Object.entries(changes).every(([key, value]) => row[key as 'amount'] === value);
      if (isSame) {
        await checkVersion(context.tx, 'retention_rules', { row, lock_version });
        return serializeRule(context, row);
      }
      const columns = { ...changes, ...off };
      return serializeRule(context, await updateRow(context.tx, 'retention_rules', { row, lock_version, columns }));
    },
    remove: async ({ params, body }, context) => {
      const row = await find(context, params.id);
      await removeRow(context.tx, 'retention_rules', { row, lock_version: body?.lock_version });
    },
    preview: async ({ params }, context) => {
      const rule = await datedNow(context.tx, await find(context, params.id));
      return previewOf(context, rule);
    },
    switchOn: async ({ params, body: { count, lock_version } }, context) => {
      const { tx, caller } = context;
      // What goes for good is the owner's to decide, by themselves.
      if (!caller.everything || caller.impersonator_id) throw new Problem('forbidden');
      const row = await find(context, params.id);
      if (row.state === 'on') throw new Problem('conflict', { base: ['This rule is already on.'] });
      const now = await previewOf(context, await datedNow(tx, row));
      if (now.count !== count)
        throw invalid('count', `This would delete ${now.count.toLocaleString('en-US')}. Enter that number to confirm.`);
      const rule = await updateRow(tx, 'retention_rules', {
        row,
        lock_version,
        columns: {
          state: 'on',
          confirmed_at: sql<string>`now()`,
          confirmed_by_id: caller.person.id,
          confirmed_count: count,
          starts_at: sql<string>`now() + make_interval(days => ${retentionNotice}::integer)`,
          paused_reason: null,
        },
      });
      await announce(context, rule, count);
      return serializeRule(context, rule);
    },
    pause: async ({ params, body }, context) => {
      const row = await find(context, params.id);
      if (row.state !== 'on') throw new Problem('conflict', { base: ['This rule isn’t on.'] });
      const columns = { state: 'paused', paused_reason: body?.reason ?? null };
      return serializeRule(context, await updateRow(context.tx, 'retention_rules', { row, columns }));
    },
    runs: async ({ params, query }, { tx, caller }) => {
      const { data, metadata } = await paged(
        ofOrganization(tx, 'retention_runs', caller).selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc'),
        { page: params.page, page_size: query.page_size },
      );
      return { data: data as unknown as z.input<typeof retentionRun>[], metadata };
    },
  },
  {
    retention_rules_one_of_form: ['form_id', 'This form already has a rule. Change that rule.'],
    retention_rules_one_of_subject: ['subject', 'There is already a rule for this. Change that rule.'],
  },
);
