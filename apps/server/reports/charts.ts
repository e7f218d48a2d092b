import { sql } from 'kysely';
import type { Row } from './ask.ts';
import { type Cell, type CompiledReport, cellOf, emittedType, isGroup, named, personOf } from './cells.ts';
import { isUnfolded } from './each-option.ts';
import { areFew, countPeople, keptOutName, peopleName } from './few-people.ts';
import { canBeAdded, lackingFor, regrouped } from './figures.ts';
import { isOther, otherOf, otherWords, withoutOther } from './others.ts';
import { cellReader } from './read.ts';
import { as, ref, type Sql } from './relation.ts';
import { wholeResult } from './statements.ts';

/** What a chart shows, by the keys of columns; without ys the number of rows. */
export type Chart = { x: string; group: string | null; ys: readonly string[] };

/** `rest` is how many others an entry stands for; 0 for one that stands for itself. */
export type ChartGroup = {
  x: unknown;
  x_label: string;
  group: string | null;
  values: (number | null)[];
  rest: number;
  /** Of how many people it tells at least, where few are kept out. */
  people?: number;
};
export type Pair = { x: unknown; x_label: string; group: string | null; values: number[] };

/** So many different ones are shown; of more, the largest. */
const maxDifferent = 200;
const largest = 50;

const axesOf = (report: CompiledReport, { x, group }: Chart) =>
  // Split by what stands on its x axis, a chart has one axis: each group is its place.
  [x, ...(group === null || group === x ? [] : [group])].map((key) => cellOf(report, key));

const shownOf = ({ at, column }: Cell): Sql[] =>
  column.shown ? [as(sql`(array_agg(${ref(named.shown(at))}))[1]`, named.shown(at))] : [];

/** What is told of each part beside its values, one window over the other: an axis' place by size, and how many there are. */
const ranked = (axes: readonly Cell[], parts: Sql): Sql => {
  const each = (made: (value: Sql, index: number) => Sql) =>
    sql.join(axes.map(({ at }, index) => made(ref(named.value(at)), index)));
  const sized = each((value, index) => as(sql`sum(size) over (partition by ${value})`, `size${index}`));
  const placed = each((value, index) =>
    as(sql`dense_rank() over (order by ${ref(`size${index}`)} desc nulls last, ${value})`, `place${index}`),
  );
  const counted = each((_, index) => as(sql`max(${ref(`place${index}`)}) over ()`, `many${index}`));
  return sql`select placed.*, ${counted} from (
    select sized.*, ${placed} from (select parts.*, ${sized} from (${parts}) parts) sized) placed`;
};

const isKept = (index: number): Sql =>
  sql`(${ref(`many${index}`)} <= ${maxDifferent} or ${ref(`place${index}`)} <= ${largest})`;

/** A report by what stands on a chart's axes, and what the chart shows of it. */
export type ChartedReport = {
  report: CompiledReport;
  axes: readonly Cell[];
  ys: readonly Cell[];
  /** The figures that can't be computed for the chart, each with the group it would need. */
  lacking: ReadonlyMap<Cell, Cell>;
  /** Whether the chart adds up rows of the report: of figures only those that can be added are shown then. */
  isAdded: boolean;
};

/**
 * Returns what a chart is drawn from. In a report by groups, its figures are computed again for the groups on its axes. A
 * chart without figures counts the report's rows; with a figure on an axis, it adds up the rows that have the same one.
 */
export const charted = (report: CompiledReport, chart: Chart): ChartedReport => {
  const axes = axesOf(report, chart);
  const ys = chart.ys.map((key) => cellOf(report, key));
  const whole = { report, axes, ys, lacking: new Map(), isAdded: true };
  if (report.plan.mode !== 'agg' || ys.length === 0 || !axes.every(isGroup)) return whole;
  const groups = new Set(axes.map(({ at }) => at));
  const lacking = new Map(
    ys.flatMap((cell) => {
      const group = lackingFor(report, cell, groups);
      return group ? [[cell, group] as const] : [];
    }),
  );
  return { report: regrouped(report, { groups, figures: ys }), axes, ys, lacking, isAdded: false };
};

/** The value of a cell in a row of a result, and the number that it is. */
const valueIn = (cell: Cell): Sql => withoutOther(ref(`result.${named.value(cell.at)}`), emittedType(cell), cell.apart);
const numberIn = (cell: Cell): Sql => sql`${valueIn(cell)}::float8`;

/** What a figure comes to for one x and group. */
const figureOf = ({ report, lacking, isAdded }: ChartedReport, cell: Cell): Sql => {
  if (lacking.has(cell)) return sql`null::float8`;
  const sum = sql`sum(${numberIn(cell)})`;
  return isAdded && !canBeAdded(report, cell) ? sql`case when count(*) = 1 then ${sum} end` : sum;
};

