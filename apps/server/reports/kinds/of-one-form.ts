import { sql } from 'kysely';
import type { Plan, PlanColumn } from '#reports/plan/plan.ts';
import { blankColumn, type FormSource } from '../form-source.ts';
import { restricted, type Sql, type SqlColumn } from '../relation.ts';
import { afterWindow, overColumn } from '../windows.ts';

/**
 * `from …`: the rows of a form, under its name, with what stands beside them, and what both must meet. A window looks at
 * the rows that are left, and what it leaves must meet `metAfter`.
 */
export const keptUnder = (
  source: FormSource,
  plan: Plan,
  { rows, beside, met, metAfter }: { rows: Sql; beside: Sql; met: Sql; metAfter: Sql },
): Sql => {
  const name = sql.ref(source.name);
  const kept = sql`from (${rows}) ${name} ${beside} where ${met}`;
  if (!source.form.window) return kept;
  return sql`from (${afterWindow(sql`select ${name}.* ${kept}`, source, plan)}) ${name} ${beside} where ${metAfter}`;
};

/** What is above a form is read by `above`; what is closed to the caller, or is not there any more, is blank. */
export const columnsFrom =
  (sources: readonly FormSource[], above: (field: string) => SqlColumn) =>
  (one: PlanColumn): SqlColumn => {
    const { column } = one;
    if (!column) return blankColumn(null);
    if (column.restricted) return restricted;
    if (column.form === null) return above(column.field);
    const source = sources.find(({ form }) => form.id === column.form) as FormSource;
    const own = source.column(column, one.component);
    return one.over ? overColumn(one, { source, own }) : own;
  };

/** A column of what a form's rows hold. */
export const columnOf = ({ name }: Pick<FormSource, 'name'>, column: string): Sql =>
  sql`${sql.ref(`${name}.${column}`)}`;
