import type { Issue } from '#forms/issue.ts';
import type { ReportDefinition } from '../definition.ts';
import type { PlanSources } from '../plan/plan.ts';
import { planReport } from '../plan/plan-report.ts';

/**
 * What is wrong with a report for who builds it from this catalogue, each at its path below the definition: the same in
 * the browser while it is built and on the server when it is saved.
 */
export const checkReport = (definition: ReportDefinition, catalogue: PlanSources): Issue[] =>
  planReport(definition, catalogue).issues;
