import { sql } from 'kysely';
import { runCalculations } from '#forms/calculations/run.ts';
import type { Answers } from '#forms/definition/answer.ts';
import { checkAnswer } from '#forms/definition/answer.ts';
import { filesOf } from '#forms/field-types/attachment.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { keeping, type ScoredResponse } from '#server/forms/kept-results.ts';
import { among, hold, ofOrganization, type Row } from '#server/kit/rows.ts';
import { noEffects, removeResponses, writeResponses } from '#server/responses/store.ts';
import type { KeptRecord } from '#server/schema/json-columns.ts';
import type { ImportContext } from './importing.ts';
import { takePlacesAgain } from './left-places.ts';
import { cancelledSince } from './rollbacks.ts';
import { restorePeople } from './undo-people.ts';

/** A change that the import made, as history tells it. */
export type Change = {
  item_id: number;
  event: 'create' | 'update' | 'destroy';
  old_values: Record<string, unknown> | null;
};
type RecordedChange = Change & { id: number; created_at: string };

/** What stayed, and of how many people the last 4 of SSN are not as before: they are kept nowhere once they are changed. */
export type Undone = { kept: KeptRecord[]; digits: number };

/** So many records are taken back at once. */
const batch = 500;

const hour = 3_600_000;

/** From here on changes may be later ones: a transaction is dated by its begin, and writes afterwards. */
const startOf = (changes: readonly RecordedChange[]): string =>
  new Date(Math.min(...changes.map(({ created_at }) => Date.parse(created_at)), Date.now()) - hour).toISOString();

/** Whether a change came after that of the import. */
const isAfter = (one: Pick<RecordedChange, 'id' | 'created_at'>, own: RecordedChange | undefined): boolean =>
  own !== undefined && (one.id > own.id || one.created_at > own.created_at);

/** Where history's types of records are stored. */
const storedIn = { client_forms: 'responses', clients: 'clients' } as const;

/**
 * The changes of a transaction to records of a type, some hundred at a time, those apart that were changed since: a
 * rollback that was rolled back itself is no such change. The records are held first, so that nobody changes them between
 * that question and what is done then.
 */
async function* changesOf({ tx, caller }: ImportContext, transaction_id: number, item_type: keyof typeof storedIn) {
  for (let last = 0; ; ) {
    const rows = await ofOrganization(tx, 'versions', caller)
      .select(['id', 'item_id', 'event', 'old_values', 'created_at'])
      .where('transaction_id', '=', transaction_id)
      .where('item_type', '=', item_type)
      .where('item_id', '>', last)
      .orderBy('item_id')
      .limit(batch)
      .execute();
    const changes = rows as RecordedChange[];
    const ids = changes.map(({ item_id }) => item_id);
    await hold({ tx, organization_id: caller.organization.id }, storedIn[item_type], ids);
    const later = await ofOrganization(tx, 'versions', caller)
      .select(['id', 'item_id', 'created_at', 'transaction_id'])
      .where('item_type', '=', item_type)
      .where('item_id', '=', among(ids))
      .where('transaction_id', '<>', transaction_id)
      .where('created_at', '>=', startOf(changes))
      .execute();
    const own = new Map(changes.map((one) => [one.item_id, one]));
    const after = later.filter((one) => isAfter(one, own.get(one.item_id)));
    const cancelled = await cancelledSince({ tx, organization: caller.organization, transaction_id }, [
      ...new Set(after.map((one) => one.transaction_id)),
    ]);
    const changed = new Set(
      after.filter((one) => !cancelled.includes(one.transaction_id)).map(({ item_id }) => item_id),
    );
    yield { changes: changes.filter(({ item_id }) => !changed.has(item_id)), kept: [...changed] };
    if (rows.length < batch) return;
    last = ids.at(-1) ?? last;
  }
}

const responsesNow = ({ tx, caller }: ImportContext, ids: number[]): Promise<Row<'responses'>[]> =>
  ofOrganization(tx, 'responses', caller).selectAll().where('id', '=', among(ids)).forUpdate().execute();

