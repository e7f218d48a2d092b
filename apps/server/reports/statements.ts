// Over 300 lines: the statement of a report, from its rows to its page, is read from top to bottom.
import { sql } from 'kysely';
import type { Column } from '#reports/columns.ts';
import { type Formula, placesIn } from '#reports/formula.ts';
import { type Alternatives, columnsOf, type PlanColumn, plainColumn } from '#reports/plan/plan.ts';
import { leavesOut } from '#reports/plan/plan-function.ts';
import { type AggregateInput, aggregateSql, foremost } from './aggregates.ts';
import {
  type Cell,
  type CompiledReport,
  type ComputedColumn,
  emitted,
  emittedType,
  type Fill,
  isGroup,
  isOperation,
  isRestricted,
  isTimed,
  named,
  personOf,
  type ReadPeriod,
  resultBefore,
} from './cells.ts';
import { allHold, isOpen } from './conditions.ts';
import type { ViewerCalendar } from './context.ts';
import { hidesWhole, isOnce, isUnfolded, tellsOfWhole, unfolded } from './each-option.ts';
import { countPeople, keptOutName, ofOneRow, peopleName, personName, withoutFew } from './few-people.ts';
import { blankColumn } from './form-source.ts';
import { formulaSql, type Operand, ofTarget } from './formula-sql.ts';
import { groupOrder, optionOrder } from './group-order.ts';
import { itemsOrOther, otherOf, withoutOther } from './others.ts';
import { counting, ownConditions, tellsHowMany } from './own-conditions.ts';
import { as, databaseTypes, ref, type Sql, type SqlColumn } from './relation.ts';
import { sortedBy } from './sorted.ts';

const list = (all: readonly Sql[]): Sql => (all.length > 0 ? sql.join(all) : sql``);

/** The columns that a cell is computed from besides its own: until when a time lasts, and what a formula works with. */
const alongside = (one: PlanColumn): Column[] => (one.rowFormula ? columnsOf(one) : [one.elapsed?.until ?? []].flat());

/** The places of columns that all rows are read for; the others are read for the rows of a page alone. */
const earlyPlaces = ({ plan, cells, relation }: CompiledReport): Set<number> =>
  new Set(
    plan.mode === 'agg'
      ? cells.map(({ at }) => at)
      : [
          ...plan.order.map(({ at }) => at),
          ...plan.columns.flatMap(({ formula }) => (formula ? placesIn(formula) : [])),
          ...cells.flatMap((cell) => {
            const { column, at } = cell;
            return column.late && relation.joins[column.late] && alongside(cell.one).length === 0 ? [] : [at];
          }),
        ],
  );

const isOrdered = ({ plan }: CompiledReport, at: number) => plan.order.some((one) => one.at === at);

/** What is read beside a value; nothing beside one that is among all others. */
const besideOwn = (cell: Cell, viewing: ViewerCalendar, value: Sql): Sql =>
  cell.apart?.others
    ? sql`case when ${emitted(cell, viewing)} is distinct from ${otherOf(emittedType(cell))} then ${value} end`
    : value;

const shownOf = (cell: Cell, viewing: ViewerCalendar): Sql[] =>
  cell.column.shown ? [as(besideOwn(cell, viewing, cell.column.shown), named.shown(cell.at))] : [];

/** What `first` and `last` of a cell go by: the chosen date, then when its response was recorded; of a formula its first column's. */
const recordedOf = ({ relation }: CompiledReport, { one, at, column }: Cell): readonly Sql[] => {
  if (!one.column) return [];
  const [first] = one.rowFormula ? columnsOf(one) : [];
  const own = first ? [...relation.recorded(first), column.plain] : relation.recorded(one.column);
  return one.by ? [relation.column({ ...one, ...plainColumn, column: one.by }, at).plain, ...own] : own;
};

