import { sql } from 'kysely';
import type { ResultType } from '#reports/columns.ts';
import { type Formula, type FormulaKind, formulaKindOf, kindOfFormula } from '#reports/formula.ts';
import type { Plan, PlanColumn } from '#reports/plan/plan.ts';
import { leavesOut } from '#reports/plan/plan-columns.ts';
import { aggregateSql, foremost } from './aggregates.ts';
import { allHold } from './conditions.ts';
import type { Viewing } from './context.ts';
import type { Relation, Sql, SqlColumn } from './relation.ts';
import { sortedBy } from './sorted.ts';

/** A column of a result: what is planned, and how it is read. */
export type Cell = { one: PlanColumn; column: SqlColumn; at: number };

/** A report as statements are made of it. `isTimed`: whether every row tells when each of its values was recorded. */
export type Compiled = { plan: Plan; relation: Relation; cells: Cell[]; viewing: Viewing; isTimed?: boolean };

/** What a cell is called in statements: its value, what is shown, what is ordered by, what a function left out. */
export const named = {
  value: (at: number) => `c${at}`,
  shown: (at: number) => `c${at}_shown`,
  sorted: (at: number) => `c${at}_sorted`,
  leftOut: (at: number) => `c${at}_left_out`,
  counts: (at: number) => `c${at}_counts`,
  recorded: (at: number, index: number) => `c${at}_at${index}`,
  tie: (index: number) => `t${index}`,
};

const ref = (name: string): Sql => sql`${sql.ref(name)}`;
const as = (value: Sql, name: string): Sql => sql`${value} as ${sql.ref(name)}`;
const list = (all: readonly Sql[]): Sql => (all.length > 0 ? sql.join(all) : sql``);

export const isOperation = ({ one }: Cell): boolean => one.formula !== null;
const isGroup = ({ one }: Cell) => !isOperation({ one } as Cell) && one.agg === null;
const isRestricted = ({ one }: Cell) => one.column?.restricted === true;

/** What separates choices while they are one text: it stands in no answer. */
export const between = '\u001f';

const emitted = ({ one, column }: Cell): Sql =>
  one.column?.result === 'choices' && !isRestricted({ one } as Cell)
    ? sql`array_to_string(${column.plain}, ${between})`
    : column.plain;

const resultBefore = ({ one }: Cell): ResultType => (one.component ? 'text' : (one.column?.result ?? one.result));

const placesIn = (formula: Formula): number[] =>
  'at' in formula ? [formula.at] : [...placesIn(formula.left), ...placesIn(formula.right)];

/** The places of columns that all rows are read for; the others are read for the rows of a page alone. */
const earlyPlaces = ({ plan, cells }: Compiled): Set<number> =>
  new Set(
    plan.mode === 'agg'
      ? cells.map(({ at }) => at)
      : [
          ...plan.order.map(({ at }) => at),
          ...plan.columns.flatMap(({ formula }) => (formula ? placesIn(formula) : [])),
          ...cells.flatMap(({ at, column }) => (column.late ? [] : [at])),
        ],
  );

const isOrdered = ({ plan }: Compiled, at: number) => plan.order.some((one) => one.at === at);

const shownOf = ({ column, at }: Cell): Sql[] => (column.shown ? [as(column.shown, named.shown(at))] : []);

/** What a row gives of a cell. */
const valuesOf = (report: Compiled, cell: Cell): Sql[] => {
  const { one, column, at } = cell;
  const { relation, viewing } = report;
  const isTimed = report.isTimed || one.agg === 'first' || one.agg === 'last';
  return [
    as(emitted(cell), named.value(at)),
    ...shownOf(cell),
    ...(isOrdered(report, at) ? [as(sortedBy(column, resultBefore(cell)), named.sorted(at))] : []),
    ...(one.filters.length > 0
      ? [
          as(
            allHold(
              one.filters,
              (compared) => relation.column({ ...one, column: compared, component: null, over: null }, at),
              viewing,
            ),
            named.counts(at),
          ),
        ]
      : []),
    ...(isTimed && one.column
      ? relation.recorded(one.column).map((moment, index) => as(moment, named.recorded(at, index)))
      : []),
  ];
};

