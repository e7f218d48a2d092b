import { expressionBuilder, sql } from 'kysely';
import { type RetentionSubject, retentionWords } from '#contract/resources/retention.ts';
import type { DB, Owner, Tx } from '../kit/db.ts';
import type { FileStorage } from '../kit/files/storage.ts';
import type { Row } from '../kit/rows.ts';
import { eraseEvents } from './erase-events.ts';
import { erasePeople } from './erase-people.ts';
import { eraseDeletedResponses, eraseFiles, eraseResponses } from './erase-responses.ts';
import { type DatedRule, datedNow, goingPeople, goingResponses, lastOldEvent, oldDeletions, oldEvents } from './old.ts';

type Where = { owner: Owner; storage: FileStorage; organization_id: number; rule_id: number };
type StoredRule = Row<'retention_rules'>;
type StoredRun = Awaited<ReturnType<typeof openRun>>;

/** So many records go in one transaction: short enough that whoever saves meanwhile waits for nothing they would notice. */
const batches: Record<RetentionSubject, number> = { responses: 250, archived_clients: 20, audit_events: 5000 };

const { not, exists, selectFrom } = expressionBuilder<DB, never>();

/** The rule, held while something of it goes: who pauses or changes it waits for that, and nothing goes afterwards. */
const heldRule = (tx: Tx, { organization_id, rule_id }: Where): Promise<StoredRule | undefined> =>
  tx
    .selectFrom('retention_rules')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', rule_id)
    .where('state', '=', 'on')
    .where('starts_at', '<=', sql<string>`now()`)
    .forShare()
    .executeTakeFirst() as Promise<StoredRule | undefined>;

/** The name of the form that a rule is about. */
export const formNameOf = async (
  tx: Tx,
  { organization_id, form_id }: Pick<StoredRule, 'organization_id' | 'form_id'>,
) => {
  if (form_id === null) return null;
  const form = await tx
    .selectFrom('forms')
    .select('name')
    .where('organization_id', '=', organization_id)
    .where('id', '=', form_id)
    .executeTakeFirst();
  return form?.name ?? null;
};

/** A stored rule in words. */
export const wordsOf = async (tx: Tx, rule: Omit<StoredRule, 'confirmed_count'>): Promise<string> =>
  retentionWords({
    ...(rule as StoredRule & Parameters<typeof retentionWords>[0]),
    form_name: await formNameOf(tx, rule),
  });

/** The run that somebody left unfinished. */
const unfinished = (tx: Tx, { organization_id, rule_id }: Where) =>
  tx
    .selectFrom('retention_runs')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('retention_rule_id', '=', rule_id)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