/** What rows give of another column, for a condition on it or for the date that `first` and `last` go by. */
const besideOf = (
  { relation, computed }: CompiledReport,
  { one, at }: Pick<Cell, 'one' | 'at'>,
  column: Column,
): SqlColumn =>
  (column.computed && computed.get(column.field)) ||
  relation.column({ ...one, column, agg: null, component: null, over: null }, at);

/** The joins that reading another column beside a cell needs. */
const joinsFor = (report: CompiledReport, cell: Cell, column: Column): readonly string[] => {
  if (column.computed) return report.computed.get(column.field)?.joins ?? [];
  return [besideOf(report, cell, column).late ?? []].flat();
};

/** A column that rows are asked for as they stand, and what is joined to read it. */
const rowColumn = ({ relation, computed }: CompiledReport, column: Column): ComputedColumn => {
  if (column.computed) return computed.get(column.field) ?? { ...blankColumn(null), joins: [] };
  const { label, result } = column;
  // A column of no place of the report.
  const found = relation.column({ ...plainColumn, key: '', label, result, column, hidden: true }, -1);
  return { ...found, joins: [found.late ?? []].flat() };
};

/** `from … where …`: rows that meet what is asked of them as they stand, too. */
export const fromRows = (report: CompiledReport, joins: ReadonlySet<string>): Sql => {
  const { relation, plan, viewing } = report;
  const asked = plan.rowConditions;
  if (asked.length === 0) return relation.from(joins);
  const read = asked
    .flat()
    .filter(isOpen)
    .flatMap(({ column }) => rowColumn(report, column).joins);
  const met = allHold(asked, (column) => rowColumn(report, column), viewing);
  return sql`${relation.from(new Set([...joins, ...read]))} and ${met}`;
};

const conditionsOf = ({ plan }: CompiledReport) => [...plan.conditions, ...plan.rowConditions];

const periodsIn = (conditions: readonly Alternatives[]): readonly ReadPeriod[] =>
  conditions.flat().find(({ periods }) => periods)?.periods ?? [];

const periodsRead = (report: CompiledReport): readonly ReadPeriod[] => periodsIn(conditionsOf(report));

/** The period that a figure is of. */
const periodOf = ({ one }: Cell): ReadPeriod => periodsIn(one.filters)[0] ?? null;

/** For each period that a report reads: whether a row is of it. */
const inPeriods = (report: CompiledReport): Sql[] => {
  const { plan, viewing } = report;
  const compared = conditionsOf(report).filter((all) => periodsIn([all]).length > 0);
  // Conditions hold of rows alike, beside whichever column. A report can be left with groups alone, so the plan has it.
  const [first] = plan.columns.flatMap((one, at) => (one.agg === null ? [] : { one, at }));
  if (!first) return [];
  return periodsRead(report).map((period) => {
    const moved = compared.map((all) => all.map((one) => ({ ...one, periods: [period] })));
    return as(
      allHold(moved, (column) => besideOf(report, first, column), viewing),
      named.isIn(period),
    );
  });
};

/** What a row gives of a cell. */
const valuesOf = (report: CompiledReport, cell: Cell): Sql[] => {
  const { one, column, at } = cell;
  const { viewing } = report;
  if (isUnfolded(cell)) return [as(itemsOrOther(column.plain, cell.apart), named.options(at))];
  const isTimed = report.isTimed || one.agg === 'first' || one.agg === 'last';
  return [
    as(emitted(cell, viewing), named.value(at)),
    ...shownOf(cell, viewing),
    ...(isOrdered(report, at)
      ? [
          as(
            one.period ? emitted(cell, viewing) : besideOwn(cell, viewing, sortedBy(column, resultBefore(cell))),
            named.sorted(at),
          ),
        ]
      : []),
    ...(one.filters.length > 0
      ? [
          as(
            allHold(one.filters, (compared) => besideOf(report, cell, compared), viewing),
            named.counts(at),
          ),
        ]
      : []),
    ...(isTimed ? recordedOf(report, cell).map((moment, index) => as(moment, named.recorded(at, index))) : []),
  ];
};

