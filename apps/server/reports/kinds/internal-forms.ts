import { sql } from 'kysely';
import type { Alternatives, Plan } from '#reports/plan/plan.ts';
import { visibleInternalRecords } from '#server/access/scopes.ts';
import { allHold } from '../conditions.ts';
import { type ReportContext, viewingOf } from '../context.ts';
import { blankColumn, type FormSource, formSources, recordsOf } from '../form-source.ts';
import type { Relation, Sql } from '../relation.ts';
import { columnOf, columnsFrom, keptUnder } from './of-one-form.ts';

/** Records of an internal form, and beside each the one that it picks from another form, where there is one. */
export const internalForms = async (context: ReportContext, plan: Plan): Promise<Relation> => {
  const { caller } = context;
  const organization_id = caller.organization.id;
  const viewing = viewingOf(caller);
  const sources = await formSources(context, plan, viewing);
  const [source, picked] = sources;
  const scope = sql`${visibleInternalRecords(caller, 'read')}`;
  const own = (name: string) => (source ? columnOf(source, name) : sql`null`);

  const beside = (first: FormSource): Sql => {
    if (!picked || !plan.picks) return sql``;
    const { plain } = first.column(plan.picks);
    return sql`left join (${recordsOf(picked, { organization_id, scope })}) ${sql.ref(picked.name)}
      on ${columnOf(picked, 'id')} = ${plain}`;
  };
  return {
    from: () => {
      if (!source) return sql`from (select null::bigint as id) nothing where false`;
      const rows = recordsOf(source, { organization_id, scope });
      const areMet = (conditions: readonly Alternatives[]): Sql =>
        allHold(conditions, (column) => (column.form === picked?.form.id ? picked : source).column(column), viewing);
      return keptUnder(source, plan, {
        rows,
        beside: beside(source),
        met: areMet([...plan.conditions, ...(source.form.window?.filters ?? [])]),
        metAfter: areMet(plan.conditionsAfter),
      });
    },
    column: columnsFrom(sources, () => blankColumn(null)),
    keys: Object.fromEntries(sources.map((one) => [`response_${one.form.id}`, columnOf(one, 'id')])),
    ties: source ? [own('created_at'), own('id')] : [],
    recorded: ({ form }) => {
      const one = sources.find((each) => each.form.id === form) ?? source;
      return one ? [columnOf(one, 'created_at'), columnOf(one, 'id')] : [];
    },
    joins: {},
    link: ({ form }, keys) => {
      const response = keys[`response_${form}`];
      return response ? `/organization/internal_form_responses/${form}/records/${response}` : null;
    },
  };
};
