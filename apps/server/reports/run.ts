import type { ReportDefinition } from '#reports/definition.ts';
import { askingFor } from '#server/access/consents.ts';
import { refuse } from '#server/kit/problem.ts';
import { withPatience } from './ask.ts';
import { type Asked, compiled, planned } from './compile.ts';
import type { ReportContext } from './context.ts';
import { kinds } from './kinds/index.ts';
import { leftOutPeople } from './left-out.ts';
import { Report } from './report.ts';

/**
 * A report for this caller. Throws what is wrong with it, each at its path; of a report that was kept, only what is
 * wrong with the overrides: what it names and is not there any more is blank. Who has not agreed to reports is left out,
 * where the organization requires that.
 */
export const reportOf = async (
  asking: ReportContext,
  definition: ReportDefinition,
  asked: Asked = {},
): Promise<Report> => {
  const context = { ...asking, caller: await askingFor(asking, 'report') };
  const source = { kind: kinds[definition.report_type], definition };
  const { plan, issues } = await planned(context, source, asked);
  const { isKept, conditions, sort } = asked;
  const own = ({ path }: { path: string }) =>
    !isKept || (conditions && path.startsWith('conditions.')) || (sort && path.startsWith('sort.'));
  refuse(issues.filter(own));
  await withPatience(context);
  return new Report(context, await compiled(context, source, plan), await leftOutPeople(context, { ...source, plan }));
};