const rowsOf = (report: CompiledReport, early: ReadonlySet<number>): Sql => {
  const { relation, cells } = report;
  const person = personOf(report);
  const read = cells.filter((cell) => early.has(cell.at) && !isOperation(cell));
  const joins = new Set(read.flatMap(({ column }) => column.late ?? []));
  for (const cell of read)
    for (const column of [
      ...cell.one.filters.flat().map((filter) => filter.column),
      cell.one.by,
      ...alongside(cell.one),
    ]) {
      for (const join of column ? joinsFor(report, cell, column) : []) joins.add(join);
    }
  return sql`select ${list([
    ...read.flatMap((cell) => valuesOf(report, cell)),
    ...Object.entries(relation.keys).map(([name, key]) => as(key, name)),
    ...relation.ties.map((tie, index) => as(tie, named.tie(index))),
    ...(person ? [as(person, personName)] : []),
    ...inPeriods(report),
  ])} ${fromRows(report, joins)}`;
};

/** The group that a percentage of the group is about: the last one of the report. */
const lastGroup = ({ plan }: CompiledReport): number => plan.columns.findLastIndex((one) => isGroup({ one }));

/** What the rows of a share's whole have in common: nothing, or every group but the last. */
const wholeOf = (report: CompiledReport, { one }: Cell): string[] =>
  one.share === 'group'
    ? report.cells.filter((cell) => isGroup(cell) && cell.at !== lastGroup(report)).map(({ at }) => named.value(at))
    : [];

const partitioned = (by: readonly Sql[]): Sql => (by.length > 0 ? sql`partition by ${list(by)}` : sql``);

const countsValues = ({ one }: Cell) => one.agg === 'count_distinct' || one.agg === 'count_households';

/**
 * A figure of a group as a percentage. Its whole knows no condition, and counts each value once; it is of one level.
 */
const shareSql = (report: CompiledReport, cell: Cell, of: AggregateInput): Sql => {
  const agg = cell.one.agg as NonNullable<PlanColumn['agg']>;
  const own = countsValues(cell)
    ? sql`count(*) filter (where ${ref(named.isFirst(cell.at))})`
    : aggregateSql(agg, { ...of, filter: of.once ?? null });
  const alike = [...wholeOf(report, cell).map(ref), ...(of.levels ? [of.levels] : [])];
  const whole = sql`sum(${own}) over (${partitioned(alike)})`;
  return sql`(100 * ${aggregateSql(agg, of)})::float8 / nullif(${whole}, 0)::float8`;
};

/** Rows that say of each value whose share is wanted whether it is the first of its kind in the whole. */
const withFirsts = (report: CompiledReport, rows: Sql): Sql => {
  const shared = report.cells.filter((cell) => cell.one.share && countsValues(cell) && !isRestricted(cell));
  if (shared.length === 0) return rows;
  const firsts = shared.map((cell) => {
    const value = ref(named.value(cell.at));
    const by = partitioned([...wholeOf(report, cell).map(ref), value]);
    return as(sql`${value} is not null and row_number() over (${by}) = 1`, named.isFirst(cell.at));
  });
  return sql`select rows.*, ${list(firsts)} from (${rows}) rows`;
};

/** Whether the reader may not see what a function works with, or the function can't work with it. */
const isClosed = (cell: Cell): boolean => isRestricted(cell) || leavesOut(cell.one.agg, resultBefore(cell));

/** How many values a function leaves out; of a row in several groups in the first. */
const countOnce = (report: CompiledReport, of: AggregateInput): Sql => {
  const counted = [isOnce(report), of.filter].filter((one) => one !== null);
  return aggregateSql('count', { ...of, filter: counted.length > 0 ? sql.join(counted, sql` and `) : null });
};

