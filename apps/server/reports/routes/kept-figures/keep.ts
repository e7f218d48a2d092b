import type { z } from 'zod';
import type { keptFiguresRoutes } from '#contract/resources/kept-figures.ts';
import type { viewPage } from '#contract/resources/report-results.ts';
import { idsIn } from '#forms/definition/references.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import { reportKinds } from '#reports/kinds.ts';
import { asksForSomebody, namesPeople } from '#reports/plan/names-people.ts';
import type { Plan } from '#reports/plan/plan.ts';
import { inReport } from '#reports/references.ts';
import { openForms, visibleInternalForms } from '#server/access/scopes.ts';
import { smallNumbersBelow } from '#server/access/small-numbers.ts';
import type { Member, MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { among, conditionOn, ofOrganization, type Where } from '#server/kit/rows.ts';
import { askedFor, freshness } from '#server/reports/asked.ts';
import { isGroup } from '#server/reports/cells.ts';
import { kinds } from '#server/reports/kinds/index.ts';
import { definitionOf, findView, maySee, type ReportRow } from '#server/reports/stored.ts';
import { pageOf } from '#server/reports/view-data.ts';

type KeepBody = z.output<(typeof keptFiguresRoutes)['create']['body']>;
export type FiguresPage = z.output<typeof viewPage>;

/** So many rows are kept at most, and so many characters. */
const maxRows = 1000;
const maxSize = 2_000_000;

/** Whether a report is about a table of the product that not everyone may see. */
const readsTable = ({ settings }: ReportDefinition): boolean =>
  settings.table !== undefined && settings.table !== 'people';

/** Forms whose answers the caller may read. */
export const formsToRead = (caller: Member): Where<'forms'> => {
  const { and, or, eb } = conditionOn('forms');
  return or([and([eb('form_type', '=', 'client'), openForms(caller, 'read')]), visibleInternalForms(caller, 'read')]);
};

/** The report below an Aggregate. */
const targetOf = async ({ tx, caller }: MemberContext, { report_target_id }: ReportDefinition) => {
  if (report_target_id === null) return null;
  const rows = ofOrganization(tx, 'report_definitions', caller).selectAll().where('id', '=', report_target_id);
  const row = await rows.executeTakeFirst();
  return row ? definitionOf(row) : null;
};

/**
 * The forms whose answers are in the figures of definitions: those that they name and, where they look for fields on any
 * form, all that ask these; without those that the caller may not read, whose answers are in none of the figures.
 */
const formsBehind = async (
  { tx, caller }: MemberContext,
  definitions: readonly ReportDefinition[],
): Promise<number[]> => {
  const named = definitions.flatMap((one) => [...idsIn(inReport, one, 'form')]);
  const fields = definitions
    .map((one) => ({ one, kind: reportKinds[one.report_type] }))
    .filter(({ kind }) => !kind.forms && !kind.isBuiltOnReport)
    .flatMap(({ one }) => [...idsIn(inReport, one, 'field')]);
  const asking = await ofOrganization(tx, 'field_slots', caller)
    .select('form_id')
    .distinct()
    .where('field_id', '=', among(fields))
    .execute();
  const all = [...named, ...asking.map(({ form_id }) => form_id)];
  const open = await ofOrganization(tx, 'forms', caller)
    .select('forms.id')
    .where('forms.id', '=', among(all))
    .where(formsToRead(caller))
    .execute();
  return open.map(({ id }) => id);
};

const hasPeople = 'Figures that stay can’t show who people are';

/** Why what a report computes can't be kept; null when it can. */
const planProblem = (plan: Plan, below: Plan | null): string | null => {
  if (plan.mode !== 'agg')
    return 'Only figures can be kept: this report lists records. Group them in the report, or build an Aggregate on it.';
  const context = { columns: plan.columns, below };
  const naming = plan.columns.find((one) => (!one.hidden || isGroup({ one })) && namesPeople(one, context));
  if (naming) return `${hasPeople}. Remove the column ${naming.label}, or group by something else.`;
  const asks = (one: Plan, under: Plan | null) =>
    asksForSomebody(
      [
        ...[...one.conditions, ...one.conditionsAfter, ...one.rowConditions],
        ...one.columns.flatMap(({ filters }) => filters),
        ...one.forms.flatMap(({ window }) => window?.filters ?? []),
      ],
      { columns: one.columns, below: under },
    );
  return asks(plan, below) || (below && asks(below, null))
    ? `${hasPeople}. Remove the conditions on names and IDs.`
    : null;
};

/** Why a view can't be kept as it is now; null when it can. */
const viewProblem = ({ view, data, metadata, warnings }: FiguresPage): string | null => {
  const { view_type } = view;
  if (view_type === 'map') return 'A map can’t be kept: it shows where people are. Choose another view.';
  if (view_type !== 'table' && data === null)
    return (
      warnings.at(-1)?.message ?? 'The report has changed, so this view shows nothing. Edit it, or choose another.'
    );
  const crossed = data !== null && 'row_count' in data ? data : null;
  const count = crossed?.row_count ?? (view_type === 'table' ? metadata.total_count : 0);
  const shown = crossed?.rows.length ?? maxRows;
  return count > shown
    ? `Keep at most ${shown.toLocaleString('en-US')} rows: there are ${count.toLocaleString('en-US')}. Add a condition, or group by fewer columns.`
    : null;
};

/** What a view shows as it is stored: once, without the rows that a chart doesn't draw. */
const stored = ({ view, ...page }: FiguresPage): FiguresPage => ({
  ...page,
  view: { ...view, data: null },
  ...(view.view_type !== 'table' && { records: [] }),
});

/** What kept figures are stored as: the page, and what decides who sees them. */
type Figures = { page: FiguresPage; form_ids: number[]; target_id: number | null; hidden_below: number | null };

/** What a view of a report shows the caller now. Throws a Problem where it can't be kept. */
export const figuresNow = async (
  context: MemberContext,
  row: ReportRow,
  { view_id, seen_by, conditions, parameters, sort }: KeepBody,
): Promise<Figures> => {
  if (seen_by === 'readers' && !(await maySee(context, row.id, 'write')))
    throw invalid('seen_by', 'Choose “Only me”: only people who can change this report can show its figures to others');
  const view = await findView(context, row, view_id).catch((error: unknown) => {
    const isMissing = error instanceof Problem && error.code === 'not_found';
    throw isMissing ? invalid('view_id', 'Choose a view of this report') : error;
  });
  // Conditions that the person changed count in place of the report's own, and are stored with the figures.
  const definition = { ...definitionOf(row), ...(conditions && { conditions }) };
  const target = await targetOf(context, definition);
  const definitions = target ? [definition, target] : [definition];
  if (definitions.some(readsTable))
    throw invalid('base', 'Figures about the product’s own tables can’t be kept: not everyone may see these tables');
  const report = await askedFor(context, definition, { conditions, parameters, sort, isKept: true });
  const below = (await kinds[definition.report_type].below?.(context, definition)) ?? null;
  const refused = planProblem(report.plan, below);
  if (refused) throw invalid('base', refused);
  const result = await pageOf(report, view, { page: 1, page_size: maxRows, caller: context.caller });
  const fresh = { ...(await freshness(context, row)), refreshing: false };
  const page: FiguresPage = { ...result, ...fresh, view: { ...view, data: result.data } };
  const problem = viewProblem(page);
  if (problem) throw invalid('base', problem);
  if (JSON.stringify(stored(page)).length > maxSize)
    throw invalid('base', 'This is too much to keep. Add a condition, or show fewer columns.');
  return {
    page: stored(page),
    form_ids: await formsBehind(context, definitions),
    target_id: row.report_target_id,
    hidden_below: definition.settings.small_numbers ? null : await smallNumbersBelow(context),
  };
};
