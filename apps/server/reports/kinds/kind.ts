import type { Column } from '#reports/columns.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import type { Plan } from '#reports/plan/plan.ts';
import type { ReportContext } from '../context.ts';
import type { Relation, Sql } from '../relation.ts';

/** Whether a report was kept: its author may have used more than the caller may. */
export type KeptState = { isKept: boolean };

/** A type of report: which columns stand above forms, and the rows of a plan. */
export type Kind = {
  /** Throws `forbidden` when what the report is about is not open to the caller. */
  columns: (context: ReportContext, definition: ReportDefinition, kept: KeptState) => Promise<readonly Column[]>;
  relate: (context: ReportContext, plan: Plan, definition: ReportDefinition) => Promise<Relation>;
  /**
   * Whose consent a row needs; undefined where a row is of nobody in particular, so that everybody's counts. Null: its
   * rows have nothing to do with people.
   */
  consenting: ((relation: Relation) => Sql | undefined) | null;
};