/** The value of a cell in a group of rows; text that a function cannot work with is counted, and blank. */
const aggregated = (report: CompiledReport, cell: Cell, levels: Sql | null = null): Sql[] => {
  const { one, at, column } = cell;
  const agg = one.agg as NonNullable<PlanColumn['agg']>;
  const value = ref(named.value(at));
  const filter = one.filters.length > 0 ? ref(named.counts(at)) : null;
  const recorded = recordedOf(report, cell).map((_, index) => ref(named.recorded(at, index)));
  const of = { value, filter, recorded, levels, once: isOnce(report, wholeOf(report, cell)) };
  if (isRestricted({ one } as Cell)) return [as(sql`null::text`, named.value(at))];
  if (leavesOut(agg, resultBefore({ one } as Cell)))
    return [as(sql`null::text`, named.value(at)), as(countOnce(report, of), named.leftOut(at))];
  if (one.share) return [as(shareSql(report, cell, of), named.value(at))];
  const isTimed = agg === 'first' || agg === 'last';
  const way = agg === 'last' ? 'desc' : 'asc';
  const also = (name: string) => as(foremost({ ...of, value: ref(name) }, way), name);
  return [
    as(ofTarget(one, aggregateSql(agg, of)), named.value(at)),
    ...(isTimed && column.shown ? [also(named.shown(at))] : []),
    ...(isTimed && isOrdered(report, at) ? [also(named.sorted(at))] : []),
  ];
};

/** What a cell by which rows are grouped gives of its group. */
const grouped = (report: CompiledReport, { at, column, one }: Cell): Sql[] => [
  ref(named.value(at)),
  ...(column.shown ? [as(sql`(array_agg(${ref(named.shown(at))}))[1]`, named.shown(at))] : []),
  ...(isOrdered(report, at)
    ? [as(sql`${sql.raw(one.result === 'boolean' ? 'bool_and' : 'min')}(${ref(named.sorted(at))})`, named.sorted(at))]
    : []),
];

const isWorkedOut = (cell: Cell) => !isOperation(cell) && !isGroup(cell);

/** What a function gives where there are no rows: nothing is counted, and nothing else is known. */
const ofNothing = (cell: Cell): Sql => (counting.includes(cell.one.agg) && !isRestricted(cell) ? sql`0` : sql`null`);

/** What stands beside the value of a cell in a group. */
const besides = (report: CompiledReport, { at }: Cell, isShown: boolean): string[] => [
  ...(isShown ? [named.shown(at)] : []),
  ...(isOrdered(report, at) ? [named.sorted(at)] : []),
];

/**
 * How many people are behind what a function gives: those whose values it works with, or of a value that is given as it
 * is, those who have the same.
 */
const peopleBehind = (cell: Cell): Sql => {
  const { one, at } = cell;
  const isTrue = one.agg === 'count_true' || one.agg === 'percent_true';
  const value = ref(named.value(at));
  const used = isGivenAsIs(cell) ? sql`${value} = ${ref(named.given(at))}` : isTrue ? value : sql`${value} is not null`;
  return as(countPeople(one.filters.length > 0 ? sql`${used} and ${ref(named.counts(at))}` : used), named.people(at));
};

/** Whether a function gives the value of one row as it is. */
const isGivenAsIs = (cell: Cell) =>
  ofOneRow.includes(cell.one.agg) && !isRestricted(cell) && !leavesOut(cell.one.agg, resultBefore(cell));

/** The value that a function gives as it is, beside each row of its group. */
const givenBy = (report: CompiledReport, cell: Cell, by: Sql): Sql => {
  const { one, at } = cell;
  const value = ref(named.value(at));
  const isUsed = sql`${value} is not null${one.filters.length > 0 ? sql` and ${ref(named.counts(at))}` : sql``}`;
  if (one.agg === 'min' || one.agg === 'max')
    return sql`${sql.raw(one.agg)}(${value}) filter (where ${isUsed}) over (${by})`;
  const way = sql.raw(one.agg === 'last' ? 'desc' : 'asc');
  const recorded = recordedOf(report, cell).map((_, index) => sql`${ref(named.recorded(at, index))} ${way} nulls last`);
  return sql`first_value(${value}) over (${by} order by ${list([sql`(${isUsed}) desc`, ...recorded])})`;
};

