import { sql } from 'kysely';
import type { Calendar } from '#forms/calendar.ts';
import { holds as holdsOf } from '#forms/logic/compare.ts';
import type { Column } from '#reports/columns.ts';
import { type Alternatives, columnsCompared, columnsRead, type Plan } from '#reports/plan/plan.ts';
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
import { matchedTo } from '../matched-responses.ts';
import { peopleScopes } from '../people-scopes.ts';
import type { Relation, Sql, SqlColumn } from '../relation.ts';
import { afterWindow, isApart, partsOf, windowReads } from '../windows.ts';
import { columnsFrom } from './of-one-form.ts';

/** The form whose responses must meet one of these: null where they speak of people alone, or of nothing that is open. */
const formOf = (all: Alternatives): number | null =>
  all.filter(isOpen).find(({ column }) => column.form !== null)?.column.form ?? null;

/** What the responses of a form must meet: the report's conditions, and the filters of its window. */
const askedOf = (plan: Plan, { form }: FormSource): Alternatives[] => [
  ...plan.conditions.filter((all) => formOf(all) === form.id),
  ...(form.window?.filters ?? []),
];

/** What the rows that its window leaves of a form must meet. */
const afterOf = ({ conditionsAfter }: Plan, { form }: FormSource): Alternatives[] =>
  conditionsAfter.filter((all) => formOf(all) === form.id);

/** Whether somebody without a response meets one of these, whoever they are. */
const holdsOfNothing = (all: Alternatives, calendar: Calendar): boolean =>
  all.some(
    (one) =>
      isOpen(one) &&
      one.column.form !== null &&
      holdsOf(null, { op: one.op, operand: one.value, kind: kindOfResult(one.column.result), calendar }),
  );

/** Those of several that speak of the person. */
const ofPerson = (all: Alternatives): Alternatives => all.filter((one) => isOpen(one) && one.column.form === null);

/** The dates of a form by which responses to other forms are found. */
const matchedBy = ({ forms }: Plan, { form }: FormSource): Column[] =>
  forms.flatMap(({ match }) => (match?.at?.form === form.id ? match.at : []));

/** What else is joined to the responses that give rows, and whether it reads more of them than their typed columns. */
export type BesideRows = (source: FormSource) => { join: Sql; needsWritten: boolean; notes: readonly string[] };

/**
 * Responses of people: each form's beside each other, the first with the first, by Time Recorded. Of the forms that are
 * matched to these rows, one response stands beside each.
 */
