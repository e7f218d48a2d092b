import { sql } from 'kysely';
import { holds as holdsOf } from '#forms/logic/compare.ts';
import type { Plan, PlanCondition } from '#reports/plan/plan.ts';
import { kindOfResult } from '#reports/plan/plan-conditions.ts';
import { responsesOfPeople, visibleClients } from '#server/access/scopes.ts';
import { clientColumn, needsHousehold, presentHousehold } from '../client-columns.ts';
import { allHold, isOpen } from '../conditions.ts';
import { type ReportContext, viewingOf } from '../context.ts';
import { blankColumn, type FormSource, formSources, lateJoin, responsesOf } from '../form-source.ts';
import { type Relation, restricted, type Sql, type SqlColumn } from '../relation.ts';
import { afterWindow, overColumn, windowReads } from '../windows.ts';

const aboutForm = (plan: Plan, form: number): PlanCondition[] =>
  plan.conditions.filter(({ column }) => column?.form === form);

/** Whether somebody without a response meets all of these. */
const holdOfNothing = (conditions: readonly PlanCondition[], today: string): boolean =>
  conditions.every(
    (one) =>
      isOpen(one) && holdsOf(null, { op: one.op, operand: one.value, kind: kindOfResult(one.column.result), today }),
  );

/** Responses of people: each form's beside each other, the first with the first, by Time Recorded. */
export const clientForms = async (context: ReportContext, plan: Plan): Promise<Relation> => {
  const { caller } = context;
  const organization_id = caller.organization.id;
  const viewing = viewingOf(caller);
  const sources = await formSources(context, plan, viewing);
  const sourceOf = (form: number | null) => sources.find((one) => one.form.id === form);
  const isAlone = sources.length === 1;
  const scope = sql`${responsesOfPeople(caller, 'read')}`;
  const everybody = plan.settings.include_people_without_responses === true;

  /** The responses of a form that are left by its conditions. */
  const left = (source: FormSource, isEarly: boolean): Sql => {
    const conditions = [...aboutForm(plan, source.form.id), ...(source.form.window?.filters ?? [])];
    const read = conditions.filter(isOpen).map(({ column }) => source.column(column));
    const needsWritten = isEarly || [...read, ...windowReads(source, plan)].some(({ late }) => late);
    const rows = responsesOf(source, { organization_id, scope }, needsWritten);
    if (conditions.length === 0) return rows;
    const name = sql.ref(source.name);
    const met = allHold(conditions, source.column, viewing);
    return sql`select ${name}.* from (${rows}) ${name} where ${met}`;
  };

  const placed = (source: FormSource, rows: Sql): Sql => {
    if (isAlone) return rows;
    const name = sql.ref(source.name);
    return sql`select ${name}.*, row_number() over (partition by client_id order by completed_at, id) as place
      from (${rows}) ${name}`;
  };

  /** Who has responses of a form, but none that its conditions leave, goes; who has none stays if they hold of nothing. */
  const keepsPerson = (source: FormSource): Sql => {
    const conditions = aboutForm(plan, source.form.id);
    if (conditions.length === 0 || (isAlone && !everybody)) return sql`true`;
    const own = (rows: Sql): Sql => sql`exists (select from (${rows}) own where own.client_id = clients.id)`;
    const stays = holdOfNothing(conditions, viewing.today)
      ? sql` or not ${own(responsesOf(source, { organization_id, scope }, false))}`
      : sql``;
    return sql`(${sql.ref(`${source.name}.id`)} is not null or ${own(left(source, false))}${stays})`;
  };

  const spine = (early: ReadonlySet<string>): Sql =>
    sql.join(
      sources.map((source, index) => {
        const rows = afterWindow(left(source, early.has(source.name)), source, plan);
        const joined = sql`(${placed(source, rows)}) ${sql.ref(source.name)}`;
        if (index === 0) return joined;
        const name = index === sources.length - 1 ? sql` as spine` : sql``;
        return sql`full join ${joined} using (client_id, place)${name}`;
      }),
      sql` `,
    );

  const whose = isAlone ? sql.ref(`${sources[0]?.name}.client_id`) : sql.ref('spine.client_id');
  const first = sources[0];
  const ties =
    isAlone && first ? [sql`${sql.ref(`${first.name}.completed_at`)}`, sql`${sql.ref(`${first.name}.id`)}`] : [];
  const ofPeople = plan.conditions.filter(({ column }) => !column || column.form === null || column.restricted);
  const household =
    plan.columns.some(({ column }) => column && needsHousehold(column.field)) ||
    plan.conditions.some(({ column }) => column && needsHousehold(column.field));

  const column = (field: string): SqlColumn => clientColumn(field, context, viewing);
  return {
    from: (early) => {
      const nobody = sources.length === 0;
      const joined = sql`${isAlone ? spine(early) : sql`(${spine(early)})`} on clients.id = ${whose}`;
      const people = nobody ? sql`clients` : everybody ? sql`clients left join ${joined}` : sql`clients join ${joined}`;
      return sql`from ${people} ${household ? presentHousehold(context) : sql``}
        where clients.organization_id = ${organization_id} and ${visibleClients(caller, 'read')}
          and ${allHold(ofPeople, ({ field }) => column(field), viewing)}
          and ${sql.join([nobody && !everybody ? sql`false` : sql`true`, ...sources.map(keepsPerson)], sql` and `)}`;
    },
    column: (one, at) => {
      const named = one.column;
      if (!named) return blankColumn('');
      if (named.restricted) return restricted;
      if (named.form === null) return column(named.field);
      const source = sourceOf(named.form) as FormSource;
      const own = source.column(named, one.component);
      return one.over ? overColumn(one, at, { source, own }) : own;
    },
    keys: {
      client_id: sql`clients.id`,
      ...Object.fromEntries(sources.map(({ name, form }) => [`response_${form.id}`, sql`${sql.ref(`${name}.id`)}`])),
    },
    ties: [sql`clients.id`, ...(isAlone ? ties : sources.length > 1 ? [sql`spine.place`] : [])],
    recorded: ({ form }) => {
      const { name } = sourceOf(form) ?? first ?? { name: '' };
      return name ? [sql`${sql.ref(`${name}.completed_at`)}`, sql`${sql.ref(`${name}.id`)}`] : [sql`clients.id`];
    },
    joins: Object.fromEntries(sources.map((source) => [source.name, lateJoin(source, organization_id)])),
    link: ({ form }, keys) => {
      const person = `/organization/clients/${keys.client_id}`;
      if (form === null) return person;
      const response = keys[`response_${form}`];
      return response ? `${person}/client_forms/${response}` : null;
    },
  };
};
