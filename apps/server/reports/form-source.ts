import { type NotNull, sql } from 'kysely';
import type { Clock } from '#forms/calculations/clock.ts';
import type { Column } from '#reports/columns.ts';
import type { Plan, PlanForm } from '#reports/plan/plan.ts';
import { evaluationContext } from '#server/forms/context.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import {
  addressPart,
  answerColumn,
  calculationColumn,
  changingColumn,
  type Place,
  showsMoreThanSlot,
} from './answers-sql.ts';
import type { ReportContext, ViewerCalendar } from './context.ts';
import { memberLabels } from './member-labels.ts';
import { databaseTypes, type Sql, type SqlColumn } from './relation.ts';
import { shownAs } from './show.ts';

/** A form of a report with what its columns are read from. */
export type FormSource = {
  form: PlanForm;
  /** What its responses are called in statements. */
  name: string;
  /** The typed columns that are ready. */
  slots: readonly string[];
  /** Those of them that are also read late: their columns show more than the typed column holds. */
  lateSlots: readonly string[];
  column: (column: Column, component?: Parameters<typeof addressPart>[1] | null) => SqlColumn;
};

/** What is restricted, or is not there any more. */
export const blankColumn = (column: Pick<Column, 'result'> | null): SqlColumn => ({
  plain: sql`null::${sql.raw(databaseTypes[column?.result ?? 'text'])}`,
  show: () => '',
});

const ofResponses: Record<string, { name: string; late: boolean }> = {
  response_id: { name: 'id', late: false },
  completed_at: { name: 'completed_at', late: false },
  created_at: { name: 'created_at', late: true },
  updated_at: { name: 'updated_at', late: true },
  created_by: { name: 'administrator_id', late: true },
  updated_by: { name: 'updated_by_id', late: true },
};

/** What of a response is not beside its typed columns. */
const written = ['answers', 'calculation_results', 'created_at', 'updated_at', 'administrator_id', 'updated_by_id'];
const writtenColumns = sql.join(written.map((name) => sql.ref(`written.${name}`)));

/** Typed columns by the field that they hold. */
type Slots = ReadonlyMap<number, string>;

/** The typed columns of forms that reports may use. */
const readySlots = async ({ tx, caller }: ReportContext, ids: number[]): Promise<Map<number, Slots>> => {
  const rows = await ofOrganization(tx, 'field_slots', caller)
    .select(['form_id', 'field_id', 'slot'])
    .where('form_id', '=', among(ids))
    .where('ready', '=', true)
    .where('slot', 'is not', null)
    .$narrowType<{ slot: NotNull }>()
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ form_id }) => form_id)].map(([form_id, own]) => [
      form_id,
      new Map(own.map(({ field_id, slot }) => [field_id, slot])),
    ]),
  );
};

type FormSourceContext = {
  viewing: ViewerCalendar;
  clock: Clock;
  definition: FormDefinition;
  slots: Slots;
  users: ReadonlyMap<string, string>;
};

const responseColumn = (
  column: Column,
  { name, form }: FormSource,
  { viewing, users }: FormSourceContext,
): SqlColumn | null => {
  const show = shownAs(column.result, viewing.zone);
  if (column.field === 'form_name')
    return { plain: sql`case when ${sql.ref(`${name}.id`)} is not null then ${form.name}::text end`, show };
  const found = ofResponses[column.field];
  if (!found) return null;
  const plain = sql`${sql.ref(`${name}.${found.name}`)}`;
  const late = found.late ? { late: name } : {};
  if (column.result !== 'user') return { plain, ...late, show };
  return { plain, ...late, words: users, show: (id) => users.get(String(id)) ?? `User ${id}` };
};

const sourceOf = (form: PlanForm, reading: FormSourceContext): FormSource => {
  const name = `f${form.id}`;
  const { definition, slots } = reading;
  const fields = [...definition.form_fields, ...definition.former_fields];
  const source: FormSource = {
    form,
    name,
    // In order, so that the same report is the same statement each time.
    slots: [...slots.values()].toSorted(),
    lateSlots: fields
      .flatMap(({ field_id, field }) => (showsMoreThanSlot(field) ? (slots.get(field_id) ?? []) : []))
      .toSorted(),
    column: (column, component) => {
      const id = Number(column.field);
      if (column.type === 'calculation') {
        const calculation = definition.calculations.find((one) => one.id === id);
        if (!calculation) return blankColumn(column);
        const place: Place = { of: name, slot: null };
        return column.changing
          ? changingColumn(calculation, place, { calculations: definition.calculations, clock: reading.clock })
          : calculationColumn(calculation, place);
      }
      const own = responseColumn(column, source, reading);
      if (own) return own;
      const field = fields.find(({ field_id }) => field_id === id)?.field;
      if (!field) return blankColumn(column);
      const place: Place = { of: name, slot: slots.get(id) ?? null };
      return component ? addressPart(field, component, place) : answerColumn(field, place);
    },
  };
  return source;
};