/** Rows with what functions give as it is beside them, where few people are kept out. */
const withGiven = (report: CompiledReport, rows: Sql): Sql => {
  const given = report.cells.filter((cell) => !isOperation(cell) && isGivenAsIs(cell));
  if (given.length === 0) return rows;
  const groups = report.cells
    .filter((cell) => !isOperation(cell) && isGroup(cell))
    .map(({ at }) => ref(named.value(at)));
  const by = groups.length > 0 ? sql`partition by ${list(groups)}` : sql``;
  return sql`select rows.*, ${list(given.map((cell) => as(givenBy(report, cell, by), named.given(cell.at))))} from (${rows}) rows`;
};

/** Groups with those of a column that no row falls into: nothing is counted there, and nothing else is known. */
const withEmptyGroups = (report: CompiledReport, groups: Sql, { at, each }: Fill): Sql => {
  const { cells } = report;
  const isKnownFew = personOf(report) !== null;
  const leftOut = new Set(leftOutOf(report).map((cell) => cell.at));
  const others = cells.filter((cell) => isGroup(cell) && cell.at !== at);
  const columns = (cell: Cell) => {
    const hasMore = isGroup(cell) || (isTimed(cell) && !isRestricted(cell));
    return [named.value(cell.at), ...(hasMore ? besides(report, cell, cell.column.shown !== undefined) : [])];
  };
  const empty: [name: string, value: Sql][] = cells
    .filter((cell) => !isOperation(cell))
    .flatMap((cell) => {
      if (cell.at === at)
        return columns(cell).map((name): [string, Sql] => [
          name,
          name === named.sorted(at)
            ? sortedBy({ ...cell.column, plain: sql`filled.value` }, cell.one.result)
            : sql`filled.value`,
        ]);
      if (isGroup(cell)) return columns(cell).map((name): [string, Sql] => [name, sql`others.${sql.ref(name)}`]);
      return [
        ...columns(cell).map((name, index): [string, Sql] => [name, index === 0 ? ofNothing(cell) : sql`null`]),
        ...(leftOut.has(cell.at) ? [[named.leftOut(cell.at), sql`0`] as [string, Sql]] : []),
        ...(isKnownFew ? [[named.keptOut(cell.at), sql`false`] as [string, Sql]] : []),
      ];
    });
  const all: [string, Sql][] = [
    ...empty,
    ...(isKnownFew ? [[keptOutName, sql`false`] as [string, Sql]] : []),
    ['row_count', sql`0`],
  ];
  const isOther = others.map((cell) => {
    const name = sql.ref(named.value(cell.at));
    return sql` and found.${name} is not distinct from others.${name}`;
  });
  const along = others.flatMap(columns).map(ref);
  // What is shown of the same value may differ from row to row.
  const values = list(others.map((cell) => ref(named.value(cell.at))));
  const apart = others.length > 0 ? sql`select distinct on (${values}) ${list(along)} from found` : sql`select`;
  return sql`with found as (${groups})
    select ${list(all.map(([name]) => ref(name)))} from found
    union all
    select ${list(all.map(([name, value]) => as(value, name)))}
      from (${apart}) others cross join (${each}) filled
     where not exists (select from found where found.${sql.ref(named.value(at))} = filled.value${sql.join(isOther, sql``)})`;
};

/** Groups with all that the report shows without rows, beside each other. */
const withAllGroups = (report: CompiledReport, groups: Sql): Sql =>
  (report.fills ?? [])
    .filter((fill) => report.cells.some(({ at }) => at === fill.at))
    .reduce((found, fill) => withEmptyGroups(report, found, fill), groups);

