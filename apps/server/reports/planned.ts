import type { ReportDefinition } from '#reports/definition.ts';
import { planned } from './compile.ts';
import type { ReportContext } from './context.ts';
import { kinds } from './kinds/index.ts';

/** What a definition comes to for this caller, and all that is wrong with it. */
export const plannedFor = (context: ReportContext, definition: ReportDefinition, { isKept = false } = {}) => {
  const kind = kinds[definition.report_type];
  if (!kind) throw new Error(`Nothing gives reports of the type ${definition.report_type}`);
  return planned(context, { kind, definition }, { isKept });
};
