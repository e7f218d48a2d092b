import { sql } from 'kysely';
import { unknownBand } from '#reports/bands.ts';
import { type Column, isDate, type ReportType } from '#reports/columns.ts';
import type { ParameterValues, ReportDefinition } from '#reports/definition.ts';
import { placesIn } from '#reports/formula.ts';
import { asksTheSame, chosenOf } from '#reports/parameters.ts';
import { isOfEnds, type Plan, type PlanColumn } from '#reports/plan/plan.ts';
import { visibleReports } from '#server/access/scopes.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { type Cell, type CompiledReport, named, personOf } from '../cells.ts';
import { compiled, planned, type Source } from '../compile.ts';
import { allHold } from '../conditions.ts';
import type { ReportContext } from '../context.ts';
import { personName } from '../few-people.ts';
import { blankColumn } from '../form-source.ts';
import { between } from '../others.ts';
import { holdsOwn, showOf } from '../read.ts';
import { databaseTypes, type Relation, restricted, type SqlColumn, sortedByLabel } from '../relation.ts';
import { wholeResult } from '../statements.ts';
import { definitionOf, type ReportRow } from '../stored.ts';
import { conditionSet, type Kind } from './kind.ts';

/** What gives the rows of the types of report that an Aggregate may be built on. */
type Kinds = Partial<Record<ReportType, Kind>>;

/** The report below an Aggregate, whoever may open it: its rows are those that the caller may see. Null: it is none. */
const below = async (
  kinds: Kinds,
  { tx, caller }: ReportContext,
  { report_target_id }: ReportDefinition,
): Promise<Source | null> => {
  const row = await ofOrganization(tx, 'report_definitions', caller)
    .selectAll()
    .where('id', '=', report_target_id ?? 0)
    .executeTakeFirst();
  if (!row) return null;
  const definition = definitionOf(row as ReportRow);
  const kind = kinds[definition.report_type];
  return kind ? { kind, definition } : null;
};

/** Whether the caller may read the report below, and not only what it gives. */
const mayRead = async ({ tx, caller }: ReportContext, { report_target_id }: ReportDefinition): Promise<boolean> => {
  const row = await ofOrganization(tx, 'report_definitions', caller)
    .select('id')
    .where('id', '=', report_target_id ?? 0)
    .where(visibleReports(caller, 'read'))
    .executeTakeFirst();
  return row !== undefined;
};

type Target = Source & Awaited<ReturnType<typeof planned>>;

/** What was found for one call, by the ID of the report: its columns, its rows and its conditions are asked for one after the other. */
const found = new WeakMap<ReportContext, Map<number | null, Promise<Target | null>>>();

/**
 * What counts below: what the reader chose, else the Aggregate's own default of what both ask. Where they ask different
 * things by one key, it is the Aggregate's alone.
 */
const chosenFor = (chosen: ParameterValues, above: ReportDefinition, below: ReportDefinition): ParameterValues =>
  Object.fromEntries(
    below.parameters.flatMap((one) => {
      const own = above.parameters.find(({ key }) => key === one.key);
      if (own && !asksTheSame(own, one)) return [];
      const value = chosenOf(chosen, one.key);
      if (value !== undefined) return [[one.key, value]];
      return own ? [[one.key, own.default]] : [];
    }),
  );

/** The report below with its plan; null where there is none. */
const targetOf = (kinds: Kinds, context: ReportContext, definition: ReportDefinition): Promise<Target | null> => {
  const { report_target_id } = definition;
  const known = found.get(context) ?? new Map<number | null, Promise<Target | null>>();
  found.set(context, known);
  const target =
    known.get(report_target_id) ??
    below(kinds, context, definition).then(async (source) => {
      if (!source) return null;
      const parameters = chosenFor(context.parameters ?? {}, definition, source.definition);
      return { ...source, ...(await planned(context, source, { isKept: true, parameters })) };
    });
  known.set(report_target_id, target);
  return target;
};

/** How the report below shows dates: an Aggregate groups them so. */
const formatBelow = ({ result, column, formatter }: Pick<PlanColumn, 'result' | 'column' | 'formatter'>) => {
  const format = formatter?.output ?? column?.format;
  return format && isDate(result) ? { format } : {};
};

/** Whether a formula works with what the caller may not see. */
const readsRestricted = ({ formula }: PlanColumn, columns: readonly PlanColumn[]): boolean =>
  formula !== null && placesIn(formula).some((place) => columns[place]?.column?.restricted);