const groupsOf = (report: CompiledReport, rows: Sql): Sql =>
  withAllGroups(report, groupsWithRows(report, withFirsts(report, unfolded(report, rows))));

/** How many rows a group has, of the report's own period; one that is in several groups counts in the first. */
const rowCount = (report: CompiledReport): Sql => {
  const counted = [isOnce(report), periodsRead(report).length > 0 ? ref(named.isIn(null)) : null].filter(
    (one) => one !== null,
  );
  return sql`count(*)${counted.length > 0 ? sql` filter (where ${sql.join(counted, sql` and `)})` : sql``} as row_count`;
};

const groupsWithRows = (report: CompiledReport, rows: Sql): Sql => {
  const cells = report.cells.filter((cell) => !isOperation(cell));
  const groups = cells.filter(isGroup).map(({ at }) => ref(named.value(at)));
  const values = cells.flatMap((cell) => (isGroup(cell) ? grouped(report, cell) : aggregated(report, cell)));
  const by = groups.length > 0 ? sql` group by ${list(groups)}` : sql``;
  const periods = periodsRead(report);
  const all = [...values, rowCount(report)];
  if (!personOf(report)) return sql`select ${list(all)} from (${rows}) rows${by}`;
  const populations = periods.map((period) => as(countPeople(ref(named.isIn(period))), named.peopleIn(period)));
  const people = [as(countPeople(), peopleName), ...populations, ...cells.filter(isWorkedOut).map(peopleBehind)];
  const isHidden = tellsOfWhole(report);
  return withoutFew(sql`select ${list([...all, ...people])} from (${withGiven(report, rows)}) rows${by}`, {
    below: report.below as number,
    by: cells.filter(isGroup).map(({ at }) => named.value(at)),
    populations: periods.length > 0 ? periods.map(named.peopleIn) : [peopleName],
    passed: [
      ...cells.filter(isGroup).flatMap((cell) => besides(report, cell, cell.column.shown !== undefined)),
      ...leftOutOf(report).map(({ at }) => named.leftOut(at)),
    ],
    hidesRows: hidesWhole(report),
    parts: cells.filter(isWorkedOut).map((cell) => {
      const shown = isTimed(cell) ? besides(report, cell, cell.column.shown !== undefined) : [];
      const names = [named.value(cell.at), ...(isRestricted(cell) ? [] : shown)];
      const [people, keptOut] = [named.people(cell.at), named.keptOut(cell.at)];
      const whole = cell.one.share || cell.one.agg === 'percent' ? wholeOf(report, cell) : null;
      const population = periods.length > 0 ? named.peopleIn(periodOf(cell)) : peopleName;
      const isOfAll = isHidden || (whole !== null && isOnce(report, whole) !== null);
      const [isCount, conditions] = [tellsHowMany(cell), ownConditions(report, cell)];
      return { names, people, keptOut, isCount, conditions, whole, population, isOfAll };
    }),
  });
};

/** A value that a formula works with. */
const operandOf = (cell: Cell): Operand => ({
  value: isRestricted(cell) ? null : withoutOther(ref(named.value(cell.at)), emittedType(cell), cell.apart),
  result: cell.one.result,
});

const withOperations = (report: CompiledReport, rows: Sql): Sql => {
  const { cells, viewing } = report;
  const byPlace = new Map(cells.map((cell) => [cell.at, cell]));
  const values = cells.filter(isOperation).map(({ one, at }) => {
    const formula = one.formula as Formula;
    const isKnown = placesIn(formula).every((place) => byPlace.has(place));
    if (!isKnown) return as(sql`null::float8`, named.value(at));
    const value = formulaSql(formula, (place) => operandOf(byPlace.get(place) as Cell), viewing.zone);
    return as(ofTarget(one, value), named.value(at));
  });
  return values.length > 0 ? sql`select rows.*, ${list(values)} from (${rows}) rows` : rows;
};

