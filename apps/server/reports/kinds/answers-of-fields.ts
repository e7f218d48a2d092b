import { sql } from 'kysely';
import { type AddressComponent, type Column, isField, responseColumns } from '#reports/columns.ts';
import { columnsRead, type Plan, type PlanForm } from '#reports/plan/plan.ts';
import { openForms } from '#server/access/scopes.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { type ReportContext, viewingOf } from '../context.ts';
import { type FormSource, formSources, responsesOf } from '../form-source.ts';
import { peopleScopes } from '../people-scopes.ts';
import { databaseTypes, type Sql, type SqlColumn, sortedByLabel } from '../relation.ts';

const ofAnyResponse = new Set(responseColumns(0).map(({ field }) => field));

/** Whether a column speaks of a field, or of a response, and not of a person or a household. */
export const isOfResponse = (column: Pick<Column, 'field'>): boolean =>
  isField(column) || ofAnyResponse.has(column.field);

/** All columns that a plan names, each once. */
export const columnsNamed = (plan: Plan): Column[] => [
  ...new Map(columnsRead(plan).map((column) => [column.field, column])).values(),
];

/** Of a column in a union: its parts must agree on it. */
const typeOf = ({ field, result }: Column): Sql => sql.raw(field === 'response_id' ? 'bigint' : databaseTypes[result]);

/** The client forms open to the caller that ask or asked any of these fields, and which. */
const formsAsking = async ({ tx, caller }: ReportContext, field_ids: number[]) => {
  const rows = await ofOrganization(tx, 'forms', caller)
    .innerJoin('field_slots', (join) =>
      join.on('field_slots.organization_id', '=', caller.organization.id).onRef('field_slots.form_id', '=', 'forms.id'),
    )
    .select(['forms.id', 'forms.name', 'field_slots.field_id'])
    .where('forms.form_type', '=', 'client')
    .where('field_slots.field_id', '=', among(field_ids))
    .where(openForms(caller, 'read'))
    .orderBy('forms.id')
    .execute();
  const fieldsOf = Map.groupBy(rows, ({ id }) => id);
  const forms = [...fieldsOf].map(
    ([id, [first]]): PlanForm => ({ id, name: first?.name ?? '', restricted: false, window: null, match: null }),
  );
  return { forms, asks: (form: number, field: number) => !!fieldsOf.get(form)?.some((one) => one.field_id === field) };
};

/** A column of a union of forms. */
type Part = { column: Column; name: string; own: SqlColumn; source: (source: FormSource) => SqlColumn | null };

/** Answers to fields wherever they were given, under the name `answers`. */
export type Answers = {
  /** A row for each response that holds any of them: client_id, id, completed_at, and the columns. */
  each: Sql;
  /** A row for each person: of each column the latest that is not blank, and when they answered last. */
  latest: Sql;
  /** That there is an answer to a field that is shown. */
  any: Sql;
  column: (column: Column, component?: AddressComponent | null) => SqlColumn | undefined;
};

const nothing = sql`select null::bigint as client_id, null::bigint as id, null::timestamptz as completed_at where false`;

const shownName = (name: string) => `${name}_shown`;
const anyOf = (all: Sql[]): Sql => (all.length > 0 ? sql`(${sql.join(all, sql` or `)})` : sql`false`);
const isThere = ({ plain, shown }: SqlColumn): Sql => sql`${shown ?? plain} is not null`;

const valuesIn = (parts: readonly Part[], source: FormSource): Sql =>
  sql.join(
    parts.flatMap(({ column, name, own, source: columnIn }) => {
      const found = columnIn(source);
      const plain = sql`(${found?.plain ?? sql`null`})::${typeOf(column)} as ${sql.ref(name)}`;
      if (!own.shown) return [plain];
      return [plain, sql`(${found?.shown ?? sql`null`})::jsonb as ${sql.ref(shownName(name))}`];
    }),
  );

/** The newest of a person's values. Lists are taken as JSON: there are no lists of lists of different lengths. */
const newest = (value: Sql, present: Sql): Sql =>
  sql`(array_agg(${value} order by completed_at desc, id desc) filter (where ${present}))[1]`;

