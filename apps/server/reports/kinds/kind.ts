import type { Column } from '#reports/columns.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import type { Plan } from '#reports/plan/plan.ts';
import type { ReportContext } from '../context.ts';
import type { Relation } from '../relation.ts';

/** Whether a report was kept: its author may have used more than the caller may. */
export type Kept = { isKept: boolean };

/** A type of report: which columns stand above forms, and the rows of a plan. */
export type Kind = {
  /** Throws `forbidden` when what the report is about is not open to the caller. */
  columns: (context: ReportContext, definition: ReportDefinition, kept: Kept) => Promise<readonly Column[]>;
  relate: (context: ReportContext, plan: Plan, definition: ReportDefinition) => Promise<Relation>;
};
