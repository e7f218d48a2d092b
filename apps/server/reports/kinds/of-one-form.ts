import { sql } from 'kysely';
import type { Plan, PlanColumn } from '#reports/plan/plan.ts';
import { blankColumn, type FormSource } from '../form-source.ts';
import { restricted, type Sql, type SqlColumn } from '../relation.ts';
import { afterWindow, overColumn } from '../windows.ts';

/** Rows of a form after what is asked of them, under the form's name. */
export const rowsUnder = (source: FormSource, plan: Plan, { rows, met }: { rows: Sql; met: Sql }): Sql => {
  const name = sql.ref(source.name);
  return sql`(${afterWindow(sql`select ${name}.* from (${rows}) ${name} where ${met}`, source, plan)}) ${name}`;
};

/** What is above a form is read by `above`; what is closed to the caller, or is not there any more, is blank. */
export const columnsFrom =
  (sources: readonly FormSource[], above: (field: string) => SqlColumn) =>
  (one: PlanColumn, at: number): SqlColumn => {
    const { column } = one;
    if (!column) return blankColumn('');
    if (column.restricted) return restricted;
    if (column.form === null) return above(column.field);
    const source = sources.find(({ form }) => form.id === column.form) as FormSource;
    const own = source.column(column, one.component);
    return one.over ? overColumn(one, at, { source, own }) : own;
  };

/** A column of what a form's rows hold. */
export const columnOf = ({ name }: Pick<FormSource, 'name'>, column: string): Sql =>
  sql`${sql.ref(`${name}.${column}`)}`;
