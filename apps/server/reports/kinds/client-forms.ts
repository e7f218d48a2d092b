import { sql } from 'kysely';
import type { Calendar } from '#forms/calendar.ts';
import { holds as holdsOf } from '#forms/logic/compare.ts';
import { columnsRead, type Plan, type PlanCondition } from '#reports/plan/plan.ts';
import { kindOfResult } from '#reports/plan/plan-conditions.ts';
import {
  asksPerson,
  clientColumn,
  joinedPerson,
  needsHousehold,
  personColumn,
  personJoin,
  presentHousehold,
} from '../client-columns.ts';
import { allHold, isOpen } from '../conditions.ts';
import { type ReportContext, viewingOf } from '../context.ts';
import { type FormSource, formSources, lateJoin, responsesOf } from '../form-source.ts';
import { peopleScopes } from '../people-scopes.ts';
import type { Relation, Sql, SqlColumn } from '../relation.ts';
import { afterWindow, isApart, partsOf, windowReads } from '../windows.ts';
import { columnsFrom } from './of-one-form.ts';

/** What the responses of a form must meet: the report's conditions, and the filters of its window. */
const askedOf = (plan: Plan, { form }: FormSource): PlanCondition[] => [
  ...plan.conditions.filter(({ column }) => column?.form === form.id),
  ...(form.window?.filters ?? []),
];

/** What the rows that its window leaves of a form must meet. */
const afterOf = ({ conditionsAfter }: Plan, { form }: FormSource): PlanCondition[] =>
  conditionsAfter.filter(({ column }) => column?.form === form.id);

/** Whether somebody without a response meets all of these. */
const holdOfNothing = (conditions: readonly PlanCondition[], calendar: Calendar): boolean =>
  conditions.every(
    (one) =>
      isOpen(one) && holdsOf(null, { op: one.op, operand: one.value, kind: kindOfResult(one.column.result), calendar }),
  );

