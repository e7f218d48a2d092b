import type { Column } from '#reports/columns.ts';
import type { ReportConditions } from '#reports/conditions.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { type AskedParameter, withChosen } from '#reports/parameters.ts';
import type { Plan, PlanForm } from '#reports/plan/plan.ts';
import type { ReportContext } from '../context.ts';
import type { Relation, Sql } from '../relation.ts';

/** Whether a report was kept: its author may have used more than the caller may. */
export type KeptState = { isKept: boolean };

/** Conditions of a report, with the columns that they speak of and the forms of these. */
export type ConditionSet = {
  conditions: ReportConditions;
  columns: readonly Column[];
  forms: readonly Pick<PlanForm, 'id' | 'name'>[];
};

/** Conditions with what the reader chose in place of what the report asks. */
export const chosenIn = (conditions: ReportConditions, { parameters }: Plan): ReportConditions =>
  withChosen(conditions, new Map(parameters.map((one) => [one.key, one])));

/** What a report's conditions say, for who reads them. */
export const conditionSet = (
  conditions: ReportConditions,
  { plan, compared }: { plan: Plan; compared: readonly Column[] },
): ConditionSet => ({
  conditions: chosenIn(conditions, plan),
  columns: compared.map((column) => (column.restricted ? unnamed(column) : column)),
  forms: plan.forms.flatMap(({ id, name, restricted }) => (restricted ? [] : { id, name })),
});

/** A column of a restricted form for who may not read its answers: they may not open the form either. */
const unnamed = ({ options: _, of: _of, ...column }: Column): Column => ({
  ...column,
  label: 'A question of a restricted form',
});

/** A parameter as the caller may know it: a choice among the answers of a restricted form without any of them. */
export const askedOf = (one: AskedParameter): AskedParameter =>
  one.column?.restricted ? { ...one, column: unnamed(one.column), value: null, default: null } : one;

/** A type of report: which columns stand above forms, and the rows of a plan. */
export type Kind = {
  /** Throws `forbidden` when what the report is about is not open to the caller. */
  columns: (context: ReportContext, definition: ReportDefinition, kept: KeptState) => Promise<readonly Column[]>;
  relate: (context: ReportContext, plan: Plan, definition: ReportDefinition) => Promise<Relation>;
  /** What narrows the rows of the report that it is built on; absent where it is built on none. */
  base?: (
    context: ReportContext,
    definition: ReportDefinition,
  ) => Promise<(Omit<ConditionSet, 'conditions'> & { conditions: ReportConditions | null }) | null>;
  /** The plan of the report that it is built on. */
  below?: (context: ReportContext, definition: ReportDefinition) => Promise<Plan | null>;
  /**
   * Whose consent a row needs; undefined where a row is of nobody in particular, so that everybody's counts. Null: its
   * rows have nothing to do with people.
   */
  consenting: ((relation: Relation) => Sql | undefined) | null;
};