/** Every row of the result, in no order. @param early the places of the columns that are worked out */
const resultOf = (report: CompiledReport, early: ReadonlySet<number>): Sql => resultFrom(report, rowsOf(report, early));

const allPlaces = ({ cells }: CompiledReport): Set<number> => new Set(cells.map(({ at }) => at));

/** Every row of the result with all of its columns, in no order: what charts and other reports work with. */
export const wholeResult = (report: CompiledReport): Sql => resultOf(report, allPlaces(report));

/** The rows of a report before they are put into groups, with what all of its columns need. */
export const rowsRead = (report: CompiledReport): Sql => rowsOf(report, allPlaces(report));

/** The result of a report from rows that were read, of this report or of one with more columns. */
export const resultFrom = (report: CompiledReport, rows: Sql): Sql =>
  withOperations(report, report.plan.mode === 'agg' ? groupsOf(report, rows) : rows);

/** What a group by all, some or none of a report's groups is called: a bit for each that it isn't by, the first the highest. */
export const levelName = 'level_of_groups';

/**
 * The groups of a report and those by fewer of its groups, which `levels` names, from rows that are read once. It keeps no
 * counts of few people out.
 */
export const groupsOfLevels = (report: CompiledReport, levels: readonly (readonly Cell[])[]): Sql => {
  const cells = report.cells.filter((cell) => !isOperation(cell));
  const by = (groups: readonly Cell[]) => groups.map(({ at }) => ref(named.value(at)));
  const level = sql`grouping(${list(by(cells.filter(isGroup)))})`;
  const values = cells.flatMap((cell) => (isGroup(cell) ? grouped(report, cell) : aggregated(report, cell, level)));
  const sets = levels.map((groups) => sql`(${list(by(groups))})`);
  return sql`select ${list([...values, rowCount(report), as(level, levelName)])}
    from (${withFirsts(report, rowsRead(report))}) rows group by grouping sets (${list(sets)})`;
};

/** The result of a report from its groups, as groupsOfLevels() gives them. */
export const resultFromGroups = (report: CompiledReport, groups: Sql): Sql =>
  withOperations(report, withAllGroups(report, groups));

/** The figures of a report where there are no rows, as one row. */
export const resultOfNothing = (report: CompiledReport): Sql => {
  const values = report.cells.flatMap((cell) => {
    const { one, at } = cell;
    if (isOperation(cell)) return [];
    if (isClosed(cell)) return [as(sql`null::text`, named.value(at))];
    return [as(sql`${ofNothing(cell)}::${sql.raw(databaseTypes[one.result])}`, named.value(at))];
  });
  return withOperations(report, sql`select ${list(values)}`);
};

/** Options that have rows of their own or are all shown are in the order of their form, and so are questions. */
const tieOf = ({ plan }: CompiledReport, cell: Cell, name: string): Sql[] => [
  ...(isUnfolded(cell) || plan.settings.empty_groups || cell.one.column?.ofRow ? optionOrder(cell, name) : []),
  ...groupOrder(cell, name),
];

/** Of each group of which some values are shown by themselves: that all others come after these, and no value last. */
const othersLast = ({ cells }: CompiledReport, name: string): Sql[] =>
  cells.flatMap((cell) => {
    if (!cell.apart) return [];
    return [sql`${ref(`${name}.${named.value(cell.at)}`)} = ${otherOf(emittedType(cell))} nulls last`];
  });

