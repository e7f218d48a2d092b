import type { ReportDefinition } from '#reports/definition.ts';
import { countsArchived, reportKinds } from '#reports/kinds.ts';
import { columnsCompared, type Plan } from '#reports/plan/plan.ts';
import { askingFor } from '#server/access/consents.ts';
import { refuse } from '#server/kit/problem.ts';
import { withTimeout } from './ask.ts';
import { askedInWords } from './asked-words.ts';
import { type CompileOptions, compiled, planned } from './compile.ts';
import { leftOutPeople } from './consent-filter.ts';
import type { ReportContext } from './context.ts';
import { filled } from './empty-groups.ts';
import { kinds } from './kinds/index.ts';
import { chosenIn, conditionSet } from './kinds/kind.ts';
import { matchLabels, windowLabels } from './match-labels.ts';
import { Report } from './report.ts';
import { withTop } from './top.ts';
import { unappliedBelow, unappliedWarnings, unmatchedWarnings, unorderedWarnings } from './warnings.ts';

/** The conditions of single columns that work something out. */
const filtersOf = ({ fields }: ReportDefinition, plan: Plan) =>
  fields.flatMap(({ key, filters }, at) => {
    const one = plan.columns[at];
    const conditions = filters && one?.agg ? chosenIn(filters, plan) : { and: [] };
    return one && conditions.and.length > 0 ? [{ key, label: one.label, conditions }] : [];
  });

/** The conditions of windows, by the forms that the caller may read. */
const windowsOf = ({ window }: ReportDefinition, plan: Plan) =>
  plan.forms.flatMap(({ id, name, restricted }) => {
    const conditions = chosenIn(window?.filters?.[id] ?? { and: [] }, plan);
    return conditions.and.length > 0 && !restricted ? [{ form: id, name, conditions }] : [];
  });

/** Which responses to a form are read of each person, by the forms that the caller may read. */
const matchesOf = (plan: Plan) =>
  plan.forms.flatMap(({ id, name, restricted, match, window }) => {
    const isOfPeople = reportKinds[plan.report_type].forms?.ofPeople && plan.partition?.form !== id;
    const words = match ? matchLabels(plan, match) : window && isOfPeople ? windowLabels(window) : null;
    return words && !restricted ? [{ form: id, name, ...words }] : [];
  });

const isAskedOfForms = ({ conditions, conditionsAfter }: Plan): boolean =>
  columnsCompared([...conditions, ...conditionsAfter]).some(({ form }) => form !== null);

/**
 * A report for this caller. Throws what is wrong with it, each at its path; of a report that was kept, only what is
 * wrong with the overrides: what it names and is not there any more is blank. Who has not agreed to reports is left out,
 * where the organization requires that.
 */
export const reportOf = async (
  asking: ReportContext,
  definition: ReportDefinition,
  options: CompileOptions = {},
): Promise<Report> => {
  const context = { ...asking, caller: await askingFor(asking, 'report'), parameters: options.parameters };
  const source = { kind: kinds[definition.report_type], definition };
  const { plan: own, issues, compared } = await planned(context, source, options);
  const base = (await source.kind.below?.(context, definition)) ?? null;
  // An Aggregate counts archived people unless the report below says otherwise.
  const plan = base ? { ...own, archived: countsArchived(base, own.mode) } : own;
  const { isKept, conditions, sort } = options;
  const isOwn = ({ path }: { path: string }) =>
    !isKept ||
    (conditions && path.startsWith('conditions.')) ||
    (sort && path.startsWith('sort.')) ||
    /^parameters\.[a-z]/.test(path);
  refuse(issues.filter(isOwn));
  await withTimeout(context);
  const top = await withTop(context, await compiled(context, source, plan));
  const { fills, warning } = await filled(context, top.report);
  const leftOut = await leftOutPeople(context, { ...source, plan });
  const order = isKept && !sort ? issues.filter(({ path }) => path.startsWith('default_order.')) : [];
  const unapplied = [
    ...unappliedWarnings(plan),
    ...unmatchedWarnings(plan),
    ...unorderedWarnings(order),
    ...(top.report.relation.notes ?? []).map((message) => ({ key: null, count: 0, message })),
    ...(base ? unappliedBelow(base) : []),
  ];
  const hasWindows = plan.forms.some(({ window }) => window);
  const narrowing = {
    ...conditionSet(definition.conditions, { plan, compared }),
    filters: filtersOf(definition, plan),
    windows: windowsOf(definition, plan),
    after_window: hasWindows && isAskedOfForms(plan) ? plan.conditionsAfter.length > 0 : null,
    rows_after_window: hasWindows && plan.rowConditions.length > 0,
    matches: matchesOf(plan),
    archived_people: plan.archived,
    parameters: await askedInWords(context, plan.parameters),
    base: (await source.kind.base?.(context, definition)) ?? null,
  };
  const notes = [...top.notes, ...(warning ? [warning] : [])];
  return new Report(context, { ...top.report, fills }, { leftOut, notes, unapplied, narrowing });
};
