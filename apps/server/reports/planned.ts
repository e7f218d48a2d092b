import type { ReportDefinition } from '#reports/definition.ts';
import { planReport } from '#reports/plan/plan-report.ts';
import { catalogueFor } from './catalogue.ts';
import type { ReportContext } from './context.ts';
import { kinds } from './kinds/index.ts';

/** What a definition comes to for this caller, and all that is wrong with it. */
export const plannedFor = async (context: ReportContext, definition: ReportDefinition, { isKept = false } = {}) => {
  const columns = (await kinds[definition.report_type]?.columns(context, definition)) ?? [];
  return planReport(definition, await catalogueFor(context, definition, { columns, isKept }));
};
