import { sql } from 'kysely';
import { optionMeanings } from '#forms/field-types/field-type.ts';
import { isScale } from '#forms/field-types/index.ts';
import type { Column } from '#reports/columns.ts';
import type { Plan, PlanCondition } from '#reports/plan/plan.ts';
import { answerStatuses, isOfQuestion } from '#reports/questions.ts';
import { type FormDefinition, type FormFieldRow, formDefinitions } from '#server/forms/definitions.ts';
import { calendarOf } from '#server/kit/calendar.ts';
import { askedQuestions, columnsBeside, questionsOf, rulesName } from '../asked-questions.ts';
import { columnsOf } from '../catalogue.ts';
import { clientColumn, joinedPerson } from '../client-columns.ts';
import { allHold } from '../conditions.ts';
import type { ReportContext, ViewerCalendar } from '../context.ts';
import type { FormSource } from '../form-source.ts';
import type { Relation, Sql, SqlColumn } from '../relation.ts';
import { type BesideRows, clientForms } from './client-forms.ts';
import { columnOf } from './of-one-form.ts';

/** The status of a question that has an answer: an option can say why there is none. */
const givenStatus = ({ field }: FormFieldRow, { plain }: SqlColumn): Sql => {
  const valuesOf = (meaning: string | null) =>
    field.field_options.filter((one) => (meaning ? one.meaning === meaning : one.meaning)).map(({ value }) => value);
  const all = valuesOf(null);
  if (all.length === 0) return sql`'answered'`;
  const isMany = field.field_type === 'select-many';
  const type = sql.raw(isScale(field) ? 'float8[]' : 'text[]');
  const list = (values: readonly unknown[]) =>
    sql`${isScale(field) ? values.map(Number) : values.map(String)}::${type}`;
  const cases = optionMeanings
    .filter((meaning) => valuesOf(meaning).length > 0)
    .map((meaning) => {
      const values = list(valuesOf(meaning));
      return isMany
        ? sql`when ${plain} <@ ${list(all)} and ${plain} && ${values} then ${sql.lit(meaning)}`
        : sql`when ${plain} = any(${values}) then ${sql.lit(meaning)}`;
    });
  return sql`case ${sql.join(cases, sql` `)} else 'answered' end`;
};

/** The most questions that the sentence names. */
const maxNamed = 5;

const untoldWords = (names: readonly string[]): string => {
  const more = names.length - maxNamed;
  const named = names.slice(0, maxNamed).map((name) => `“${name}”`);
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `Rules show or hide these questions by roles or by values that change daily: ${all}. Without an answer, they don’t count as missing.`;
};

/** Rules compare days in the organization's time zone, whoever reads the report. */
const organizationCalendar = ({ organization }: ReportContext['caller']): ViewerCalendar => {
  const zone = organization.time_zone;
  return { zone, ...calendarOf(organization, zone) };
};

/** Turns conditions of rules into SQL, and notes which columns they read. */
const readRules = (source: FormSource, context: ReportContext) => {
  const viewing = organizationCalendar(context.caller);
  const read = { columns: [] as SqlColumn[], asksPeople: false };
  const columnIn = (column: Column): SqlColumn => {
    if (column.form === null) {
      read.asksPeople = true;
      return clientColumn(column.field, context, viewing);
    }
    const found = source.column(column);
    read.columns.push(found);
    return found;
  };
  return { read, columnIn, meets: (condition: PlanCondition) => allHold([[condition]], columnIn, viewing) };
};

/**
 * Joins the questions of a form to each of its responses, with their status. It leaves out questions that weren't asked,
 * and unanswered questions for which the report can't tell.
 */