/** Responses of people: each form's beside each other, the first with the first, by Time Recorded. */
export const clientForms = async (context: ReportContext, plan: Plan): Promise<Relation> => {
  const { caller } = context;
  const organization_id = caller.organization.id;
  const viewing = viewingOf(caller);
  const sources = await formSources(context, plan, viewing);
  const sourceOf = (form: number | null) => sources.find((one) => one.form.id === form);
  const isAlone = sources.length === 1;
  const scopes = peopleScopes(plan);
  const scope = sql`${scopes.responses(caller, 'read')}`;
  const everybody = plan.settings.include_people_without_responses === true;

  const ofPeople = plan.conditions.filter(({ column }) => !column || column.form === null || column.restricted);
  const household = columnsRead(plan).some(({ field }) => needsHousehold(field));
  const isOfOneOfThem = ({
    name,
  }: FormSource): Sql => sql`exists (select from clients ${presentHousehold(context, plan)}
    where clients.organization_id = ${organization_id} and clients.id = ${sql.ref(`${name}.client_id`)}
      and ${allHold(ofPeople, ({ field }) => clientColumn(field, context, viewing), viewing)})`;

  /** The responses of a form that are left by its conditions. */
  const left = (source: FormSource, isEarly: boolean): Sql => {
    const conditions = askedOf(plan, source);
    const read = [...conditions, ...afterOf(plan, source)].filter(isOpen).map(({ column }) => source.column(column));
    const needsWritten = isEarly || [...read, ...windowReads(source, plan)].some(({ late }) => late);
    const rows = responsesOf(source, { organization_id, scope }, needsWritten);
    // What stands for the person in a window is told apart among those of whom the report is.
    const isAcrossPeople = source.form.window !== null && isApart(source, plan) && ofPeople.length > 0;
    if (conditions.length === 0 && !isAcrossPeople) return rows;
    const name = sql.ref(source.name);
    const met = sql`${allHold(conditions, source.column, viewing)}${isAcrossPeople ? sql` and ${isOfOneOfThem(source)}` : sql``}`;
    return sql`select ${name}.* from (${rows}) ${name} where ${met}`;
  };

  /** The rows of a form that its window leaves, as far as they meet what is asked of these. */
  const windowed = (source: FormSource, isEarly: boolean): Sql => {
    const rows = afterWindow(left(source, isEarly), source, plan);
    const after = afterOf(plan, source);
    if (after.length === 0) return rows;
    const name = sql.ref(source.name);
    return sql`select ${name}.* from (${rows}) ${name} where ${allHold(after, source.column, viewing)}`;
  };

  const placed = (source: FormSource, rows: Sql): Sql => {
    if (isAlone) return rows;
    const name = sql.ref(source.name);
    return sql`select ${name}.*, row_number() over (partition by client_id order by completed_at, id) as place
      from (${rows}) ${name}`;
  };

  const first = sources[0];
  const whose = isAlone ? sql.ref(`${first?.name}.client_id`) : sql.ref('spine.client_id');
  // With those who have no responses, or without a form, rows begin with people; otherwise with responses.
  const ofEverybody = everybody || sources.length === 0;
  const person = ofEverybody ? sql.ref('clients.id') : whose;

  const hasOwn = (rows: Sql): Sql => sql`exists (select from (${rows}) own where own.client_id = ${person})`;
  const hasResponse = (source: FormSource): Sql => hasOwn(responsesOf(source, { organization_id, scope }, false));

  /**
   * Who has responses of a form, but none that its conditions leave, goes; who has none stays if they hold of nothing.
   * @param given a column of the form's rows that is never blank
   */
  const keepsPerson = (source: FormSource, given: string): Sql => {
    const after = afterOf(plan, source);
    const conditions = [...askedOf(plan, source), ...after];
    if (conditions.length === 0 || (isAlone && !everybody)) return sql`true`;
    const stays = holdOfNothing(conditions, viewing) ? sql` or not ${hasResponse(source)}` : sql``;
    const own = after.length > 0 ? windowed(source, false) : left(source, false);
    return sql`(${sql.ref(`${source.name}.${given}`)} is not null or ${hasOwn(own)}${stays})`;
  };

  const besides = (rows: (source: FormSource) => Sql, by: Sql): Sql =>
    sql.join(
      sources.map((source, index) => {
        const joined = sql`(${rows(source)}) ${sql.ref(source.name)}`;
        if (index === 0) return joined;
        const name = index === sources.length - 1 ? sql` as spine` : sql``;
        return sql`full join ${joined} using (${by})${name}`;
      }),
      sql` `,
    );

  const asksPeople = ofEverybody || ofPeople.some(({ column }) => column && asksPerson(column));
  const column = (field: string): SqlColumn => personColumn(field, person, { context, viewing });

  /** Rows of the forms with the people whom they are of, as far as those are read, and what both must meet. */
  const met = (forms: Sql, { given, isWithPeople }: { given: string; isWithPeople: boolean }): Sql => {
    const joined = isAlone ? forms : sql`(${forms})`;
    const rows = ofEverybody
      ? sql`clients ${sources.length > 0 ? sql`left join ${joined} on ${whose} = clients.id` : sql``}
          ${household ? presentHousehold(context, plan) : sql``}`
      : sql`${joined} ${isWithPeople ? joinedPerson(context, whose, { household, plan }) : sql``}`;
    const seen = ofEverybody
      ? sql`clients.organization_id = ${organization_id} and ${scopes.clients(caller, 'read')}`
      : sql`true`;
    return sql`from ${rows} where ${sql.join(
      [
        seen,
        sources.length === 0 && !everybody ? sql`false` : sql`true`,
        allHold(ofPeople, ({ field }) => column(field), viewing),
        ...sources.map((source) => keepsPerson(source, given)),
      ],
      sql` and `,
    )}`;
  };

  /** How many rows each form gives a person: for the count of what stands beside each other no row need find its place. */
  const own = (source: FormSource): Sql => {
    const isAfter = afterOf(plan, source).length > 0;
    const rows = isAfter ? windowed(source, false) : left(source, false);
    const { window } = source.form;
    if (!window?.reduces || isAfter)
      return sql`select client_id, count(*) as own from (${rows}) own group by client_id`;
    return sql`select client_id, count(*) as own from (${partsOf(rows, source, plan)}) own group by client_id`;
  };
  const most = sql.join([...sources.map(({ name }) => sql.ref(`${name}.own`)), ...(everybody ? [sql`1::bigint`] : [])]);
  const counted = sources.length > 1 || first?.form.window?.reduces;

  const ties =
    isAlone && first ? [sql`${sql.ref(`${first.name}.completed_at`)}`, sql`${sql.ref(`${first.name}.id`)}`] : [];
  return {
    from: (early) =>
      met(
        besides((source) => placed(source, windowed(source, early.has(source.name))), sql`client_id, place`),
        { given: 'id', isWithPeople: asksPeople || early.has(personJoin) },
      ),
    ...(counted
      ? {
          count: sql`select coalesce(sum(greatest(${most})), 0)::bigint as rows
            ${met(besides(own, sql`client_id`), { given: 'own', isWithPeople: asksPeople })}`,
        }
      : {}),
    column: columnsFrom(sources, column),
    keys: {
      client_id: person,
      ...Object.fromEntries(sources.map(({ name, form }) => [`response_${form.id}`, sql`${sql.ref(`${name}.id`)}`])),
    },
    ties: [person, ...(isAlone ? ties : sources.length > 1 ? [sql`spine.place`] : [])],
    recorded: ({ form }) => {
      const { name } = sourceOf(form) ?? first ?? { name: '' };
      return name ? [sql`${sql.ref(`${name}.completed_at`)}`, sql`${sql.ref(`${name}.id`)}`] : [person];
    },
    joins: {
      ...(asksPeople ? {} : { [personJoin]: joinedPerson(context, sql.ref('page.client_id'), { household, plan }) }),
      ...Object.fromEntries(sources.map((source) => [source.name, lateJoin(source, organization_id)])),
    },
    link: ({ form }, keys) => {
      const address = `/organization/clients/${keys.client_id}`;
      if (form === null) return address;
      const response = keys[`response_${form}`];
      return response ? `${address}/client_forms/${response}` : null;
    },
  };
};