/** What is read of an entry beside its figures: what stands on its axes. */
const onAxes = (axes: readonly Cell[]): Sql[] => [
  ...axes.map(({ at }) => ref(named.value(at))),
  ...axes.flatMap(shownOf),
];

/** By what the largest entries are found. One that tells of few people has no size: where it stands would show it. */
const shownSize = (report: CompiledReport, size: Sql): Sql => {
  if (!personOf(report)) return size;
  const isHidden =
    report.plan.mode === 'agg' ? sql`bool_or(${ref(keptOutName)})` : areFew(countPeople(), report.below as number);
  return sql`case when not (${isHidden}) then ${size} end`;
};

/** The entries of a chart: one of each x and group, beyond 200 different ones those that are not among the largest together. */
export const chartGroups = (drawn: ChartedReport): Sql => {
  const { report, axes, ys } = drawn;
  const values = ys.length > 0 ? ys.map((cell) => figureOf(drawn, cell)) : [sql`count(*)::float8`];
  const keys = sql.join(axes.map(({ at }) => ref(named.value(at))));
  const areCounted = report.plan.mode !== 'agg' && personOf(report) !== null;
  const people = areCounted ? [as(countPeople(), peopleName)] : [];
  const numbers = [...values.map((value, index) => as(value, `v${index}`)), ...people];
  // A figure that can't be added up has no size along one of two axes: the number of rows stands in, each of which counts
  // once. Where a row is in several groups, that is no size either.
  const [first] = ys;
  const isSized = !first || axes.length === 1 || canBeAdded(report, first) || report.cells.some(isUnfolded);
  const size = shownSize(report, isSized ? (values[0] as Sql) : sql`sum(row_count)`);
  const parts = sql`select ${sql.join([...onAxes(axes), ...numbers])}, ${size} as size
    from (${wholeResult(report)}) result group by ${keys}`;
  const told = axes.flatMap(({ at, column }, index) => {
    const own = (name: string) => as(sql`case when ${isKept(index)} then ${ref(name)} end`, name);
    return [
      own(named.value(at)),
      ...(column.shown ? [own(named.shown(at))] : []),
      as(sql`case when ${isKept(index)} then 0 else ${ref(`many${index}`)} - ${largest} end`, `rest${index}`),
    ];
  });
  const by = axes.flatMap(({ at }, index) => [ref(`told.${named.value(at)}`), ref(`told.rest${index}`)]);
  // Of the others together the same person may be in several: the largest of them is what is certain.
  const most = areCounted ? [as(sql`max(${ref(peopleName)})`, peopleName)] : [];
  const together = values.map((_, index) => {
    const sum = sql`sum(${ref(`v${index}`)})`;
    const cell = ys[index];
    return as(!cell || canBeAdded(report, cell) ? sum : sql`case when count(*) = 1 then ${sum} end`, `v${index}`);
  });
  const added = [...together, ...most];
  const counted = areCounted ? [ref(peopleName)] : [];
  const order = axes.flatMap(({ at }, index) => [ref(`told.rest${index}`), ref(`told.${named.value(at)}`)]);
  return sql`select ${sql.join([...by, ...axes.flatMap(shownOf), ...added])} from (
      select ${sql.join([...told, ...values.map((_, index) => ref(`v${index}`)), ...counted])} from (${ranked(axes, parts)}) ranked) told
    group by ${sql.join(by)} order by ${sql.join(order)}`;
};

/** How many others of an axis an entry stands for. */
export const restOf = (row: Row, index: number): number => Number(row[`rest${index}`] ?? 0);

/** Whether "Other" holds figures that can't be added up, so that they must be computed again. */
export const needsRecomputing = ({ report, axes, ys, isAdded }: ChartedReport, rows: readonly Row[]): boolean =>
  !isAdded &&
  ys.some((cell) => !canBeAdded(report, cell)) &&
  rows.some((row) => axes.some((_, index) => restOf(row, index) > 0));

/** An axis with its largest values apart, and all others as one. */
const lumped = (cell: Cell, index: number, rows: readonly Row[]): Cell => {
  const rest = restIn(rows, index);
  // Of a top, all others are one already, and it has few values.
  if (rest === 0) return cell;
  const own = rows.flatMap((row) => (restOf(row, index) === 0 ? [row[named.value(cell.at)] ?? null] : []));
  const values = [...new Set(own.filter((one) => one !== null))];
  return { ...cell, apart: { values, others: rest, isBlankApart: own.includes(null) } };
};

