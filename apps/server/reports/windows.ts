import { sql } from 'kysely';
import type { Column } from '#reports/columns.ts';
import { columnsCompared, type Plan, type PlanColumn, type PlanWindow } from '#reports/plan/plan.ts';
import type { FormSource } from './form-source.ts';
import { type Sql, type SqlColumn, sortedByLabel } from './relation.ts';
import { sortedBy } from './sorted.ts';

/** The name under which a form's rows hold what a column says of other rows. */
export const windowName = (at: number): string => `w${at}`;

/** A column that says something of other rows, with its place. */
type Over = { one: PlanColumn & { column: Column }; at: number };

/** The columns of a form that say something of other rows. */
export const overOf = (plan: Plan, form: number): Over[] =>
  plan.columns.flatMap((one, at) =>
    one.over && one.column?.form === form ? [{ one: { ...one, column: one.column }, at }] : [],
  );

/** Rows told apart along time: whose, and in which order. */
type Line = { part: Sql; order: Sql; id: Sql };

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

const valueOver = (one: PlanColumn, value: Sql, line: Line): Sql => {
  const [earliest, latest] = [outermost(value, line, 'asc'), outermost(value, line, 'desc')];
  switch (one.over) {
    case 'sum':
      return compared(value, line, sql`${earliest} + ${latest}`);
    case 'diff':
      return compared(value, line, sql`${latest} - ${earliest}`);
    case 'avg':
      return compared(value, line, sql`(${earliest} + ${latest}) / 2::float8`);
    default:
      return sql`case when ${line.order} is not null then ${followed(value, line, one.over)} end`;
  }
};

/** What a column that says something of other rows gives outside its form. */
export const overColumn = (one: PlanColumn, at: number, { source, own }: { source: FormSource; own: SqlColumn }) => {
  const name = windowName(at);
  const plain: Sql = sql`${sql.ref(`${source.name}.${name}`)}`;
  if (one.over !== 'previous' && one.over !== 'next') return { plain, show: own.show };
  const { late: _, sorted, ...rest } = own;
  if (!own.shown) return { ...rest, plain };
  const shown: Sql = sql`${sql.ref(`${source.name}.${name}_shown`)}`;
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
  const columns = overOf(plan, source.form.id).flatMap(({ one, at }) => {
    const { plain, shown } = source.column(one.column, one.component);
    const values = [sql`, ${valueOver(one, plain, line)} as ${sql.ref(windowName(at))}`];
    const isShown = shown && (one.over === 'previous' || one.over === 'next');
    return isShown
      ? [...values, sql`, ${valueOver(one, shown, line)} as ${sql.ref(`${windowName(at)}_shown`)}`]
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
    ...overOf(plan, source.form.id).map(({ one }) => source.column(one.column)),
    ...(plan.partition?.form === source.form.id ? [source.column(plan.partition)] : []),
    ...columnsCompared(window.filters).map((column) => source.column(column)),
  ];
};
