import { sql } from 'kysely';
import type { Entity } from '#contract/kit/privileges.ts';
import type { NotificationEvent } from '#contract/resources/notifications.ts';
import type { Evaluation } from '#forms/answers/evaluate.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { fire } from '#server/forms/firing.ts';
import { correctReferral, queueReferral, referringBy } from '#server/forms/referrals.ts';
import type { AnsweringContext } from '#server/kit/handlers.ts';
import { among, type Row, updateRow } from '#server/kit/rows.ts';
import { insertRows, updateRows } from './rows.ts';
import { deleteSlots, insertSlots, updateSlots, updateSlotsOfOne, type Writing } from './slots.ts';
import { tellOfResponse } from './tell-of-response.ts';
import { keepUses } from './uses.ts';
import { slotValues, storedResults, storedTitle } from './values.ts';

type Response = Row<'responses'>;
type Answers = Record<string, unknown>;

/** Who writes responses, in which transaction. */
export type WriteContext = Pick<AnsweringContext, 'tx' | 'caller' | 'keys'>;

/**
 * What follows from a write outside the response itself. Every caller declares all of it: an effect that is new here has
 * to be thought of wherever responses are written.
 */
export type WriteEffects = {
  /** Whether webhooks are told of each response. */
  webhooks: boolean;
  /** Whether a new response about a person queues a referral, and a changed one corrects it. */
  referrals: boolean;
  /** The event whose notifications are sent; null where nobody is notified. */
  notifications: NotificationEvent | null;
};

/** What follows from deleting responses. */
export type RemovalEffects = Pick<WriteEffects, 'webhooks' | 'notifications'> & {
  /** The entity under which each may have been granted by itself, so that these grants go; null where it cannot be. */
  grants: Entity | null;
};

/** The effects of what comes in bulk, and of what is put back as it was: nobody is told. */
export const noEffects: WriteEffects = { webhooks: false, referrals: false, notifications: null };

type OtherColumn = 'id' | 'administrator_id' | 'created_at' | 'public_form_id' | 'reference' | 'language';

/** A response whose answers were checked, as it is to be stored. */
export type ResponseWrite = Pick<Evaluation, 'answers' | 'calculations'> & {
  /** What is stored of it; null for a new one. */
  before: Response | null;
  /** Null for a record of an internal form, and for what a stranger sent. */
  client_id: number | null;
  /** The stored response that a new one takes its answers from, so that results which were kept there are kept here. */
  scored?: Response;
  /** Undefined: now, or as it was. */
  completed_at: string | undefined;
  /** The files that came with the answers. */
  file_ids?: readonly number[];
  /** Other columns of a new response: by which public form it came, or what it was before it was deleted. */
  columns?: Partial<Pick<Response, OtherColumn>>;
  /** The version that the caller saw of the only one that is written, when they say which. */
  lock_version?: number | undefined;
  /** The answers by which its uses of records are stored, where those aren't the stored answers. */
  held?: Answers;
};

type Change = ResponseWrite & { before: Response };

const writingOf = ({ tx, caller }: WriteContext): Writing => ({ tx, organization_id: caller.organization.id });

const columnsOf = ({ caller }: WriteContext, form: FormDefinition, { client_id, answers, columns }: ResponseWrite) => {
  const person_id = caller.person?.id ?? null;
  return {
    client_id,
    administrator_id: person_id,
    updated_by_id: person_id,
    title: storedTitle(form, answers),
    ...columns,
  };
};

/** The results and their versions as the parameter of a statement about many responses holds them. */
const resultColumns = (form: FormDefinition, write: ResponseWrite) => {
  const { calculation_results, result_versions } = storedResults(form, write, write.before ?? write.scored);
  return { calculation_results: JSON.parse(calculation_results), result_versions: JSON.parse(result_versions) };
};

/** The answers and their typed columns in one statement. */
const insertOne = (context: WriteContext, form: FormDefinition, write: ResponseWrite): Promise<Response> => {
  const { tx, caller } = context;
  const { answers, completed_at } = write;
  const slots = slotValues(form, answers);
  const keys = sql`form_id, id, client_id, completed_at`;
  const columns = sql.join([sql`organization_id`, keys, ...slots.map(({ slot }) => sql.ref(slot))]);
  const own = sql`${caller.organization.id}::bigint`;
  const values = sql.join([own, keys, ...slots.map(({ type, value }) => sql`${value}::${sql.raw(type)}`)]);
  return tx
    .with('saved', (db) =>
      db
        .insertInto('responses')
        .values({
          organization_id: caller.organization.id,
          form_id: form.id,
          ...columnsOf(context, form, write),
          ...(completed_at === undefined ? {} : { completed_at }),
          answers: JSON.stringify(answers),
          ...storedResults(form, write, write.scored),
        })
        .returningAll(),
    )
    .with(
      'slotted',
      () => sql<object>`(insert into response_slots (${columns}) select ${values} from saved returning id)`,
    )
    .selectFrom('saved')
    .selectAll()
    .executeTakeFirstOrThrow();
};

const insertMany = async (
  context: WriteContext,
  form: FormDefinition,
  writes: readonly ResponseWrite[],
): Promise<Response[]> => {
  const stored = await insertRows(
    writingOf(context),
    form.id,
    writes.map((write) => ({
      ...columnsOf(context, form, write),
      completed_at: write.completed_at ?? null,
      answers: write.answers,
      ...resultColumns(form, write),
    })),
  );
  const slotted = stored.map(({ id, client_id, answers, stored_at }) => ({
    id,
    client_id,
    answers,
    completed_at: stored_at,
  }));
  await insertSlots(writingOf(context), form, slotted);
  return stored.map(({ stored_at: _, ...row }) => row);
};

