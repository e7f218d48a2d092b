import { sql } from 'kysely';
import type { Column } from '#reports/columns.ts';
import { columnsCompared, type Plan, type PlanColumn, type PlanWindow } from '#reports/plan/plan.ts';
import type { FormSource } from './form-source.ts';
import { type Sql, type SqlColumn, sortedByLabel } from './relation.ts';
import { shownAs } from './show.ts';
import { sortedBy } from './sorted.ts';

/** The names under which a form's rows hold what a column says of other rows, and what is shown of it. */
const windowName = ({ key }: PlanColumn): string => `w_${key}`;
const shownName = ({ key }: PlanColumn): string => `ws_${key}`;

/** A column that says something of other rows. */
type Over = PlanColumn & { column: Column };

/** The columns of a form that say something of other rows. */
const overOf = (plan: Plan, form: number): Over[] =>
  plan.columns.flatMap((one) => (one.over && one.column?.form === form ? [{ ...one, column: one.column }] : []));

/** What gives the value of one row as it is. */
const givesOwn: readonly PlanColumn['over'][] = ['previous', 'next', 'first', 'latest'];

/** Rows told apart along time: whose, and in which order. */
type Line = { part: Sql; order: Sql; id: Sql };

/** The earliest and the latest value of a part. */
type Ends = readonly [Sql, Sql];

const ordering = ({ order, id }: Line, way: 'asc' | 'desc') => sql`${order} ${sql.raw(way)}, ${id} ${sql.raw(way)}`;

const before = sql`rows between unbounded preceding and 1 preceding`;

/** The earliest or latest value of a part that is not blank. */
const outermost = (value: Sql, line: Line, way: 'asc' | 'desc'): Sql =>
  sql`first_value(${value}) over (partition by ${line.part} order by ${value} is null, ${ordering(line, way)})`;

const compared = (value: Sql, line: Line, operation: Sql): Sql =>
  sql`case when count(${value}) over (partition by ${line.part}) > 1 then ${operation} end`;

/** The rows of a line up to each one, in one way or the other. Those without an order value are apart. */
const along = ({ part, ...line }: Line, way: 'asc' | 'desc', frame: Sql = sql``): Sql =>
  sql`over (partition by ${part}, ${line.order} is null order by ${ordering({ part, ...line }, way)} ${frame})`;

const followed = (value: Sql, line: Line, over: PlanColumn['over']): Sql => {
  switch (over) {
    case 'previous':
      return sql`kit.last_known(${value}) ${along(line, 'asc', before)}`;
    case 'next':
      return sql`kit.last_known(${value}) ${along(line, 'desc', before)}`;
    case 'running_total':
      return sql`sum(${value}::float8) ${along(line, 'asc', sql`rows unbounded preceding`)}`;
    default:
      return sql`row_number() ${along(line, 'asc')}`;
  }
};

/** A change as results show numbers, so that conditions, bands and directions are of what people see. */
const changeOf = ([first, latest]: Ends): Sql => sql`round((${latest} - ${first})::numeric, 10)::float8`;

const directionOf = (ends: Ends, better: Sql): Sql => sql`case sign(${changeOf(ends)})
  when 0 then 'same' when ${better} then 'improved' else 'worse' end`;

const valueOver = (one: PlanColumn, value: Sql, line: Line): Sql => {
  const [earliest, latest] = [outermost(value, line, 'asc'), outermost(value, line, 'desc')];
  switch (one.over) {
    case 'first':
      return compared(value, line, earliest);
    case 'latest':
      return compared(value, line, latest);
    case 'higher_is_better':
      return compared(value, line, directionOf([earliest, latest], sql`1`));
    case 'lower_is_better':
      return compared(value, line, directionOf([earliest, latest], sql`-1`));
    case 'sum':
      return compared(value, line, sql`${earliest} + ${latest}`);
    case 'change':
      return compared(value, line, changeOf([earliest, latest]));
    case 'diff':
      return compared(value, line, sql`${latest} - ${earliest}`);
    case 'avg':
      return compared(value, line, sql`(${earliest} + ${latest}) / 2::float8`);
    default:
      return sql`case when ${line.order} is not null then ${followed(value, line, one.over)} end`;
  }
};