/** What was recorded goes again, but for records that somebody has picked since. */
const takeAway = async (context: ImportContext, form: FormDefinition, changes: Change[]): Promise<number[]> => {
  const ids = changes.map(({ item_id }) => item_id);
  const { tx, caller } = context;
  const used = await ofOrganization(tx, 'record_uses', caller)
    .select('record_id')
    .where('record_id', '=', among(ids))
    .execute();
  const kept = new Set(used.map(({ record_id }) => record_id));
  const going = ids.filter((id) => !kept.has(id));
  const effects = { grants: 'client_forms', webhooks: false, notifications: null } as const;
  await removeResponses(context, { form_id: form.id, ids: going }, { effects });
  return [...kept];
};

const resultsOf = (
  context: ImportContext,
  form: FormDefinition,
  { answers, row }: { answers: Answers; row: ScoredResponse | null },
) =>
  runCalculations(
    form.calculations,
    (id) => answers[id] ?? null,
    keeping(evaluationContext(context, null, null), form, row),
  );

/** What was changed is as before. */
const putBack = async (context: ImportContext, form: FormDefinition, changes: Change[]): Promise<void> => {
  const before = new Map(changes.map(({ item_id, old_values }) => [item_id, old_values ?? {}]));
  const rows = await responsesNow(context, [...before.keys()]);
  const writes = rows.map((row) => {
    const was = before.get(row.id) as { answers?: Answers; completed_at?: string };
    const laid = { ...row.answers, ...was.answers };
    const answers = Object.fromEntries(Object.entries(laid).filter(([, value]) => value !== null));
    const calculations = resultsOf(context, form, { answers, row });
    return { before: row, client_id: row.client_id, answers, calculations, completed_at: was.completed_at };
  });
  await writeResponses(context, { form, writes }, { effects: noEffects });
};

/** Answers as they were stored: history leaves out what is nothing within them. */
const wholeAnswers = (form: FormDefinition, answers: Answers, today: string): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([id, value]) => {
      const entry = form.form_fields.find(({ field_id }) => String(field_id) === id);
      return [id, (entry && checkAnswer(entry, value, { today, stored: value }).value) ?? value];
    }),
  );

/** Where people are now: those who were merged since are part of their master. */
const whereTheyAre = async ({ tx, caller }: ImportContext, ids: number[]): Promise<Map<number, number>> => {
  const rows = await ofOrganization(tx, 'clients', caller)
    .select(['id', 'merged_into_id'])
    .where('id', '=', among(ids))
    .execute();
  return new Map(rows.map(({ id, merged_into_id }) => [id, merged_into_id ?? id]));
};

/** Restores the notes on responses that an import deleted, under their ids. */
const writeNotesAgain = async (
  { tx, caller }: ImportContext,
  { ids, transaction_id }: { ids: number[]; transaction_id: number },
): Promise<void> => {
  const organization_id = caller.organization.id;
  await sql`
    insert into notes (organization_id, id, record_type, record_id, user_id, body, created_at, updated_at, lock_version)
    overriding system value
    select ${organization_id}::bigint, again.id, again.record_type, again.record_id, again.user_id, again.body,
           again.created_at, again.updated_at, again.lock_version
      from removed_rows cross join lateral jsonb_populate_record(null::notes, removed_rows.removed) again
     where removed_rows.organization_id = ${organization_id} and removed_rows.transaction_id = ${transaction_id}
       and removed_rows.removed_from = 'notes' and again.record_type = 'client_forms' and again.record_id = ${among(ids)}
    returning id`.execute(tx);
};