const rowsOf = (report: Compiled, early: ReadonlySet<number>): Sql => {
  const { relation, cells } = report;
  const read = cells.filter((cell) => early.has(cell.at) && !isOperation(cell));
  const joins = new Set(read.flatMap(({ column }) => column.late ?? []));
  for (const { one, at } of read)
    for (const { column } of one.filters) {
      const late = column ? relation.column({ ...one, column, component: null, over: null }, at).late : undefined;
      if (late) joins.add(late);
    }
  return sql`select ${list([
    ...read.flatMap((cell) => valuesOf(report, cell)),
    ...Object.entries(relation.keys).map(([name, key]) => as(key, name)),
    ...relation.ties.map((tie, index) => as(tie, named.tie(index))),
  ])} ${relation.from(joins)}`;
};

/** The value of a cell in a group of rows; text that a function cannot work with is counted, and blank. */
const aggregated = (report: Compiled, { one, at, column }: Cell): Sql[] => {
  const agg = one.agg as NonNullable<PlanColumn['agg']>;
  const value = ref(named.value(at));
  const filter = one.filters.length > 0 ? ref(named.counts(at)) : null;
  const recorded = one.column
    ? report.relation.recorded(one.column).map((_, index) => ref(named.recorded(at, index)))
    : [];
  const of = { value, filter, recorded };
  if (isRestricted({ one } as Cell)) return [as(sql`null::text`, named.value(at))];
  if (leavesOut(agg, resultBefore({ one } as Cell)))
    return [as(sql`null::float8`, named.value(at)), as(aggregateSql('count', of), named.leftOut(at))];
  const isTimed = agg === 'first' || agg === 'last';
  const way = agg === 'last' ? 'desc' : 'asc';
  const also = (name: string) => as(foremost({ ...of, value: ref(name) }, way), name);
  return [
    as(aggregateSql(agg, of), named.value(at)),
    ...(isTimed && column.shown ? [also(named.shown(at))] : []),
    ...(isTimed && isOrdered(report, at) ? [also(named.sorted(at))] : []),
  ];
};

/** What a cell by which rows are grouped gives of its group. */
const grouped = (report: Compiled, { at, column }: Cell): Sql[] => [
  ref(named.value(at)),
  ...(column.shown ? [as(sql`(array_agg(${ref(named.shown(at))}))[1]`, named.shown(at))] : []),
  ...(isOrdered(report, at) ? [as(sql`min(${ref(named.sorted(at))})`, named.sorted(at))] : []),
];

const groupsOf = (report: Compiled, rows: Sql): Sql => {
  const cells = report.cells.filter((cell) => !isOperation(cell));
  const groups = cells.filter(isGroup).map(({ at }) => ref(named.value(at)));
  const values = cells.flatMap((cell) => (isGroup(cell) ? grouped(report, cell) : aggregated(report, cell)));
  const by = groups.length > 0 ? sql` group by ${list(groups)}` : sql``;
  return sql`select ${list([...values, sql`count(*) as row_count`])} from (${rows}) rows${by}`;
};

/** A day from a date or a moment, for formulas. */
const operand = ({ one, at }: Cell, { zone }: Viewing): Sql => {
  const value = ref(named.value(at));
  if (one.result === 'timestamp') return sql`(${value} at time zone ${zone})::date`;
  return one.result === 'date' ? value : sql`${value}::float8`;
};

/** Days are counted whole, as far as the calendar goes. */
const shifted = (date: Sql, days: Sql): Sql =>
  sql`case when abs(${days}) < 1000000 then ${date} + floor(${days})::int end`;

const formulaSql = (formula: Formula, cellAt: (at: number) => Cell, viewing: Viewing): Sql => {
  if ('at' in formula) return operand(cellAt(formula.at), viewing);
  const kindAt = (at: number): FormulaKind => formulaKindOf(cellAt(at).one.result) ?? 'blank';
  const { sign, left, right } = formula;
  const [one, other] = [left, right].map((side) => sql`(${formulaSql(side, cellAt, viewing)})`) as [Sql, Sql];
  const [kind, otherKind] = [kindOfFormula(left, kindAt), kindOfFormula(right, kindAt)];
  if (kindOfFormula(formula, kindAt) === 'blank') return sql`null::float8`;
  if (kind === 'number' && otherKind === 'number')
    return sign === '/' ? sql`${one} / nullif(${other}, 0)` : sql`${one} ${sql.raw(sign)} ${other}`;
  if (kind === 'date' && otherKind === 'date') return sql`(${one} - ${other})::float8`;
  if (kind === 'number') return shifted(other, one);
  return shifted(one, sign === '-' ? sql`(- ${other})` : other);
};

