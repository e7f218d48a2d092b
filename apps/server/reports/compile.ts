import { sql } from 'kysely';
import { type Column, clientColumns } from '#reports/columns.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import type { Plan, PlanColumn } from '#reports/plan/plan.ts';
import { type Overrides, planReport } from '#reports/plan/plan-report.ts';
import { catalogueFor } from './catalogue.ts';
import type { CompiledReport } from './cells.ts';
import { computedIn } from './computed-columns.ts';
import { type ReportContext, type ViewerCalendar, viewingOf } from './context.ts';
import { derivedColumn } from './derived-columns.ts';
import type { Kind } from './kinds/kind.ts';
import type { Relation, SqlColumn } from './relation.ts';

/** In place of what the report says itself, and whether it was kept: then what no longer fits is left out of it. */
export type CompileOptions = Overrides & { isKept?: boolean };

/** A definition with what gives the rows of its type. */
export type Source = { kind: Kind; definition: ReportDefinition };

/** What a report is to work out for this caller, and all that is wrong with it. */
export const planned = async (
  context: ReportContext,
  { kind, definition }: Source,
  { isKept = false, ...overrides }: CompileOptions = {},
) => {
  const { conditions = definition.conditions } = overrides;
  const columns = await kind.columns(context, { ...definition, conditions }, { isKept });
  const catalogue = await catalogueFor(context, definition, { columns, isKept });
  const below = await kind.below?.(context, definition);
  return planReport(definition, { ...catalogue, parameters: below?.parameters }, overrides);
};

const clientId = clientColumns.find(({ field }) => field === 'client_id') as Column;

/** A column as the plan shows it. Households are counted by a number, which is the person's below zero where they have none. */
const columnOf = (
  relation: Relation,
  { one, at }: { one: PlanColumn; at: number },
  viewing: ViewerCalendar,
): SqlColumn => {
  const own = derivedColumn(relation, { one, at }, viewing);
  if (one.agg !== 'count_households') return own;
  const person = relation.column({ ...one, column: clientId, agg: null }, at);
  return { ...own, plain: sql`coalesce(${own.plain}, - ${person.plain})` };
};

/** A plan as statements are made of it. */
export const compiled = async (
  context: ReportContext,
  { kind, definition }: Source,
  plan: Plan,
): Promise<CompiledReport> => {
  const relation = await kind.relate(context, plan, definition);
  const viewing = viewingOf(context.caller);
  const cells = plan.columns.map((one, at) => ({ one, column: columnOf(relation, { one, at }, viewing), at }));
  const computed = computedIn(relation, cells, viewing);
  return { plan, relation, cells, viewing, computed, below: context.small_numbers_below ?? null };
};
