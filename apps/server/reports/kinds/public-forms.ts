import { sql } from 'kysely';
import { clientLink } from '#reports/columns.ts';
import type { Plan } from '#reports/plan/plan.ts';
import { visibleClients, visiblePublicInstances } from '#server/access/scopes.ts';
import { clientColumn, presentHousehold } from '../client-columns.ts';
import { allHold } from '../conditions.ts';
import { type ReportContext, viewingOf } from '../context.ts';
import { formSources, recordsOf } from '../form-source.ts';
import type { Relation, Sql, SqlColumn } from '../relation.ts';
import { shownAs } from '../show.ts';
import { columnOf, columnsFrom, rowsUnder } from './of-one-form.ts';

const noRows: Sql = sql`from (select null::bigint as id where false) nothing left join clients on false where false`;

/** What strangers sent by the links of one form; the person stands beside it where one is linked and open to the caller. */
export const publicForms = async (context: ReportContext, plan: Plan): Promise<Relation> => {
  const { caller } = context;
  const organization_id = caller.organization.id;
  const viewing = viewingOf(caller);
  const sources = await formSources(context, plan, viewing);
  const [source] = sources;
  const linked: SqlColumn = { plain: sql`(link.id is not null)`, show: shownAs('boolean', viewing.zone) };
  const person = (field: string): SqlColumn =>
    field === clientLink.field ? linked : clientColumn(field, context, viewing);
  const ofForm = plan.conditions.filter(({ column }) => column !== null && column.form !== null && !column.restricted);
  const others = plan.conditions.filter((one) => !ofForm.includes(one));
  const own = (name: string) => (source ? columnOf(source, name) : sql`null`);
  return {
    from: () => {
      if (!source) return noRows;
      const rows = recordsOf(source, { organization_id, scope: sql`${visiblePublicInstances(caller, 'read')}` });
      return sql`from ${rowsUnder(source, plan, { rows, met: allHold([...ofForm, ...(source.form.window?.filters ?? [])], source.column, viewing) })}
        left join public_form_links link on link.organization_id = ${organization_id} and link.instance_id = ${own('id')}
        left join responses made on made.organization_id = ${organization_id} and made.id = link.response_id
        left join clients on clients.organization_id = ${organization_id} and clients.id = made.client_id
          and ${visibleClients(caller, 'read')}
        ${presentHousehold(context)}
        where ${allHold(others, ({ field }) => person(field), viewing)}`;
    },
    column: columnsFrom(sources, person),
    keys: { client_id: sql`clients.id`, ...(source && { [`response_${source.form.id}`]: own('id') }) },
    ...(source && { person: sql`coalesce('client ' || clients.id, 'instance ' || ${own('id')})` }),
    ties: source ? [sql`clients.id`, own('completed_at'), own('id')] : [],
    recorded: () => [own('completed_at'), own('id')],
    joins: {},
    link: ({ form }, keys) => {
      if (form === null) return keys.client_id ? `/organization/clients/${keys.client_id}` : null;
      const response = keys[`response_${form}`];
      return response ? `/organization/public_responses/x/responses/${response}` : null;
    },
  };
};