/** What a column that says something of other rows gives outside its form. */
export const overColumn = (one: PlanColumn, { source, own }: { source: FormSource; own: SqlColumn }): SqlColumn => {
  const name = windowName(one);
  const plain: Sql = sql`${sql.ref(`${source.name}.${name}`)}`;
  const { options } = one.column ?? {};
  if (one.over === 'higher_is_better' || one.over === 'lower_is_better')
    return { plain, show: (value) => options?.find((option) => option.value === value)?.label ?? String(value) };
  // A change or a sum of choices is a plain number, not a choice.
  if (!givesOwn.includes(one.over)) return { plain, show: own.words ? shownAs('number', '') : own.show };
  const { late: _, sorted, ...rest } = own;
  if (!own.shown) return { ...rest, plain };
  const shown: Sql = sql`${sql.ref(`${source.name}.${shownName(one)}`)}`;
  return { ...rest, plain, shown, ...(sorted && { sorted: sortedByLabel(shown) }) };
};

/**
 * The rows of a form after its window: with what columns say of other rows, and one row a part where it is reduced.
 * @param rows a statement that gives the form's rows, with what was written where columns need it
 */
export const afterWindow = (rows: Sql, source: FormSource, plan: Plan): Sql => {
  const { window } = source.form;
  if (!window) return rows;
  const line = lineOf(source, plan, window);
  const name = sql.ref(source.name);
  const columns = overOf(plan, source.form.id).flatMap((one) => {
    const { plain, shown } = source.column(one.column, one.component);
    const values = [sql`, ${valueOver(one, plain, line)} as ${sql.ref(windowName(one))}`];
    return shown && givesOwn.includes(one.over)
      ? [...values, sql`, ${valueOver(one, shown, line)} as ${sql.ref(shownName(one))}`]
      : values;
  });
  const more = columns.length > 0 ? sql.join(columns, sql``) : sql``;
  if (!window.reduces) return sql`select ${name}.*${more} from (${rows}) ${name}`;
  const way = window.reduces === 'earliest' ? 'asc' : 'desc';
  const turn = sql`row_number() over (partition by ${line.part} order by ${ordering(line, way)})`;
  return sql`select ${name}.* from (
    select ${name}.*${more}, ${turn} as turn from (${rows}) ${name} where ${line.order} is not null
  ) ${name} where turn = 1`;
};

/**
 * As many of the rows that a window leaves of a form, told with whose they are and nothing else.
 * @param rows the form's rows; its window must reduce them
 */
export const partsOf = (rows: Sql, source: FormSource, plan: Plan): Sql => {
  const { window } = source.form;
  if (!window || isApart(source, plan)) return afterWindow(rows, source, plan);
  const name = sql.ref(source.name);
  return sql`select ${name}.client_id from (${rows}) ${name}
    where ${lineOf(source, plan, window).order} is not null group by ${name}.client_id`;
};

/** Whether a form's rows are told apart by something else than by whom they are of. */
export const isApart = ({ form }: FormSource, { partition }: Plan): boolean =>
  partition?.form === form.id && !partition.restricted;

const lineOf = (source: FormSource, plan: Plan, window: PlanWindow): Line => {
  return {
    part: isApart(source, plan)
      ? source.column(plan.partition as Column).plain
      : sql`${sql.ref(`${source.name}.client_id`)}`,
    order: sortedBy(source.column(window.order), window.order.result),
    id: sql`${sql.ref(`${source.name}.id`)}`,
  };
};

/** What windows read of a form besides what is shown of it. */
export const windowReads = (source: FormSource, plan: Plan): SqlColumn[] => {
  const { window } = source.form;
  if (!window) return [];
  return [
    source.column(window.order),
    ...overOf(plan, source.form.id).map(({ column }) => source.column(column)),
    ...(plan.partition?.form === source.form.id ? [source.column(plan.partition)] : []),
    ...columnsCompared(window.filters).map((column) => source.column(column)),
  ];
};
