import { sql } from 'kysely';
import type { Row } from './ask.ts';
import { countPeople, peopleName } from './few-people.ts';
import { cellReader } from './read.ts';
import type { Sql } from './relation.ts';
import { type Cell, type CompiledReport, cellOf, named, personOf, wholeResult } from './statements.ts';

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

const ref = (name: string): Sql => sql`${sql.ref(name)}`;
const as = (value: Sql, name: string): Sql => sql`${value} as ${sql.ref(name)}`;

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

/** The rows of one x and group added up. */
export const chartGroups = (report: CompiledReport, chart: Chart): Sql => {
  const axes = axesOf(report, chart);
  const ys = chart.ys.map((key) => cellOf(report, key));
  const values =
    ys.length > 0 ? ys.map(({ at }) => sql`sum(${ref(named.value(at))}::float8)`) : [sql`count(*)::float8`];
  const keys = sql.join(axes.map(({ at }) => ref(named.value(at))));
  const areCounted = report.plan.mode !== 'agg' && personOf(report) !== null;
  const people = areCounted ? [as(countPeople(), peopleName)] : [];
  const numbers = [...values.map((value, index) => as(value, `v${index}`)), ...people];
  const parts = sql`select ${sql.join([keys, ...axes.flatMap(shownOf), ...numbers])}, ${values[0] as Sql} as size
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
  const added = [...values.map((_, index) => as(sql`sum(${ref(`v${index}`)})`, `v${index}`)), ...most];
  const counted = areCounted ? [ref(peopleName)] : [];
  const order = axes.flatMap(({ at }, index) => [ref(`told.rest${index}`), ref(`told.${named.value(at)}`)]);
  return sql`select ${sql.join([...by, ...axes.flatMap(shownOf), ...added])} from (
      select ${sql.join([...told, ...values.map((_, index) => ref(`v${index}`)), ...counted])} from (${ranked(axes, parts)}) ranked) told
    group by ${sql.join(by)} order by ${sql.join(order)}`;
};

const labelsOf = (report: CompiledReport, chart: Chart) =>
  axesOf(report, chart).map((cell) => cellReader(cell, report.viewing));

const numbersIn = (row: Row, count: number) =>
  Array.from({ length: Math.max(1, count) }, (_, index) => row[`v${index}`] as number | null);

/** The words of an entry of an axis; those of the others tell how many they are. */
const entryOf = (read: ReturnType<typeof cellReader>, row: Row, rest: number) =>
  rest > 0 ? { value: null, display: `Other (${rest})` } : read(row);

export const readGroups = (report: CompiledReport, chart: Chart, rows: readonly Row[]): ChartGroup[] => {
  const [readX, readGroup] = labelsOf(report, chart);
  return rows.map((row) => {
    const rest = Number(row.rest0);
    const x = entryOf(readX!, row, rest);
    return {
      x: x.value,
      x_label: x.display,
      group: readGroup ? entryOf(readGroup, row, Number(row.rest1)).display : chart.group && x.display,
      values: numbersIn(row, chart.ys.length),
      rest,
      ...(row[peopleName] !== undefined && { people: Number(row[peopleName]) }),
    };
  });
};

/** The rows that have x and all ys. */
export const chartRows = (report: CompiledReport, chart: Chart, limit: number): Sql => {
  const axes = axesOf(report, chart);
  const ys = chart.ys.map((key) => cellOf(report, key));
  const used = [...axes.slice(0, 1), ...ys];
  const given = used.map(({ at }) => sql`${ref(`result.${named.value(at)}`)} is not null`);
  const values = ys.map(({ at }, index) => as(sql`${ref(`result.${named.value(at)}`)}::float8`, `v${index}`));
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