const newestOf = ({ column, name, own }: Part): Sql[] => {
  const [plain, shown] = [sql.ref(name), sql.ref(shownName(name))];
  const present = isThere({ ...own, plain, ...(own.shown ? { shown } : {}) });
  const isList = column.result === 'choices';
  const value = sql`${newest(isList ? sql`to_jsonb(${plain})` : plain, present)} as ${plain}`;
  return own.shown ? [value, sql`${newest(shown, present)} as ${shown}`] : [value];
};

/** One row a person, of rows that are one a response. */
const latestOf = (each: Sql, parts: readonly Part[]): Sql => {
  const columns = parts.flatMap(({ column, name, own }) => {
    const value = sql.ref(name);
    const plain =
      column.result === 'choices'
        ? sql`case when ${value} is not null then array(select jsonb_array_elements_text(${value})) end as ${value}`
        : value;
    return own.shown ? [plain, sql.ref(shownName(name))] : [plain];
  });
  return sql`select ${sql.join([sql`client_id, completed_at`, ...columns])} from (
    select ${sql.join([sql`client_id, max(completed_at) as completed_at`, ...parts.flatMap(newestOf)])}
      from (${each}) each_one group by client_id) newest`;
};

const partOfAddress = (shown: Sql, component: AddressComponent): Sql =>
  component === 'text' ? sql`(${shown} ->> 'text')` : sql`(${shown} -> 'components' ->> ${component}::text)`;

/** What a plan reads of responses, wherever they were given. */
export const answersOf = async (context: ReportContext, plan: Plan): Promise<Answers> => {
  const { caller } = context;
  const organization_id = caller.organization.id;
  const used = columnsNamed(plan).filter((column) => isOfResponse(column) && !column.restricted);
  const { forms, asks } = await formsAsking(
    context,
    used.filter(isField).map(({ field }) => Number(field)),
  );
  const sources = await formSources(context, { ...plan, forms }, viewingOf(caller));
  const parts = used.flatMap((column, index): Part[] => {
    const isIn = ({ form }: FormSource) => !isField(column) || asks(form.id, Number(column.field));
    const first = sources.find(isIn);
    if (!first) return [];
    return [
      {
        column,
        name: `v${index}`,
        own: first.column(column),
        source: (source) => (isIn(source) ? source.column(column) : null),
      },
    ];
  });
  const scope = sql`${peopleScopes(plan).responses(caller, 'read')}`;
  const answered = (of: readonly Part[], source: FormSource) =>
    anyOf(
      of.flatMap(({ column, source: columnIn }) => {
        const found = isField(column) ? columnIn(source) : null;
        return found ? [isThere(found)] : [];
      }),
    );
  const each =
    parts.length === 0
      ? nothing
      : sql.join(
          sources.map((source) => {
            const name = sql.ref(source.name);
            const isEarly = parts.some(({ source: columnIn }) => columnIn(source)?.late);
            return sql`select ${name}.client_id, ${name}.id, ${name}.completed_at, ${valuesIn(parts, source)}
              from (${responsesOf(source, { organization_id, scope }, isEarly)}) ${name}
             where ${answered(parts, source)}`;
          }),
          sql` union all `,
        );
  const columnOf = ({ name, own }: Part, component?: AddressComponent | null): SqlColumn => {
    // What is stored beside the answers is not in the union.
    const { late: _, moment: _of, sorted, ...rest } = own;
    const shown = sql`answers.${sql.ref(shownName(name))}`;
    if (component) return { plain: partOfAddress(shown, component), show: String };
    return {
      ...rest,
      plain: sql`answers.${sql.ref(name)}`,
      ...(own.shown ? { shown } : {}),
      ...(sorted ? { sorted: sortedByLabel(shown) } : {}),
    };
  };
  const isShown = ({ column }: Part) =>
    isField(column) &&
    plan.columns.some(({ column: own, elapsed }) =>
      [own, elapsed?.until].some((shown) => shown?.field === column.field),
    );
  return {
    each,
    latest: parts.length === 0 ? nothing : latestOf(each, parts),
    any: anyOf(parts.filter(isShown).map((part) => isThere(columnOf(part)))),
    column: ({ field }, component) => {
      const part = parts.find(({ column }) => column.field === field);
      return part && columnOf(part, component);
    },
  };
};
