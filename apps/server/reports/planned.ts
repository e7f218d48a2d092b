import type { ReportDefinition } from '#reports/definition.ts';
import { planned } from './compile.ts';
import type { ReportContext } from './context.ts';
import { kinds } from './kinds/index.ts';

/** What a definition comes to for this caller, and all that is wrong with it. */
export const plannedFor = (context: ReportContext, definition: ReportDefinition, { isKept = false } = {}) =>
  planned(context, { kind: kinds[definition.report_type], definition }, { isKept });
