import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/kit/db.ts';
import { among } from '#server/kit/rows.ts';
import { type FieldSlot, slotValues } from './values.ts';

/** The organization whose rows are written. */
export type Writing = { tx: Tx; organization_id: number };

/** A form as far as its typed columns need it. */
export type SlotForm = { id: number; slots: readonly FieldSlot[] };

type SlotRow = { id: number; answers: Record<string, unknown> };
type NewSlotRow = SlotRow & { client_id: number | null; completed_at: string };

/** Rows to write, as a table in a statement: one parameter, however many they are. */
export const asTable = (rows: readonly object[], columns: readonly RawBuilder<unknown>[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${sql.join(columns)})`;

/** The typed columns of a form as a statement has them: their names, and the names with types. */
const columnsOf = (form: SlotForm) => {
  const slots = slotValues(form, {});
  return {
    names: slots.map(({ slot }) => sql.ref(slot)),
    typed: slots.map(({ slot, type }) => sql`${sql.ref(slot)} ${sql.raw(type)}`),
  };
};

const valuesOf = (form: SlotForm, answers: Record<string, unknown>) =>
  Object.fromEntries(slotValues(form, answers).map(({ slot, value }) => [slot, value]));

/** Writes the typed columns of new responses. */
export const insertSlots = async (
  { tx, organization_id }: Writing,
  form: SlotForm,
  rows: readonly NewSlotRow[],
): Promise<void> => {
  const { names, typed } = columnsOf(form);
  const own = [sql.ref('id'), sql.ref('client_id'), sql.ref('completed_at')];
  const columns = [sql`id bigint`, sql`client_id bigint`, sql`completed_at timestamptz`, ...typed];
  const given = rows.map(({ answers, ...row }) => ({ ...row, ...valuesOf(form, answers) }));
  await sql`
    insert into response_slots (organization_id, form_id, ${sql.join([...own, ...names])})
    select ${organization_id}::bigint, ${form.id}::bigint, ${sql.join([...own, ...names])}
      from ${asTable(given, columns)}
    returning id`.execute(tx);
};

/** Writes the typed columns of responses again, and when they were answered, where that is given: null leaves it as it is. */
export const updateSlots = async (
  { tx, organization_id }: Writing,
  form: SlotForm,
  rows: readonly (SlotRow & { completed_at?: string | null })[],
): Promise<void> => {
  const { names, typed } = columnsOf(form);
  const time = rows[0]?.completed_at === undefined ? [] : [sql.ref('completed_at')];
  const set = [
    ...time.map((name) => sql`${name} = coalesce(given.${name}, response_slots.${name})`),
    ...names.map((name) => sql`${name} = given.${name}`),
  ];
  if (rows.length === 0 || set.length === 0) return;
  const columns = [sql`id bigint`, ...time.map((name) => sql`${name} timestamptz`), ...typed];
  const given = rows.map(({ answers, ...row }) => ({ ...row, ...valuesOf(form, answers) }));
  await sql`
    update response_slots
       set ${sql.join(set)}
      from ${asTable(given, columns)}
     where response_slots.organization_id = ${organization_id} and response_slots.form_id = ${form.id}
       and response_slots.id = given.id`.execute(tx);
};

/** The same for one response, found by its key alone. */
export const updateSlotsOfOne = async (
  { tx }: Writing,
  form: SlotForm,
  { id, answers, completed_at }: SlotRow & { completed_at: string | undefined },
): Promise<void> => {
  const set = { ...(completed_at ? { completed_at } : {}), ...valuesOf(form, answers) };
  if (Object.keys(set).length === 0) return;
  await tx.updateTable('response_slots').set(set).where('form_id', '=', form.id).where('id', '=', id).execute();
};

/** Deletes the typed columns of responses to a form. */
export const deleteSlots = async ({ tx }: Pick<Writing, 'tx'>, form_id: number, ids: readonly number[]) => {
  await tx.deleteFrom('response_slots').where('form_id', '=', form_id).where('id', '=', among(ids)).execute();
};

/** Makes the typed columns of responses whose rows came back; `updateSlots` writes their values. */
export const insertBlankSlots = async (
  { tx, organization_id }: Writing,
  rows: readonly Record<string, unknown>[],
): Promise<void> => {
  if (rows.length === 0) return;
  const columns = [sql`form_id bigint`, sql`id bigint`, sql`client_id bigint`, sql`completed_at timestamptz`];
  await sql`
    insert into response_slots (organization_id, form_id, id, client_id, completed_at)
    select ${organization_id}::bigint, form_id, id, client_id, completed_at from ${asTable(rows, columns)}
    returning id`.execute(tx);
};

/** Has typed columns name the person whom their responses name. */
export const followClients = async ({ tx, organization_id }: Writing, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await sql`
    update response_slots set client_id = responses.client_id
      from responses
     where responses.organization_id = ${organization_id} and responses.id = ${among(ids)}
       and response_slots.organization_id = ${organization_id}
       and response_slots.form_id = responses.form_id and response_slots.id = responses.id`.execute(tx);
};