/** A column of the report below, by its key, with what it shows. */
const columnOf = (one: PlanColumn, columns: readonly PlanColumn[], { forms }: Pick<Plan, 'forms'>): Column => {
  const { key, label, result, column, agg, over, formatter, period, bands, elapsed, rowFormula, isPercent } = one;
  const isOfOthers = over !== null && !isOfEnds(one);
  const isOwn = !period && !bands && column?.result === result && !agg && !isOfOthers;
  const isRestricted = column?.restricted === true || readsRestricted(one, columns);
  const options = bands ?? (isOwn ? column?.options : undefined);
  return {
    form: null,
    field: key,
    type: 'field',
    label,
    result,
    // Conditions speak of a date, not of the time until another; of a number, not of its band; of an answer, not of the
    // first one; and of no formula.
    ...(column &&
      !elapsed &&
      !isOfEnds(one) &&
      !bands &&
      !rowFormula && { of: { form: column.form, field: column.field, type: column.type } }),
    ...formatBelow({ result, column, formatter }),
    ...(!agg && (bands || (period && result === 'number')) && { worded: true }),
    ...(bands ? { unknown: unknownBand } : isOwn && isOfEnds(one) && column?.unknown && { unknown: column.unknown }),
    // The options tell what a form asks.
    ...(options && !isRestricted && { options }),
    ...(forms.some(({ id, match }) => match && id === column?.form) && { matched: true }),
    ...(column?.whole && isOwn && { whole: true }),
    ...(isPercent && { percent: true }),
    ...(isRestricted && { restricted: true }),
  };
};

/** A cell of the report below as a column of the rows that it gives, which are called `target`. */
const cellColumn = (cell: Cell, viewing: CompiledReport['viewing']): SqlColumn => {
  const { one, column, at } = cell;
  const value = sql`target.${sql.ref(named.value(at))}`;
  const isList = one.result === 'choices';
  // What a function could not work with is blank, and of the type of blanks.
  const plain = isList
    ? sql`string_to_array(${value}, ${between})`
    : sql`${value}::${sql.raw(databaseTypes[one.result])}`;
  const show = showOf(cell, viewing);
  if (!holdsOwn(cell)) return { plain, show };
  const { words, read, sorted } = column;
  const shown =
    column.shown && (one.agg === null || one.agg === 'first' || one.agg === 'last')
      ? sql`target.${sql.ref(named.shown(at))}`
      : null;
  return {
    plain,
    show,
    ...(words && { words }),
    ...(read && { read }),
    ...(shown && { shown }),
    ...(shown && sorted && { sorted: sortedByLabel(shown) }),
  };
};

/** The rows of another report, as the caller sees them: all of its conditions come first. */
const relationOn = (target: CompiledReport, plan: Plan): Relation => {
  const { viewing } = target;
  const cellOf = ({ field }: Column) => target.cells.find(({ one }) => one.key === field);
  const sqlOf = (column: Column): SqlColumn => {
    if (column.restricted) return restricted;
    const cell = cellOf(column);
    return cell ? cellColumn(cell, viewing) : blankColumn(column);
  };
  const isGrouped = target.plan.mode === 'agg';
  return {
    from: () => sql`from (${wholeResult({ ...target, isTimed: !isGrouped })}) target
      where ${allHold(plan.conditions, sqlOf, viewing)}`,
    column: ({ column }) => (column ? sqlOf(column) : blankColumn(null)),
    keys: {},
    ...(!isGrouped && personOf(target) && { person: sql`target.${sql.ref(personName)}` }),
    ties: [],
    recorded: (column) => {
      const cell = cellOf(column);
      if (!cell?.one.column || isGrouped) return [sqlOf(column).plain];
      return target.relation
        .recorded(cell.one.column)
        .map((_, index) => sql`target.${sql.ref(named.recorded(cell.at, index))}`);
    },
    joins: {},
    link: () => null,
  };
};

const nothing: Relation = {
  from: () => sql`where false`,
  column: () => blankColumn(null),
  keys: {},
  ties: [],
  recorded: () => [],
  joins: {},
  link: () => null,
};

/** An Aggregate: groups of the rows of another report. */
export const queryOn = (kinds: Kinds): Omit<Kind, 'consenting'> => ({
  columns: async (context, definition) => {
    const target = await targetOf(kinds, context, definition);
    // Behind its own columns stand those that it is only ordered by.
    return target
      ? target.plan.columns
          .slice(0, target.definition.fields.length)
          .map((one, _, all) => columnOf(one, all, target.plan))
      : [];
  },
  base: async (context, definition) => {
    const target = await targetOf(kinds, context, definition);
    if (!target) return null;
    const isHidden = target.definition.conditions.and.length > 0 && !(await mayRead(context, definition));
    return isHidden ? { conditions: null, columns: [], forms: [] } : conditionSet(target.definition.conditions, target);
  },
  below: async (context, definition) => (await targetOf(kinds, context, definition))?.plan ?? null,
  relate: async (context, plan, definition) => {
    const target = await targetOf(kinds, context, definition);
    if (!target) return nothing;
    return relationOn(await compiled(context, target, { ...target.plan, archived: plan.archived }), plan);
  },
});
