import { sql } from 'kysely';
import { type AddressComponent, type Column, clientColumns, responseColumns } from '#reports/columns.ts';
import type { Plan } from '#reports/plan/plan.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { clientColumn, needsHousehold, presentHousehold } from '../client-columns.ts';
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
  const organization_id = caller.organization.id;
  const viewing = viewingOf(caller);
  const answers = await answersOf(context, plan);
  const isEach = plan.settings.all_answers === true;
  const needs = columnsNamed(plan).some(({ field }) => needsHousehold(field));
  const columnOf = (column: Column, component?: AddressComponent | null): SqlColumn => {
    if (column.restricted) return restricted;
    if (isOfResponse(column)) return answers.column(column, component) ?? blankColumn('');
    return clientColumn(column.field, context, viewing);
  };
  const response = [sql.ref('answers.completed_at'), sql.ref('answers.id')];
  return {
    from: () => sql`from (${isEach ? answers.each : answers.latest}) answers
      join clients on clients.organization_id = ${organization_id} and clients.id = answers.client_id
      ${needs ? presentHousehold(context) : sql``}
     where clients.organization_id = ${organization_id} and ${visibleClients(caller, 'read')}
       and ${answers.any} and ${allHold(plan.conditions, columnOf, viewing)}`,
    column: ({ column, component }) => (column ? columnOf(column, component) : blankColumn('')),
    keys: { client_id: sql.ref('clients.id'), ...(isEach ? { response_id: sql.ref('answers.id') } : {}) },
    ties: [sql.ref('clients.id'), ...(isEach ? response : [])],
    recorded: () => (isEach ? response : [sql.ref('answers.completed_at'), sql.ref('clients.id')]),
    joins: {},
    link: (column, { client_id, response_id }) => {
      const person = `/organization/clients/${client_id}`;
      return isEach && isOfResponse(column) ? `${person}/client_forms/${response_id}` : person;
    },
  };
};