const questionsBeside =
  ({ context, plan, form }: { context: ReportContext; plan: Plan; form: FormDefinition }): BesideRows =>
  (source) => {
    const columns = [...columnsOf(form, { restricted: false, asksQuestions: false }), ...columnsBeside(form.id)];
    const { read, columnIn, meets } = readRules(source, context);
    const { asked, outcomes, untold } = askedQuestions(form, { columns, meets });
    const person = read.asksPeople
      ? joinedPerson(context, columnOf(source, 'client_id'), { household: false, plan })
      : sql``;
    // OFFSET 0 keeps PostgreSQL from computing a rule again for each question that depends on it.
    const rules = sql`cross join lateral (select ${sql.join(outcomes)} from (select) response ${person} offset 0) ${sql.ref(rulesName)}`;
    const statuses = questionsOf(form).flatMap((entry) => {
      const id = String(entry.field_id);
      const own = columns.find(({ form: of, field, type }) => of !== null && type === 'field' && field === id);
      if (!own) return [];
      const column = columnIn(own);
      const isAsked = asked.get(entry.field_id);
      const missing = isAsked ? sql`when ${isAsked} then 'missing'` : sql`else 'missing'`;
      const given = sql`when ${column.shown ?? column.plain} is not null then ${givenStatus(entry, column)}`;
      return [{ id, status: sql`case ${given} ${missing} end` }];
    });
    const ids = statuses.map(({ id }) => id);
    // Not a list of VALUES: PostgreSQL prepares that again for every response.
    const questions = sql`select unnest(${ids.map((_, place) => place)}::integer[]), unnest(${ids}::text[]),
      unnest(array[${sql.join(statuses.map(({ status }) => status))}]::text[])`;
    return {
      join: sql`${outcomes.length > 0 ? rules : sql``} join lateral (${questions}) quality (place, question, status)
        on quality.status is not null and ${columnOf(source, 'id')} is not null`,
      needsWritten: read.columns.some(({ late }) => late !== undefined),
      notes: untold.length > 0 ? [untoldWords(untold.map(({ field }) => field.name))] : [],
    };
  };

/** SQL of a condition on values that every row has, in small letters; null for comparisons with a part of a value. */
const isAmong = (plain: Sql, { op, value }: Pick<PlanCondition, 'op' | 'value'>): Sql | null => {
  const values = [value].flat().map((one) => String(one).toLowerCase());
  const isOne = values.length === 1 ? sql`${plain} = ${values[0]}` : sql`${plain} = any(${values}::text[])`;
  switch (op) {
    case 'EQ':
    case 'IN':
      return isOne;
    case 'NEQ':
    case 'NIN':
      return sql`not ${isOne}`;
    default:
      return null;
  }
};

/** A row for each question that was asked in a response to a form: whether it's answered, and if not, why. */
export const dataQuality = async (context: ReportContext, plan: Plan): Promise<Relation> => {
  const [open] = plan.forms.filter(({ restricted }) => !restricted);
  const definitions = await formDefinitions(context.tx, context.caller.organization.id, open ? [open.id] : []);
  const form = open && definitions.get(open.id);
  // People without a response were asked nothing.
  const asked = { ...plan, settings: { ...plan.settings, include_people_without_responses: false } };
  const { count: _, ...relation } = await clientForms(context, asked, form && questionsBeside({ context, plan, form }));
  const names = new Map((form ? questionsOf(form) : []).map(({ field_id, field }) => [String(field_id), field.name]));
  const worded = (plain: Sql, words: ReadonlyMap<string, string>): SqlColumn => ({
    plain,
    words,
    holds: (condition) => isAmong(plain, condition),
    show: (value) => words.get(String(value)) ?? '',
  });
  const columns: Record<string, SqlColumn> = {
    question: worded(sql`quality.question`, names),
    answer_status: worded(sql`quality.status`, new Map(Object.entries(answerStatuses))),
  };
  return {
    ...relation,
    column: (one, at) => {
      const { column } = one;
      const isOwn = column && !column.restricted && isOfQuestion(column);
      return (isOwn && columns[column.field]) || relation.column(one, at);
    },
    ties: [...relation.ties, ...(form ? [sql`quality.place`] : [])],
  };
};
