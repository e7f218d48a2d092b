import type { ReportDefinition } from '#reports/definition.ts';
import { type Overrides, planReport } from '#reports/plan/plan-report.ts';
import { refuse } from '#server/kit/problem.ts';
import { withPatience } from './ask.ts';
import { catalogueFor } from './catalogue.ts';
import { type ReportContext, viewingOf } from './context.ts';
import { kinds } from './kinds/index.ts';
import { Report } from './report.ts';

/** In place of what the report says itself, and whether it was kept: then what no longer fits is left out of it. */
export type Asked = Overrides & { isKept?: boolean };

/**
 * A report for this caller. Throws what is wrong with it, each at its path; of a report that was kept, only what is
 * wrong with the overrides: what it names and is not there any more is blank.
 */
export const reportOf = async (
  context: ReportContext,
  definition: ReportDefinition,
  { isKept = false, ...overrides }: Asked = {},
): Promise<Report> => {
  const kind = kinds[definition.report_type];
  if (!kind) throw new Error(`Nothing gives reports of the type ${definition.report_type}`);
  const columns = await kind.columns(context, definition);
  const catalogue = await catalogueFor(context, definition, { columns, isKept });
  const { plan, issues } = planReport(definition, catalogue, overrides);
  const own = ({ path }: { path: string }) =>
    !isKept || (overrides.conditions && path.startsWith('conditions.')) || (overrides.sort && path.startsWith('sort.'));
  refuse(issues.filter(own));
  await withPatience(context);
  const relation = await kind.relate(context, plan);
  const cells = plan.columns.map((one, at) => ({ one, column: relation.column(one, at), at }));
  return new Report(context, { plan, relation, cells, viewing: viewingOf(context.caller) });
};