export const clientForms = async (context: ReportContext, plan: Plan, more?: BesideRows): Promise<Relation> => {
  const { caller } = context;
  const organization_id = caller.organization.id;
  const viewing = viewingOf(caller);
  const forms = await formSources(context, plan, viewing);
  const sourceOf = (form: number | null) => forms.find((one) => one.form.id === form);
  /** Those whose responses are rows. */
  const sources = forms.filter(({ form }) => !form.match);
  const matched = forms.filter(({ form }) => form.match);
  const isAlone = sources.length === 1;
  const scopes = peopleScopes(plan);
  const scope = sql`${scopes.responses(caller, 'read')}`;
  const everybody = plan.settings.include_people_without_responses === true;

  const ofPeople = plan.conditions.filter((all) => formOf(all) === null);
  const household = columnsRead(plan).some(({ field }) => needsHousehold(field));
  /** That the person of a response meets conditions, which may speak of the response besides. */
  const isOfOneOfThem = (
    source: FormSource,
    conditions: readonly Alternatives[],
  ): Sql => sql`exists (select from clients ${presentHousehold(context, plan)}
    where clients.organization_id = ${organization_id} and clients.id = ${sql.ref(`${source.name}.client_id`)}
      and ${allHold(conditions, (column) => (column.form === null ? clientColumn(column.field, context, viewing) : source.column(column)), viewing)})`;

  /** That the responses of a form meet conditions on them, and on whose they are. */
  const areMet = (source: FormSource, conditions: readonly Alternatives[]): Sql => {
    const ofBoth = conditions.filter((all) => ofPerson(all).length > 0);
    const ofResponses = allHold(
      conditions.filter((all) => !ofBoth.includes(all)),
      source.column,
      viewing,
    );
    return ofBoth.length > 0 ? sql`${ofResponses} and ${isOfOneOfThem(source, ofBoth)}` : ofResponses;
  };

  /** The responses of a form that are left by its conditions. */
  const left = (source: FormSource, isEarly: boolean): Sql => {
    const conditions = askedOf(plan, source);
    const read = columnsCompared([...conditions, ...afterOf(plan, source)])
      .filter(({ form }) => form === source.form.id)
      .map((column) => source.column(column));
    const beside = matchedBy(plan, source).map((column) => source.column(column));
    const needsWritten = isEarly || [...read, ...beside, ...windowReads(source, plan)].some(({ late }) => late);
    const rows = responsesOf(source, { organization_id, scope }, needsWritten);
    // What stands for the person in a window is told apart among those of whom the report is.
    const isAcrossPeople = source.form.window !== null && isApart(source, plan) && ofPeople.length > 0;
    if (conditions.length === 0 && !isAcrossPeople) return rows;
    const name = sql.ref(source.name);
    const met = sql`${areMet(source, conditions)}${isAcrossPeople ? sql` and ${isOfOneOfThem(source, ofPeople)}` : sql``}`;
    return sql`select ${name}.* from (${rows}) ${name} where ${met}`;
  };

  /** The rows of a form that its window leaves, as far as they meet what is asked of these. */
  const windowed = (source: FormSource, isEarly: boolean): Sql => {
    const rows = afterWindow(left(source, isEarly), source, plan);
    const after = afterOf(plan, source);
    if (after.length === 0) return rows;
    const name = sql.ref(source.name);
    return sql`select ${name}.* from (${rows}) ${name} where ${areMet(source, after)}`;
  };

  const placed = (source: FormSource, rows: Sql): Sql => {
    if (isAlone) return rows;
    const name = sql.ref(source.name);
    return sql`select ${name}.*, row_number() over (partition by client_id order by completed_at, id) as place
      from (${rows}) ${name}`;
  };

  const first = sources[0];
  const further = first && more?.(first);
  const whose = isAlone ? sql.ref(`${first?.name}.client_id`) : sql.ref('spine.client_id');
  // With those who have no responses, or without a form, rows begin with people; otherwise with responses.
  const ofEverybody = everybody || sources.length === 0;
  const person = ofEverybody ? sql.ref('clients.id') : whose;

  const asked = columnsCompared([...plan.conditions, ...plan.conditionsAfter]).filter(({ form }) => form === null);
  const asksPeople = ofEverybody || asked.some(asksPerson);
  const column = (field: string): SqlColumn => personColumn(field, person, { context, viewing });

  const hasOwn = (rows: Sql): Sql => sql`exists (select from (${rows}) own where own.client_id = ${person})`;
  const hasResponse = (source: FormSource): Sql => hasOwn(responsesOf(source, { organization_id, scope }, false));

  /** What somebody without a response must meet, to meet all of these, as it goes on after another condition; null where nobody can. */
  const metWithout = (conditions: readonly Alternatives[]): Sql | null => {
    const left = conditions.filter((all) => !holdsOfNothing(all, viewing)).map(ofPerson);
    if (left.length === 0) return sql``;
    return left.some((all) => all.length === 0)
      ? null
      : sql` and ${allHold(left, ({ field }) => column(field), viewing)}`;
  };

  /**
   * Who has responses of a form, but none that its conditions leave, goes; who has none stays if they hold of nothing.
   * @param given a column of the form's rows that is never blank
   */
  const keepsPerson = (source: FormSource, given: string): Sql => {
    const after = afterOf(plan, source);
    const conditions = [...askedOf(plan, source), ...after];
    if (conditions.length === 0 || (isAlone && !everybody)) return sql`true`;
    const without = metWithout(conditions);
    const stays = without ? sql` or (not ${hasResponse(source)}${without})` : sql``;
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

  /** Joins the matched forms to the rows. @param early the forms whose written answers are read for all rows */
  const besideRows = (early: ReadonlySet<string>): Sql => {
    const row = {
      person,
      column: (column: Column) => (sourceOf(column.form) as FormSource).column(column),
      zone: viewing.zone,
    };
    const joins = matched.map((source) => {
      const { date } = source.form.match ?? {};
      const isEarly = early.has(source.name) || (!!date && !!source.column(date).late);
      return matchedTo(row, source, responsesOf(source, { organization_id, scope }, isEarly));
    });
    return sql.join([...joins, further?.join ?? sql``], sql` `);
  };

  type With = { given: string; isWithPeople: boolean; beside?: Sql };
  /** Rows of the forms with the people whom they are of, as far as those are read, and what both must meet. */
  const met = (forms: Sql, { given, isWithPeople, beside = sql`` }: With): Sql => {
    const joined = isAlone ? forms : sql`(${forms})`;
    const rows = ofEverybody
      ? sql`clients ${sources.length > 0 ? sql`left join ${joined} on ${whose} = clients.id` : sql``}
          ${household ? presentHousehold(context, plan) : sql``}`
      : sql`${joined} ${isWithPeople ? joinedPerson(context, whose, { household, plan }) : sql``}`;
    const seen = ofEverybody
      ? sql`clients.organization_id = ${organization_id} and ${scopes.clients(caller, 'read')}`
      : sql`true`;
    return sql`from ${rows} ${beside} where ${sql.join(
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
  /** The rows, without what is matched to them. */
  const unmatched = (early: ReadonlySet<string>, more: Omit<With, 'given'>): Sql =>
    met(
      besides(
        (source) => placed(source, windowed(source, early.has(source.name) || further?.needsWritten === true)),
        sql`client_id, place`,
      ),
      { ...more, given: 'id' },
    );
  const counted = sources.length > 1 || first?.form.window?.reduces;
  const none: ReadonlySet<string> = new Set();

  const ties =
    isAlone && first ? [sql`${sql.ref(`${first.name}.completed_at`)}`, sql`${sql.ref(`${first.name}.id`)}`] : [];
  return {
    from: (early) => unmatched(early, { isWithPeople: asksPeople || early.has(personJoin), beside: besideRows(early) }),
    ...(counted
      ? {
          count: sql`select coalesce(sum(greatest(${most})), 0)::bigint as rows
            ${met(besides(own, sql`client_id`), { given: 'own', isWithPeople: asksPeople })}`,
        }
      : matched.length > 0 && {
          count: sql`select count(*) as rows ${unmatched(none, { isWithPeople: asksPeople })}`,
        }),
    column: columnsFrom(forms, column),
    keys: {
      client_id: person,
      ...Object.fromEntries(forms.map(({ name, form }) => [`response_${form.id}`, sql`${sql.ref(`${name}.id`)}`])),
    },
    ties: [person, ...(isAlone ? ties : sources.length > 1 ? [sql`spine.place`] : [])],
    ...(further && { notes: further.notes }),
    recorded: ({ form }) => {
      const { name } = sourceOf(form) ?? first ?? { name: '' };
      return name ? [sql`${sql.ref(`${name}.completed_at`)}`, sql`${sql.ref(`${name}.id`)}`] : [person];
    },
    joins: {
      ...(asksPeople ? {} : { [personJoin]: joinedPerson(context, sql.ref('page.client_id'), { household, plan }) }),
      ...Object.fromEntries(forms.map((source) => [source.name, lateJoin(source, organization_id)])),
    },
    link: ({ form }, keys) => {
      const address = `/organization/clients/${keys.client_id}`;
      if (form === null) return address;
      const response = keys[`response_${form}`];
      return response ? `${address}/client_forms/${response}` : null;
    },
  };
};