/** How many others of an axis are put together. */
const restIn = (rows: readonly Row[], index: number): number => Math.max(0, ...rows.map((row) => restOf(row, index)));

/**
 * Returns the same entries with every figure computed from the rows, also for "Other".
 * @param rows what chartGroups() returned
 */
export const recomputedGroups = (drawn: ChartedReport, rows: readonly Row[]): Sql => {
  const { report, axes, ys } = drawn;
  const cells = report.cells.map((cell) => {
    const index = axes.findIndex(({ at }) => at === cell.at);
    return index < 0 ? cell : lumped(cell, index, rows);
  });
  const told = axes.flatMap((axis, index) => {
    const [value, type, rest] = [ref(named.value(axis.at)), emittedType(axis), restIn(rows, index)];
    if (rest === 0) return [value, as(sql`0`, `rest${index}`)];
    return [
      as(sql`nullif(${value}, ${otherOf(type)})`, named.value(axis.at)),
      as(sql`case when ${value} = ${otherOf(type)} then ${rest}::integer else 0 end`, `rest${index}`),
    ];
  });
  const keys = axes.map(({ at }) => ref(`result.${named.value(at)}`));
  const values = ys.map((cell, index) => as(figureOf(drawn, cell), `v${index}`));
  return sql`select ${sql.join([...told, ...axes.flatMap(shownOf), ...values])}
    from (${wholeResult({ ...report, cells, fills: [] })}) result group by ${sql.join(keys)}`;
};

/** Adds the places without rows, which only chartGroups() returned, to entries that were computed again. */
export const withEmptyPlaces = ({ axes }: ChartedReport, found: readonly Row[], recomputed: readonly Row[]): Row[] => {
  const keyOf = (row: Row) =>
    JSON.stringify(axes.map(({ at }, index) => [row[named.value(at)] ?? null, restOf(row, index) > 0]));
  const known = new Set(recomputed.map(keyOf));
  return [...recomputed, ...found.filter((row) => !known.has(keyOf(row)))];
};

const labelsOf = (report: CompiledReport, chart: Chart) =>
  axesOf(report, chart).map((cell) => cellReader(cell, report.viewing));

const numbersIn = (row: Row, count: number) =>
  Array.from({ length: Math.max(1, count) }, (_, index) => row[`v${index}`] as number | null);

/** The words of an entry of an axis, and how many others it stands for. */
const entryReader = (report: CompiledReport, chart: Chart) => {
  const read = axesOf(report, chart).map((cell, index) => {
    const ofOne = cellReader(cell, report.viewing);
    return (row: Row) => {
      const rest = restOf(row, index);
      return rest > 0 ? { value: null, display: otherWords(rest), rest } : { ...ofOne(row), rest: ownRest(cell, row) };
    };
  });
  return { x: read[0]!, group: read[1] };
};

/** How many others an entry stands for that the report itself shows as one. */
const ownRest = (cell: Cell, row: Row): number =>
  cell.apart && isOther(row[named.value(cell.at)], emittedType(cell)) ? cell.apart.others : 0;

export const readGroups = (report: CompiledReport, chart: Chart, rows: readonly Row[]): ChartGroup[] => {
  const read = entryReader(report, chart);
  return rows.map((row) => {
    const x = read.x(row);
    return {
      x: x.value,
      x_label: x.display,
      group: read.group ? read.group(row).display : chart.group && x.display,
      values: numbersIn(row, chart.ys.length),
      rest: x.rest,
      ...(row[peopleName] !== undefined && { people: Number(row[peopleName]) }),
    };
  });
};

/** The rows that have x and all ys. */
export const chartRows = (report: CompiledReport, chart: Chart, limit: number): Sql => {
  const axes = axesOf(report, chart);
  const ys = chart.ys.map((key) => cellOf(report, key));
  const used = [...axes.slice(0, 1), ...ys];
  const given = used.map((cell) => sql`${valueIn(cell)} is not null`);
  const values = ys.map((cell, index) => as(numberIn(cell), `v${index}`));
  return sql`select ${sql.join([sql`result.*`, ...values])} from (${wholeResult(report)}) result
    where ${sql.join(given, sql` and `)} order by ${ref(named.value(used[0]!.at))} limit ${limit}`;
};

export const readPairs = (report: CompiledReport, chart: Chart, rows: readonly Row[]): Pair[] => {
  const [readX, readGroup] = labelsOf(report, chart);
  return rows.map((row) => {
    const { value, display } = readX!(row);
    const group = readGroup ? readGroup(row).display : chart.group && display;
    return { x: value, x_label: display, group, values: numbersIn(row, chart.ys.length) as number[] };
  });
};