/** Restores deleted responses under their ids, with their places in trees and their notes. */
const bringBack = async (
  context: ImportContext,
  { form, transaction_id }: { form: FormDefinition; transaction_id: number },
  changes: Change[],
): Promise<number[]> => {
  const { tx, caller } = context;
  const deleted = changes.map(({ item_id, old_values }) => ({ id: item_id, ...old_values }) as Row<'responses'>);
  const places = await whereTheyAre(
    context,
    deleted.flatMap(({ client_id }) => client_id ?? []),
  );
  const first = await ofOrganization(tx, 'versions', caller)
    .select((eb) => ['item_id', eb.fn.min('created_at').as('created_at')])
    .where('item_type', '=', 'client_forms')
    .where('event', '=', 'create')
    .where('item_id', '=', among(deleted.map(({ id }) => id)))
    .groupBy('item_id')
    .execute();
  const recorded = new Map(first.map(({ item_id, created_at }) => [item_id, String(created_at)]));
  const { today } = evaluationContext(context, null, null);
  const there = deleted.filter(({ client_id }) => !client_id || places.has(client_id));
  const writes = there.map((row) => {
    const { id, administrator_id, public_form_id, reference, language, completed_at } = row;
    const answers = wholeAnswers(form, row.answers, today);
    return {
      before: null,
      client_id: row.client_id ? (places.get(row.client_id) as number) : null,
      answers,
      calculations: resultsOf(context, form, { answers, row: null }),
      completed_at,
      file_ids: Object.values(answers).flatMap((value) =>
        filesOf(value).flatMap((file) => (Number.isSafeInteger(file?.file_id) ? [file.file_id] : [])),
      ),
      columns: {
        id,
        administrator_id,
        created_at: recorded.get(id) ?? completed_at,
        public_form_id,
        reference,
        language,
      },
    };
  });
  await writeResponses(context, { form, writes }, { effects: noEffects });
  await takePlacesAgain(context, { ids: there.map(({ id }) => id), transaction_id });
  await writeNotesAgain(context, { ids: there.map(({ id }) => id), transaction_id });
  return deleted.filter((row) => !there.includes(row)).map(({ id }) => id);
};

/** The grants on single responses that were deleted with them, to those who are still there. */
const regrant = async ({ tx, caller }: ImportContext, transaction_id: number): Promise<void> => {
  const organization_id = caller.organization.id;
  await sql`
    insert into record_permissions (organization_id, entity, record_id, user_id, permission_group_id, actions)
    select ${organization_id}::bigint, old_values ->> 'entity', (old_values ->> 'record_id')::bigint,
           (old_values ->> 'user_id')::bigint, (old_values ->> 'permission_group_id')::bigint,
           array(select jsonb_array_elements_text(old_values -> 'actions'))
      from versions
     where organization_id = ${organization_id} and transaction_id = ${transaction_id}
       and item_type = 'record_permissions' and event = 'destroy'
       and (exists (select from memberships m
                     where m.organization_id = ${organization_id} and m.id = (old_values ->> 'user_id')::bigint)
            or exists (select from permission_groups g
                        where g.organization_id = ${organization_id} and g.id = (old_values ->> 'permission_group_id')::bigint))
    on conflict (organization_id, entity, record_id, principal) do nothing
    returning id`.execute(tx);
};

const undoResponses = async (context: ImportContext, form_id: number, transaction_id: number): Promise<number[]> => {
  const { tx, caller } = context;
  const form = (await formDefinitions(tx, caller.organization.id, [form_id])).get(form_id);
  if (!form) throw new Error(`Form ${form_id} is gone`);
  const all: number[] = [];
  for await (const { changes, kept } of changesOf(context, transaction_id, 'client_forms')) {
    const by = (event: Change['event']) => changes.filter((one) => one.event === event);
    all.push(...kept, ...(await takeAway(context, form, by('create'))));
    await putBack(context, form, by('update'));
    all.push(...(await bringBack(context, { form, transaction_id }, by('destroy'))));
  }
  await regrant(context, transaction_id);
  return all;
};

/**
 * Takes back what an import wrote, in this transaction. What was changed since, or is needed by something else by now, stays
 * as it is.
 */
export const undoImport = async (
  context: ImportContext,
  { form_id, transaction_id }: { form_id: number | null; transaction_id: number },
): Promise<Undone> => {
  const keptAs = (item_type: string, ids: number[]) => ids.map((item_id) => ({ item_type, item_id }));
  if (form_id !== null)
    return { kept: keptAs('client_forms', await undoResponses(context, form_id, transaction_id)), digits: 0 };
  const all: Undone = { kept: [], digits: 0 };
  for await (const { changes, kept } of changesOf(context, transaction_id, 'clients')) {
    all.kept.push(...keptAs('clients', [...kept, ...(await restorePeople(context, changes))]));
    all.digits += changes.filter(({ event, old_values }) => event === 'update' && old_values?.ssn_suffix).length;
  }
  return all;
};