const updateOne = async (context: WriteContext, form: FormDefinition, write: Change): Promise<Response> => {
  const { before, lock_version, answers, completed_at } = write;
  const row = await updateRow(context.tx, 'responses', {
    row: before,
    lock_version,
    columns: {
      answers: JSON.stringify(answers),
      ...storedResults(form, write, before),
      replaced_results: null,
      updated_by_id: context.caller.person?.id ?? null,
      title: storedTitle(form, answers),
      ...(completed_at ? { completed_at } : {}),
    },
  });
  await updateSlotsOfOne(writingOf(context), form, { id: row.id, answers, completed_at });
  return row;
};

const updateMany = async (
  context: WriteContext,
  form: FormDefinition,
  changes: readonly Change[],
): Promise<Response[]> => {
  const rows = changes.map((write) => ({
    id: write.before.id,
    answers: write.answers,
    ...resultColumns(form, write),
    completed_at: write.completed_at ?? null,
    title: storedTitle(form, write.answers),
  }));
  const stored = await updateRows(writingOf(context), { person_id: context.caller.person?.id ?? null, rows });
  const slotted = rows.map(({ id, answers, completed_at }) => ({ id, answers, completed_at }));
  await updateSlots(writingOf(context), form, slotted);
  return stored;
};

const insertAll = async (
  context: WriteContext,
  form: FormDefinition,
  writes: readonly ResponseWrite[],
): Promise<Response[]> => {
  const [only] = writes;
  if (!only) return [];
  // Under an id of its own one comes back as many do.
  const isOne = writes.length === 1 && !only.columns?.id;
  return isOne ? [await insertOne(context, form, only)] : insertMany(context, form, writes);
};

const updateAll = async (
  context: WriteContext,
  form: FormDefinition,
  changes: readonly Change[],
): Promise<Response[]> => {
  const [only] = changes;
  if (!only) return [];
  return changes.length > 1 ? updateMany(context, form, changes) : [await updateOne(context, form, only)];
};

type Outcome = { row: Response; write: ResponseWrite };

const keepFiles = async ({ tx, organization_id }: Writing, written: readonly Outcome[]): Promise<void> => {
  const files = written.flatMap(({ row, write }) =>
    (write.file_ids ?? []).map((file_id) => ({ organization_id, response_id: row.id, file_id })),
  );
  if (files.length > 0) await tx.insertInto('response_files').values(files).execute();
};

/**
 * Writes responses to a form whose answers were checked, with all that is stored of them: answers, results, typed
 * columns, titles, files and uses of records. One response is a batch of one. What is changed must be held by the
 * transaction, or be a single response, which is compared with its version.
 * @returns the responses as they are stored now, in the order of the writes
 * @throws conflict when the version that the caller saw of a single response is not the stored one
 */
export const writeResponses = async (
  context: WriteContext,
  { form, writes }: { form: FormDefinition; writes: readonly ResponseWrite[] },
  { effects }: { effects: WriteEffects },
): Promise<Response[]> => {
  const added = writes.filter(({ before }) => before === null);
  const changed = writes.filter((write): write is Change => write.before !== null);
  const refers = effects.referrals && added.some(({ client_id }) => client_id !== null);
  const [inserted, mappings] = await Promise.all([
    insertAll(context, form, added),
    refers ? referringBy(context, form.id) : null,
  ]);
  const updated = await updateAll(context, form, changed);
  const [newRows, changedRows] = [inserted.values(), updated.values()];
  const written = writes.map((write) => {
    const { value } = (write.before === null ? newRows : changedRows).next();
    return { write, row: value as Response };
  });
  await keepFiles(writingOf(context), written);
  const uses = written.map(({ write: { answers, before, held }, row: { id } }) => ({
    id,
    answers,
    held: held ?? before?.answers ?? {},
  }));
  await keepUses(writingOf(context), form, uses);
  for (const { write, row } of written) {
    const { before } = write;
    if (effects.webhooks) await tellOfResponse(context, before ? 'updated' : 'created', row);
    if (effects.referrals && row.client_id !== null)
      await (before ? correctReferral(context, { form, row }) : queueReferral(context, { form, row }, mappings));
    await fire(context, { event: effects.notifications, form, row, ...(before ? { before } : {}) });
  }
  return written.map(({ row }) => row);
};

/**
 * Deletes responses to a form, with what is derived from them. What hangs on them goes by foreign keys.
 * @returns how many there were
 */
export const removeResponses = async (
  context: WriteContext,
  { form_id, ids }: { form_id: number; ids: readonly number[] },
  { effects }: { effects: RemovalEffects },
): Promise<number> => {
  if (ids.length === 0) return 0;
  const { tx, caller } = context;
  const { grants, webhooks, notifications } = effects;
  await deleteSlots({ tx }, form_id, ids);
  const deletion = tx.deleteFrom('responses').where('id', '=', among(ids));
  const isSilent = !webhooks && notifications === null;
  // Their answers are read only where somebody is told of them.
  const rows = isSilent ? [] : await deletion.returningAll().execute();
  const count = isSilent ? Number((await deletion.executeTakeFirstOrThrow()).numDeletedRows) : rows.length;
  if (grants)
    await tx
      .deleteFrom('record_permissions')
      .where('entity', '=', grants)
      .where('record_id', '=', among(ids))
      .execute();
  if (webhooks) for (const row of rows) await tellOfResponse(context, 'deleted', row as Response);
  if (notifications === null) return count;
  const form = (await formDefinitions(tx, caller.organization.id, [form_id])).get(form_id);
  if (form) for (const row of rows) await fire(context, { event: notifications, form, row: row as Response });
  return count;
};
