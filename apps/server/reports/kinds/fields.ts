import { sql } from 'kysely';
import { type AddressComponent, type Column, clientColumns, responseColumns } from '#reports/columns.ts';
import { columnsCompared, type Plan } from '#reports/plan/plan.ts';
import { asksPerson, joinedPerson, needsHousehold, personColumn, personJoin } from '../client-columns.ts';
import { allHold } from '../conditions.ts';
import { type ReportContext, viewingOf } from '../context.ts';
import { blankColumn } from '../form-source.ts';
import { type Relation, restricted, type SqlColumn } from '../relation.ts';
import { answersOf, columnsNamed, isOfResponse } from './answers-of-fields.ts';
import { fieldColumnsFor } from './field-columns.ts';
import type { Kind } from './kind.ts';

/** People, the fields of the forms, and what is known of a response. */
export const fieldsColumns: Kind['columns'] = async (context, definition, kept) => [
  ...clientColumns,
  ...(await fieldColumnsFor(context, definition, kept)),
  ...responseColumns(0).map((one) => ({ ...one, form: null })),
];

/** Answers to fields, on whichever form they were given: the latest of each person, or a row a response. */
export const fields = async (context: ReportContext, plan: Plan): Promise<Relation> => {
  const { caller } = context;
  const viewing = viewingOf(caller);
  const answers = await answersOf(context, plan);
  const isEach = plan.settings.all_answers === true;
  const needs = columnsNamed(plan).some(({ field }) => needsHousehold(field));
  const person = sql.ref('answers.client_id');
  const columnOf = (column: Column, component?: AddressComponent | null): SqlColumn => {
    if (column.restricted) return restricted;
    if (isOfResponse(column)) return answers.column(column, component) ?? blankColumn(column);
    return personColumn(column.field, person, { context, viewing });
  };
  const asksPeople = columnsCompared(plan.conditions).some((column) => !isOfResponse(column) && asksPerson(column));
  const response = [sql.ref('answers.completed_at'), sql.ref('answers.id')];
  return {
    from: (early) => sql`from (${isEach ? answers.each : answers.latest}) answers
      ${asksPeople || early.has(personJoin) ? joinedPerson(context, person, { household: needs, plan }) : sql``}
     where ${answers.any} and ${allHold(plan.conditions, columnOf, viewing)}`,
    column: ({ column, component }) => (column ? columnOf(column, component) : blankColumn(null)),
    keys: { client_id: person, ...(isEach ? { response_id: sql.ref('answers.id') } : {}) },
    ties: [person, ...(isEach ? response : [])],
    recorded: () => (isEach ? response : [sql.ref('answers.completed_at'), person]),
    joins: asksPeople
      ? {}
      : { [personJoin]: joinedPerson(context, sql.ref('page.client_id'), { household: needs, plan }) },
    link: (column, { client_id, response_id }) => {
      const person = `/organization/clients/${client_id}`;
      return isEach && isOfResponse(column) ? `${person}/client_forms/${response_id}` : person;
    },
  };
};