const withOperations = (report: Compiled, rows: Sql): Sql => {
  const { cells, viewing } = report;
  const values = cells.filter(isOperation).map(({ one, at }) =>
    as(
      formulaSql(one.formula as Formula, (place) => cells[place] as Cell, viewing),
      named.value(at),
    ),
  );
  return values.length > 0 ? sql`select rows.*, ${list(values)} from (${rows}) rows` : rows;
};

/** Every row of the result, in no order. @param early the places of the columns that are worked out */
const resultOf = (report: Compiled, early: ReadonlySet<number>): Sql => {
  const rows = rowsOf(report, early);
  return withOperations(report, report.plan.mode === 'agg' ? groupsOf(report, rows) : rows);
};

/** Every row of the result with all of its columns, in no order: what charts and other reports work with. */
export const wholeResult = (report: Compiled): Sql => resultOf(report, new Set(report.cells.map(({ at }) => at)));

const collated = (result: ResultType, value: Sql): Sql =>
  ['text', 'choice', 'choices', 'time', 'address'].includes(result) ? sql`${value} collate "C"` : value;

/** By what a result is ordered, the rows of which are called `name`. */
const orderOf = ({ plan, cells, relation }: Compiled, name: string): Sql => {
  const chosen = plan.order.map(({ at, order }) => {
    const { one } = cells[at] as Cell;
    const hasWords = one.formula === null && (one.agg === null || one.agg === 'first' || one.agg === 'last');
    return sql`${ref(`${name}.${hasWords ? named.sorted(at) : named.value(at)}`)} ${sql.raw(order)} nulls last`;
  });
  const ties =
    plan.mode === 'agg'
      ? cells.filter(isGroup).map(({ one, at }) => collated(one.result, ref(`${name}.${named.value(at)}`)))
      : relation.ties.map((_, index) => ref(`${name}.${named.tie(index)}`));
  const all = [...chosen, ...ties];
  return all.length > 0 ? sql`order by ${list(all)}` : sql``;
};

/** Which rows of a result are wanted; all of them without it. */
export type Slice = { limit: number; offset: number };

/**
 * The rows of a result in order. What is read dearly is joined to those rows alone. With groups, each row tells how many
 * groups and rows there are in all (`groups`, `row_total`), and what functions left out.
 */
export const orderedRows = (report: Compiled, slice: Slice | null): Sql => {
  const { plan, relation, cells } = report;
  const early = earlyPlaces(report);
  const limit = slice ? sql`limit ${slice.limit} offset ${slice.offset}` : sql``;
  const totals =
    plan.mode === 'agg'
      ? list([
          sql``,
          sql`count(*) over () as groups`,
          sql`sum(result.row_count) over () as row_total`,
          ...cells
            .filter((cell) => cell.one.agg && !isRestricted(cell) && leavesOut(cell.one.agg, resultBefore(cell)))
            .map(({ at }) => as(sql`sum(${ref(`result.${named.leftOut(at)}`)}) over ()`, `${named.leftOut(at)}_total`)),
        ])
      : sql``;
  const page = sql`select result.*${totals} from (${resultOf(report, early)}) result ${orderOf(report, 'result')} ${limit}`;
  const late = cells.filter((cell) => !early.has(cell.at) && !isOperation(cell));
  if (late.length === 0) return page;
  const joins = [...new Set(late.flatMap(({ column }) => column.late ?? []))].map(
    (name) => relation.joins[name] as Sql,
  );
  const values = late.flatMap((cell) => [as(emitted(cell), named.value(cell.at)), ...shownOf(cell)]);
  return sql`select page.*, ${list(values)} from (${page}) page ${sql.join(joins, sql` `)} ${orderOf(report, 'page')}`;
};

/** How many rows there are before they are put into groups. */
export const countRows = ({ relation }: Compiled): Sql => sql`select count(*) as count ${relation.from(new Set())}`;