const addRun = async (tx: Tx, rule: StoredRule) => {
  const dated = await datedNow(tx, rule);
  return tx
    .insertInto('retention_runs')
    .values({
      organization_id: rule.organization_id,
      retention_rule_id: rule.id,
      subject: rule.subject,
      rule: await wordsOf(tx, rule),
      older_than: dated.older_than,
      last_event_id: rule.subject === 'audit_events' ? await lastOldEvent(tx, dated) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Answers the run as it ended; undefined where somebody else has closed it. */
const closeRun = (tx: Tx, { organization_id, id }: { organization_id: number; id: number }) =>
  tx
    .updateTable('retention_runs')
    .set({ finished_at: sql<string>`now()` })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** The run of a rule that goes on, or a new one. One of an earlier form of the rule is over with what it did. */
const openRun = async (tx: Tx, where: Where, rule: StoredRule) => {
  const left = await unfinished(tx, where);
  if (left && left.started_at >= (rule.confirmed_at as string)) return left;
  if (left) await closeRun(tx, left);
  return addRun(tx, rule);
};

type ErasureResult = { records: number; responses: number; notes: number; deleted_before: number; keys: string[] };
const nothing: ErasureResult = { records: 0, responses: 0, notes: 0, deleted_before: 0, keys: [] };

/** Takes some of what is old away. Rows that somebody is writing at this moment are left for another time. */
const takeSome: Record<RetentionSubject, (tx: Tx, rule: DatedRule, run: StoredRun) => Promise<ErasureResult>> = {
  responses: async (tx, rule) => {
    const erasing = { tx, organization_id: rule.organization_id };
    const rows = await goingResponses(tx, rule)
      .select(['responses.id', 'responses.form_id'])
      .limit(batches.responses)
      .forUpdate()
      .skipLocked()
      .execute();
    if (rows.length > 0) {
      const files = await eraseResponses(erasing, rows);
      return { ...nothing, records: rows.length, keys: await eraseFiles(erasing, files) };
    }
    const deletions = await oldDeletions(tx, rule).select('item_id').limit(batches.responses).execute();
    const ids = [...new Set(deletions.map(({ item_id }) => item_id))];
    const files = await eraseDeletedResponses(erasing, ids);
    return { ...nothing, deleted_before: ids.length, keys: await eraseFiles(erasing, files) };
  },
  archived_clients: async (tx, rule) => {
    const erasing = { tx, organization_id: rule.organization_id };
    const isNamed = exists(
      selectFrom('clients as merged')
        .select('merged.id')
        .where('merged.organization_id', '=', rule.organization_id)
        .where('merged.merged_into_id', '=', sql.ref<number>('clients.id')),
    );
    const rows = await goingPeople(tx, rule)
      // Who was merged into somebody goes before them.
      .where(not(isNamed))
      .select('clients.id')
      .orderBy('clients.archived_at')
      .orderBy('clients.id')
      .limit(batches.archived_clients)
      .forUpdate()
      .skipLocked()
      .execute();
    if (rows.length === 0) return nothing;
    const gone = await erasePeople(
      erasing,
      rows.map(({ id }) => id),
    );
    return { ...gone, records: gone.people, keys: await eraseFiles(erasing, gone.files) };
  },
  audit_events: async (tx, { organization_id }, { last_event_id }) =>
    last_event_id === null
      ? nothing
      : { ...nothing, records: await eraseEvents(tx, { organization_id, last_event_id }) },
};

/** One transaction of a run, with what it did counted in it. Null when the rule is not on any more. */
const step = async (where: Where, run: StoredRun): Promise<ErasureResult | null> =>
  where.owner.transaction(async ({ tx, enter }) => {
    const { organization_id } = where;
    enter({ organization_id, inBulk: true });
    const rule = await heldRule(tx, where);
    if (!rule || (rule.confirmed_at as string) > run.started_at) return null;
    const dated = { ...rule, older_than: run.older_than };
    const gone = await takeSome[rule.subject as RetentionSubject](tx, dated, run);
    await tx
      .updateTable('retention_runs')
      .set({
        records: sql<number>`records + ${gone.records}::integer`,
        responses: sql<number>`responses + ${gone.responses}::integer`,
        notes: sql<number>`notes + ${gone.notes}::integer`,
        deleted_before: sql<number>`deleted_before + ${gone.deleted_before}::integer`,
        files: sql<number>`files + ${gone.keys.length}::integer`,
      })
      .where('organization_id', '=', organization_id)
      .where('id', '=', run.id)
      .execute();
    return gone;
  });

const isNothing = ({ records, responses, deleted_before }: ErasureResult) => records + responses + deleted_before === 0;

/** How many records a run has before it. */
const countAhead = async (tx: Tx, rule: DatedRule, { last_event_id }: StoredRun): Promise<number> => {
  const countOf = {
    responses: () =>
      goingResponses(tx, rule)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    archived_clients: () =>
      goingPeople(tx, rule)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    audit_events: async () =>
      last_event_id === null
        ? { count: 0 }
        : oldEvents(tx, rule, last_event_id)
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow(),
  }[rule.subject as RetentionSubject];
  return (await countOf()).count;
};

/**
 * Deletes what a rule says, some at a time, each in a transaction of its own that counts what it did: whoever is
 * interrupted goes on from there, and of two at once each does a part. Pausing or changing the rule ends it.
 * @param progress hears how many records are gone, and of how many
 * @param over what is done in the transaction that ends the run, so that it is done once, whoever dies
 * @returns the run with its counts; null when the rule is not on, or its time has not come
 */
export const runRetention = async (
  where: Where,
  {
    progress = () => {},
    over = async () => {},
  }: {
    progress?: (done: number, total?: number) => void;
    over?: (tx: Tx, run: StoredRun) => Promise<void>;
  } = {},
): Promise<StoredRun | null> => {
  const { owner, storage, organization_id } = where;
  const run = await owner.transaction(async ({ tx, enter }) => {
    enter({ organization_id });
    const rule = await heldRule(tx, where);
    if (!rule) return null;
    const opened = await openRun(tx, where, rule);
    const ahead = await countAhead(tx, { ...rule, older_than: opened.older_than }, opened);
    progress(opened.records, opened.records + ahead);
    return opened;
  });
  if (!run) return null;
  for (let done = run.records; ; ) {
    const gone = await step(where, run);
    if (gone === null || isNothing(gone)) break;
    for (const key of gone.keys) await storage.remove(key);
    done += gone.records;
    progress(done);
  }
  return owner.transaction(async ({ tx, enter }) => {
    enter({ organization_id });
    const closed = await closeRun(tx, run);
    if (closed) await over(tx, closed);
    return tx
      .selectFrom('retention_runs')
      .selectAll()
      .where('organization_id', '=', organization_id)
      .where('id', '=', run.id)
      .executeTakeFirstOrThrow();
  });
};