/** By what a result is ordered, the rows of which are called `name`. */
const orderOf = (report: CompiledReport, name: string): Sql => {
  const { plan, cells, relation } = report;
  const others = othersLast(report, name);
  // Within the groups of another column all others stay last.
  const within = plan.order.findIndex(({ at }) => !isGroup(cells[at] as Cell) || (cells[at] as Cell).apart);
  const chosen = plan.order.flatMap(({ at, order }, index) => {
    const { one } = cells[at] as Cell;
    const hasWords = one.formula === null && (one.agg === null || one.agg === 'first' || one.agg === 'last');
    return [
      ...(index === within ? others : []),
      sql`${ref(`${name}.${hasWords ? named.sorted(at) : named.value(at)}`)} ${sql.raw(order)} nulls last`,
    ];
  });
  const ties =
    plan.mode === 'agg'
      ? cells.filter(isGroup).flatMap((cell) => tieOf(report, cell, name))
      : relation.ties.map((_, index) => ref(`${name}.${named.tie(index)}`));
  const all = [...chosen, ...ties];
  return all.length > 0 ? sql`order by ${list(all)}` : sql``;
};

/** The cells whose function leaves out what it cannot work with. */
export const leftOutOf = ({ plan, cells }: CompiledReport): Cell[] =>
  plan.mode === 'agg' ? cells.filter((cell) => !isRestricted(cell) && leavesOut(cell.one.agg, resultBefore(cell))) : [];

/** How many groups are kept out; where none is as a whole, of how many some figure is. */
const groupsKeptOut = ({ cells }: CompiledReport): Sql => {
  const parts = cells.filter(isWorkedOut).map(({ at }) => ref(named.keptOut(at)));
  const some = sql`count(*) filter (where ${sql.join([ref(keptOutName), ...parts], sql` or `)}) over ()`;
  return sql`coalesce(nullif(count(*) filter (where ${ref(keptOutName)}) over (), 0), ${some})`;
};

/** With groups, each row tells of all: how many groups and rows there are, and what functions left out. */
const totalsOf = (report: CompiledReport): Sql => {
  if (report.plan.mode !== 'agg') return sql``;
  const leftOut = leftOutOf(report).map(({ at }) => named.leftOut(at));
  return sql`, ${list([
    sql`count(*) over () as groups`,
    sql`(sum(row_count) over ())::bigint as rows`,
    ...(personOf(report) ? [as(groupsKeptOut(report), `${keptOutName}_total`)] : []),
    ...leftOut.map((name) => as(sql`(sum(${ref(name)}) over ())::bigint`, `${name}_total`)),
  ])}`;
};

/** Which rows of a result are wanted; all of them without it. */
export type Slice = { limit: number; offset: number };

/**
 * The rows of a result in order. What is read dearly is joined to those rows alone.
 */
export const orderedRows = (report: CompiledReport, slice: Slice | null): Sql => {
  const { relation, cells, viewing } = report;
  const early = earlyPlaces(report);
  const limit = slice ? sql`limit ${slice.limit} offset ${slice.offset}` : sql``;
  const page = sql`select result.*${slice ? totalsOf(report) : sql``} from (${resultOf(report, early)}) result ${orderOf(report, 'result')} ${limit}`;
  const late = cells.filter((cell) => !early.has(cell.at) && !isOperation(cell));
  if (late.length === 0) return page;
  const joins = [...new Set(late.flatMap(({ column }) => column.late ?? []))].map(
    (name) => relation.joins[name] as Sql,
  );
  const values = late.flatMap((cell) => [as(emitted(cell, viewing), named.value(cell.at)), ...shownOf(cell, viewing)]);
  return sql`select page.*, ${list(values)} from (${page}) page ${sql.join(joins, sql` `)} ${orderOf(report, 'page')}`;
};

/** How many rows a result has (`groups`), and how many before they were put into groups. */
export const countRows = (report: CompiledReport): Sql => {
  const { plan, relation } = report;
  if (plan.mode === 'agg')
    return sql`select count(*) as groups, coalesce(sum(row_count), 0)::bigint as rows
      from (${resultOf(report, earlyPlaces(report))}) result`;
  const known = plan.rowConditions.length > 0 ? undefined : relation.count;
  const counted = known ?? sql`select count(*) as rows ${fromRows(report, new Set())}`;
  return sql`select rows, rows as groups from (${counted}) counted`;
};