/** Whether members are shown, or rows told apart along time by who they are: both go by their names. */
const readsMembers = ({ columns, forms }: Plan): boolean =>
  columns.some(({ column }) => column?.result === 'user') ||
  forms.some(({ window }) => window?.order.result === 'user');

/** The forms of a plan that are open to the caller, with what their columns are read from. */
export const formSources = async (
  context: ReportContext,
  plan: Plan,
  viewing: ViewerCalendar,
): Promise<FormSource[]> => {
  const open = plan.forms.filter(({ restricted }) => !restricted);
  const ids = open.map(({ id }) => id);
  const [definitions, slots, users] = await Promise.all([
    formDefinitions(context.tx, context.caller.organization.id, ids),
    readySlots(context, ids),
    readsMembers(plan) ? memberLabels(context) : new Map<string, string>(),
  ]);
  return open.map((form) =>
    sourceOf(form, {
      viewing,
      clock: evaluationContext(context, null, null),
      definition: definitions.get(form.id) as FormDefinition,
      slots: slots.get(form.id) ?? new Map(),
      users,
    }),
  );
};

/** What responses are filtered by: the condition under which the caller sees them, about `responses`. */
type Responses = { organization_id: number; scope: Sql };

/** What every response has beside its typed columns. Columns are named: those that a form does not use cost time. */
const usual = ['id', 'client_id', 'completed_at'];

/** The responses of a form within a scope. @param isEarly whether what was written comes with the typed columns */
export const responsesOf = (
  { form, slots }: FormSource,
  { organization_id, scope }: Responses,
  isEarly: boolean,
): Sql => {
  const typed = sql.join([...usual, ...slots].map((name) => sql.ref(`responses.${name}`)));
  const more = isEarly ? sql`, ${writtenColumns}` : sql``;
  const join = isEarly
    ? sql`left join responses written on written.organization_id = ${organization_id} and written.id = responses.id`
    : sql``;
  return sql`select ${typed}${more} from response_slots responses ${join}
    where responses.organization_id = ${organization_id} and responses.form_id = ${form.id} and ${scope}`;
};

/** Whose a row is, where the responses do not say it, and what else comes along. */
type SubjectSql = { id: Sql; more: Sql; join: Sql };

const ofNobody: SubjectSql = { id: sql`null::bigint`, more: sql``, join: sql`` };

/**
 * The same of responses without a person, or with one elsewhere: whose they are stands in the responses themselves, so
 * what was written always comes along.
 */
export const recordsOf = (
  { form, slots }: FormSource,
  { organization_id, scope }: Responses,
  whose: SubjectSql = ofNobody,
): Sql => {
  const columns = ['id', 'completed_at', ...written].map((name) => sql.ref(`responses.${name}`));
  const typed = slots.map((slot) => sql.ref(`slots.${slot}`));
  return sql`select ${sql.join([...columns, ...typed])}, ${whose.id} as client_id${whose.more} from responses
    left join response_slots slots
      on slots.organization_id = ${organization_id} and slots.form_id = ${form.id} and slots.id = responses.id
    ${whose.join}
   where responses.organization_id = ${organization_id} and responses.form_id = ${form.id} and ${scope}`;
};

/** What was written in the responses of a page, joined to it by their ids. */
export const lateJoin = ({ name, form, lateSlots }: FormSource, organization_id: number): Sql => {
  const columns = sql.join([writtenColumns, ...lateSlots.map((slot) => sql.ref(`slots.${slot}`))]);
  const slots =
    lateSlots.length > 0
      ? sql`left join response_slots slots
          on slots.organization_id = ${organization_id} and slots.form_id = ${form.id} and slots.id = written.id`
      : sql``;
  return sql`
  left join (select written.id, ${columns} from responses written ${slots}
    where written.organization_id = ${organization_id}) ${sql.ref(name)}
    on ${sql.ref(`${name}.id`)} = page.${sql.ref(`response_${form.id}`)}`;
};
