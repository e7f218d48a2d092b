import { sql } from 'kysely';
import { type Column, type SystemTable, systemTables } from '#reports/columns.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { columnsCompared, type Plan } from '#reports/plan/plan.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { clientColumn, presentHousehold } from '../client-columns.ts';
import { allHold } from '../conditions.ts';
import { type ReportContext, viewingOf } from '../context.ts';
import { blankColumn } from '../form-source.ts';
import { memberLabels } from '../member-labels.ts';
import { peopleScopes } from '../people-scopes.ts';
import type { Relation, Sql, SqlColumn } from '../relation.ts';
import { shownAs } from '../show.ts';
import { demandTable, type SystemSource, systemSources } from './system-tables.ts';

/** Under which name the table beside is joined late. */
const besidesJoin = 'besides';

const personAddress = '/organization/clients';

/** Where a row of a table leads. */
const links: Partial<Record<SystemTable, (keys: Record<string, number | null>) => string | null>> = {
  people: ({ client_id }) => `${personAddress}/${client_id}`,
  responses: ({ client_id, response_id }) => `${personAddress}/${client_id}/client_forms/${response_id}`,
  notes: ({ client_id }) => (client_id === null ? null : `${personAddress}/${client_id}`),
};

/** The people whom the caller may see. */
const people = (context: ReportContext, plan: Plan): Omit<SystemSource, 'columns'> => ({
  from: sql`clients ${presentHousehold(context, plan)}`,
  where: sql`clients.organization_id = ${context.caller.organization.id} and ${peopleScopes(plan).clients(context.caller, 'read')}`,
  id: sql.ref('clients.id'),
});

/** The ids that rows are linked and exported by, and the columns that hold them. */
const keysOf: Partial<Record<SystemTable, Readonly<Record<string, string>>>> = {
  responses: { client_id: 'client_id', response_id: 'response_id' },
  notes: { client_id: 'client_id' },
};

/** The columns of the table that a report is about. Throws forbidden for who may read nothing of it. */
export const systemColumns = async (
  context: ReportContext,
  { settings: { table } }: ReportDefinition,
): Promise<readonly Column[]> => {
  if (!table) return [];
  await demandTable(context, table);
  return systemTables[table];
};

/** What the organization's forms are called, by their ids. */
const formNames = async ({ tx, caller }: ReportContext): Promise<Map<number, string>> => {
  const forms = await ofOrganization(tx, 'forms', caller).select(['id', 'name']).orderBy('id').execute();
  return new Map(forms.map(({ id, name }) => [id, name]));
};

/** A table of the product itself, as far as the caller may read it. */
export const system = async (context: ReportContext, plan: Plan): Promise<Relation> => {
  const { caller } = context;
  // Checked with the definition.
  const table = plan.settings.table as SystemTable;
  const viewing = viewingOf(caller);
  const users = plan.columns.some(({ column }) => column?.result === 'user') ? await memberLabels(context) : null;
  const source = table === 'people' ? null : systemSources[table](caller, { plan, forms: await formNames(context) });
  const { from, where, id } = source ?? people(context, plan);
  const columnOf = (column: Column): SqlColumn => {
    const { field, result } = column;
    if (!source) return clientColumn(field, context, viewing);
    const beside = source.besides?.columns[field];
    const plain = source.columns[field] ?? beside;
    if (!plain) return blankColumn(column);
    const late = beside ? { late: besidesJoin } : {};
    if (result !== 'user') return { plain, ...late, show: shownAs(result, viewing.zone) };
    return { plain, ...late, words: users ?? new Map(), show: (user) => users?.get(String(user)) ?? `User ${user}` };
  };
  const besides = source?.besides;
  const asksBesides = columnsCompared(plan.conditions).some(({ field }) => besides?.columns[field]);
  return {
    from: (early) => sql`from ${from} ${besides && (asksBesides || early.has(besidesJoin)) ? besides.join(id) : sql``}
      where ${where} and ${allHold(plan.conditions, columnOf, viewing)}`,
    column: ({ column }) => (column ? columnOf(column) : blankColumn(null)),
    keys: source
      ? Object.fromEntries(
          Object.entries(keysOf[table] ?? {}).map(([name, field]) => [name, source.columns[field] as Sql]),
        )
      : { client_id: id },
    ties: [id],
    recorded: () => [source?.columns.completed_at ?? source?.columns.created_at ?? id, id],
    joins: besides && !asksBesides ? { [besidesJoin]: besides.join(sql.ref('page.response_id')) } : {},
    link: (_, keys) => links[table]?.(keys) ?? null,
  };
};
