import { sql } from 'kysely';
import { clientLink } from '#reports/columns.ts';
import type { Alternatives, Plan } from '#reports/plan/plan.ts';
import { type AccessScope, visiblePublicInstances } from '#server/access/scopes.ts';
import type { Member } from '#server/kit/handlers.ts';
import { clientColumn, presentHousehold } from '../client-columns.ts';
import { allHold } from '../conditions.ts';
import { type ReportContext, viewingOf } from '../context.ts';
import { formSources, recordsOf } from '../form-source.ts';
import { peopleScopes } from '../people-scopes.ts';
import type { Relation, Sql, SqlColumn } from '../relation.ts';
import { shownAs } from '../show.ts';
import { columnOf, columnsFrom, keptUnder } from './of-one-form.ts';

const noRows: Sql = sql`from (select null::bigint as id where false) nothing left join clients on false where false`;

/** Whose a response is, as `person`: of the response that was made of it, where that person is in a scope of the caller's. */
const whose = (caller: Member, people: AccessScope<'clients'>): Sql => {
  const own = caller.organization.id;
  return sql`
    left join public_form_links link on link.organization_id = ${own} and link.instance_id = responses.id
    left join responses made on made.organization_id = ${own} and made.id = link.response_id
    left join (select clients.id from clients
                where clients.organization_id = ${own} and ${people(caller, 'read')}) person
      on person.id = made.client_id`;
};

/** What strangers sent by the links of one form; the person stands beside it where one is linked and open to the caller. */
export const publicForms = async (context: ReportContext, plan: Plan): Promise<Relation> => {
  const { caller } = context;
  const organization_id = caller.organization.id;
  const viewing = viewingOf(caller);
  const sources = await formSources(context, plan, viewing);
  const [source] = sources;
  const own = (name: string) => (source ? columnOf(source, name) : sql`null`);
  const linked: SqlColumn = { plain: sql`(${own('link_id')} is not null)`, show: shownAs('boolean', viewing.zone) };
  const person = (field: string): SqlColumn =>
    field === clientLink.field ? linked : clientColumn(field, context, viewing);
  return {
    from: () => {
      if (!source) return noRows;
      const areMet = (conditions: readonly Alternatives[]): Sql =>
        allHold(conditions, (column) => (column.form === null ? person(column.field) : source.column(column)), viewing);
      const rows = recordsOf(
        source,
        { organization_id, scope: sql`${visiblePublicInstances(caller, 'read')}` },
        { id: sql`person.id`, more: sql`, link.id as link_id`, join: whose(caller, peopleScopes(plan).clients) },
      );
      return keptUnder(source, plan, {
        rows,
        beside: sql`left join clients on clients.organization_id = ${organization_id} and clients.id = ${own('client_id')}
          ${presentHousehold(context, plan)}`,
        met: areMet([...plan.conditions, ...(source.form.window?.filters ?? [])]),
        metAfter: areMet(plan.conditionsAfter),
      });
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
