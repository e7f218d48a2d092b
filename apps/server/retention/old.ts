import { expressionBuilder, sql } from 'kysely';
import type { RetentionSubject } from '#contract/resources/retention.ts';
import type { DB, Tx } from '../kit/db.ts';
import type { Row, Where } from '../kit/rows.ts';

/** A rule as far as it says what it is about. */
export type Rule = Pick<
  Row<'retention_rules'>,
  'organization_id' | 'id' | 'form_id' | 'amount' | 'unit' | 'counted_from'
> & { subject: string };

/** A rule, and the moment before which what it is about is old. */
export type DatedRule = Rule & { older_than: string };

const { exists, not, selectFrom } = expressionBuilder<DB, never>();

/** From when on a rule keeps what it is about: whole days of the organization, and of the audit log a year at least. */
export const datedNow = async <R extends Rule>(tx: Tx, rule: R): Promise<R & DatedRule> => {
  const { organization_id, amount, unit, subject } = rule;
  const age = sql`make_interval(${sql.raw(unit)} => ${amount}::integer)`;
  const { rows } = await sql<{ older_than: string }>`
    select least((date_trunc('day', now() at time zone time_zone) - ${age}) at time zone time_zone,
                 ${subject === 'audit_events' ? sql`now() - interval '365 days'` : sql`now()`}) as older_than
      from organizations where id = ${organization_id}`.execute(tx);
  return { ...rule, older_than: rows[0]?.older_than as string };
};

/** The responses of a form that are old. */
export const oldResponses = (tx: Tx, { organization_id, form_id, counted_from, older_than }: DatedRule) =>
  tx
    .selectFrom('responses')
    .where('responses.organization_id', '=', organization_id)
    .where('responses.form_id', '=', form_id)
    .where(
      counted_from === 'changed' ? 'responses.updated_at' : 'responses.completed_at',
      '<',
      sql<string>`${older_than}::timestamptz`,
    );

/** Whether an answer has picked a record: then it stays until that answer goes. */
export const isPicked = ({ organization_id }: Rule): Where<'responses'> =>
  exists(
    selectFrom('record_uses')
      .select('record_uses.id')
      .where('record_uses.organization_id', '=', organization_id)
      .where('record_uses.record_id', '=', sql.ref<number>('responses.id')),
  );

/** The people who were archived so long ago. */
export const oldPeople = (tx: Tx, { organization_id, older_than }: DatedRule) =>
  tx
    .selectFrom('clients')
    .where('clients.organization_id', '=', organization_id)
    .where('clients.archived_at', '<', sql<string>`${older_than}::timestamptz`);

/** Of somebody else: that they are no reason to keep anybody, because they are old as well. */
const isNew = (column: string, older_than: string) =>
  sql<boolean>`coalesce(${sql.ref(column)} >= ${older_than}::timestamptz, true)`;

/** Whether somebody who stays was merged into a person, and leads to them. */
export const leadsOthers = ({ organization_id, older_than }: DatedRule): Where<'clients'> =>
  exists(
    selectFrom('clients as merged')
      .select('merged.id')
      .where('merged.organization_id', '=', organization_id)
      .where('merged.merged_into_id', '=', sql.ref<number>('clients.id'))
      .where(isNew('merged.archived_at', older_than)),
  );

/** The people of a rule who go. */
export const goingPeople = (tx: Tx, rule: DatedRule) => oldPeople(tx, rule).where(not(leadsOthers(rule)));

/** The responses of a rule that go. */
export const goingResponses = (tx: Tx, rule: DatedRule) => oldResponses(tx, rule).where(not(isPicked(rule)));

/** The deletions of responses that are old, of which history alone still tells. */
export const oldDeletions = (tx: Tx, { organization_id, form_id, counted_from, older_than }: DatedRule) => {
  const at =
    counted_from === 'changed'
      ? sql`created_at`
      : sql`coalesce((old_values ->> 'completed_at')::timestamptz, created_at)`;
  return tx
    .selectFrom('versions')
    .where('versions.organization_id', '=', organization_id)
    .where('searched_as', 'in', ['ClientForm', 'InternalForm'])
    .where('event', '=', 'destroy')
    .where(sql<boolean>`(old_values ->> 'form_id')::bigint = ${form_id}`)
    .where(sql<boolean>`${at} < ${older_than}::timestamptz`)
    .where(
      not(
        exists(
          // It came back.
          selectFrom('responses')
            .select('responses.id')
            .where('responses.organization_id', '=', organization_id)
            .where('responses.id', '=', sql.ref<number>('versions.item_id')),
        ),
      ),
    );
};

/**
 * Up to which event the audit log goes: to the last seal that was made before, so that what stays is checked from it. Null
 * where there is none.
 */
export const lastOldEvent = async (tx: Tx, { organization_id, older_than }: DatedRule): Promise<number | null> => {
  const { rows } = await sql<{ last_event_id: number }>`
    select last_event_id from audit_seals
     where organization_id = ${organization_id} and created_at < ${older_than}::timestamptz
     order by last_event_id desc limit 1`.execute(tx);
  return rows[0]?.last_event_id ?? null;
};

/** The events of the audit log up to one. */
export const oldEvents = (tx: Tx, { organization_id }: Rule, last_event_id: number) =>
  tx.selectFrom('audit_events').where('organization_id', '=', organization_id).where('id', '<=', last_event_id);

/** Whether there is anything at all that a rule would delete at this moment. */
export const hasOld = async (tx: Tx, rule: DatedRule): Promise<boolean> => {
  const one: Record<RetentionSubject, () => Promise<unknown>> = {
    responses: async () =>
      (await goingResponses(tx, rule).select('responses.id').limit(1).executeTakeFirst()) ??
      (await oldDeletions(tx, rule).select('versions.id').limit(1).executeTakeFirst()),
    archived_clients: () => goingPeople(tx, rule).select('clients.id').limit(1).executeTakeFirst(),
    audit_events: async () => {
      const last = await lastOldEvent(tx, rule);
      return last === null ? undefined : oldEvents(tx, rule, last).select('id').limit(1).executeTakeFirst();
    },
  };
  return (await one[rule.subject as RetentionSubject]()) !== undefined;
};
