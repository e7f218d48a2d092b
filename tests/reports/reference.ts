// What a report comes to, worked out the slow way: rows in memory, one rule of the specification after the other, no SQL.
// It knows nothing of how the product does it.
import type { Aggregate } from '#reports/columns.ts';
import type { ReportDefinition, ReportField } from '#reports/definition.ts';
import { withElapsed } from './elapsed.ts';
import { withEnds } from './first-to-latest.ts';
import { meetingComputed, withFormulas, withFormulasOfRows, withoutComputed, withRowFormulas } from './formulas.ts';
import { filledIn, groupsOf, holdingAfter, isCounting } from './groups.ts';
import { type Line, type Rows, rowsOf } from './lines.ts';
import { optionsIn, placesIn } from './options.ts';
import { groupingOf } from './periods.ts';
import { topsIn } from './ranked-tops.ts';
import { isOther, placeIn, type Top } from './tops.ts';
import {
  blank,
  comparable,
  eitherOf,
  type Holding,
  holdingOf,
  inOrder,
  meets,
  type Named,
  namedBy,
  sortedAs,
  type World,
} from './world.ts';

export type Row = unknown[];

/** The values of a row as both sides give them: numbers to six places. */
export const comparableRow = (values: readonly unknown[]): Row =>
  values.map((value) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 + 0 : comparable(value)));

/** A whole result, hidden columns among it. */
type Result = {
  rows: { values: Row; line: Line | null }[];
  record_count: number;
  /** What each column holds. */
  holdings: Holding[];
  /** Of columns that hold answers of a question as they are: its options. */
  options: (readonly unknown[] | undefined)[];
  /** What each column shows. */
  shown: string[];
  /** The places of the columns by which rows were put into groups. */
  groups: number[];
  /** The figures of all rows. */
  total: Row | null;
  /** Of each column of which only some groups are shown by themselves: which, in their turn. */
  tops: (Top | undefined)[];
};

const isOperation = ({ type }: ReportField) => type === 'operation';

/** The rows of another report as those of an Aggregate: its columns are named by their keys. */
const rowsBelow = (world: World, definition: ReportDefinition, target: ReportDefinition): Rows => {
  // Periods without records are no records: an Aggregate counts none of them.
  const settings = { archived_people: true, ...target.settings, empty_groups: false };
  // All of its groups are read, whatever it shows by itself.
  const fields = withRowFormulas(target).fields.map(({ top: _, ...one }) => one);
  const { rows, holdings, options } = resultOf(world, { ...target, fields, settings });
  const at = (key: string) => target.fields.findIndex((one) => one.key === key);
  const holding = ({ field }: Named) => holdings[at(field)] ?? 'text';
  /** Of each form the first column that shows what is named, or the one of that key. */
  const shown = (asked: { form?: number | null | undefined; field_name: string }) => {
    const found = target.fields.filter(
      (one) =>
        !isOperation(one) &&
        !one.elapsed &&
        !one.first_to_latest &&
        !one.bands &&
        one.field === asked.field_name &&
        (asked.form == null || one.form === asked.form),
    );
    const firsts = [...Map.groupBy(found, ({ form }) => form).values()].map(([first]) => first!.key);
    return firsts.length > 0 ? firsts : [asked.field_name];
  };
  const lines = rows.map(
    ({ values, line }, place): Line => ({
      value: ({ field }) => values[at(field)],
      recorded: ({ field }) => {
        const one = target.fields[at(field)];
        return (one && line?.recorded({ form: one.form, field: String(one.field) })) ?? null;
      },
      person: line?.person ?? null,
      ties: [place],
    }),
  );
  const met = lines.filter((line) =>
    definition.conditions.and.every((entry) =>
      eitherOf(entry).some((asked) =>
        shown(asked).every((field) => {
          const named = { form: null, field };
          return meets(world, asked, { value: line.value(named), holding: holding(named) });
        }),
      ),
    ),
  );
  return {
    lines: met,
    holding,
    format: ({ field }) => target.fields[at(field)]?.formatter?.output ?? null,
    options: ({ field }) => options[at(field)],
  };
};

/** A column by its form and field: the same field may stand on several forms. */
const namedIn = ({ form, field }: { form?: number | null; field: string | null }) => `${form}.${field}`;

/** The rows of a report before groups, and what is worked out of them. */
const readingOf = (world: World, definition: ReportDefinition, target: ReportDefinition | undefined) => {
  const { report_type } = definition;
  const isOn = report_type === 'query' && target;
  const asked = withoutComputed(definition);
  const rows = isOn ? rowsBelow(world, asked, target) : rowsOf(world, asked);
  const read = meetingComputed(world, withFormulasOfRows(world, withElapsed(world, withEnds(rows))), definition);
  const aggOf = ({ agg, agg_query, type }: ReportField): Aggregate | null =>
    type === 'operation' ? null : isOn ? agg_query : agg;
  const { fields, settings } = definition;
  const shown = shownIn(definition, isOn ? target : undefined);
  const source = { ...read, tops: topsIn(world, read, { fields, aggOf, shown }) };
  const filled = settings.empty_groups ? filledIn(world, source, { fields, aggOf, namedBy }) : undefined;
  return { isOn, source, aggOf, filled };
};

/** What each column shows: a field, of an Aggregate that of the report below. */
const shownIn = ({ fields }: ReportDefinition, target: ReportDefinition | undefined): string[] =>
  fields.map(({ field }) => String(target?.fields.find(({ key }) => key === field)?.field || field));

/** Whether a column is hidden: it is one of these, or is calculated from one. */
const isHiddenIn = (fields: readonly ReportField[], index: number, hidden: ReadonlySet<number>): boolean => {
  const { type, formula } = fields[index]!;
  return type === 'operation'
    ? [...String(formula).matchAll(/[A-Z]/g)].some(([letter]) => hidden.has(letter.charCodeAt(0) - 65))
    : hidden.has(index);
};

const resultOf = (world: World, sent: ReportDefinition, target?: ReportDefinition): Result => {
  const definition = withRowFormulas(sent);
  const { fields, window } = definition;
  const { isOn, source, aggOf, filled } = readingOf(world, definition, target);
  const numbered = new Set(
    Object.values({ ...window?.functions, ...window?.compare_operations })
      .flat()
      .flatMap((one) => (one.function === 'row_number' ? [namedIn(one)] : [])),
  );
  const shown = shownIn(definition, isOn ? target : undefined);
  const isGrouped = isOn || fields.some(aggOf);
  const before = fields.map((one): Holding => {
    if (isOperation(one)) return 'number';
    const named = namedBy(one);
    if (one.bands) return 'scale';
    if (one.each_option) return 'choice';
    const holding = source.holding(named);
    const grouping =
      isGrouped && !aggOf(one) ? groupingOf(holding, one.formatter?.output ?? source.format(named)) : null;
    return grouping?.holding ?? holding;
  });
  const holdings = fields.map((one, index) =>
    numbered.has(namedIn(one)) ? 'number' : holdingAfter(aggOf(one), before[index]!),
  );
  const isOver = (one: ReportField) =>
    !one.first_to_latest &&
    Object.values({ ...window?.functions, ...window?.compare_operations })
      .flat()
      .some((other) => namedIn(other) === namedIn(one));
  const options = fields.map((one) => (aggOf(one) || isOver(one) ? undefined : optionsIn(source, one)));
  const groups = fields.flatMap((one, index) => (aggOf(one) || isOperation(one) ? [] : [index]));
  if (isGrouped) {
    const columns = { fields, aggOf, namedBy, filled };
    const { values, isNothingLeft, hidden } = groupsOf(world, source, columns);
    const isOfPeople = source.lines.some(({ person }) => person !== null);
    const hidesRows = world.below !== null && isOfPeople && fields.some((one) => one.each_option && !aggOf(one));
    const record_count = isNothingLeft || hidesRows ? 0 : source.lines.length;
    const rows = values.map((values) => ({ values, line: null }));
    const hasTotal = definition.settings.totals === true && groups.length > 0 && fields.some(aggOf) && rows.length > 0;
    const [all] = hasTotal ? groupsOf(world, source, { ...columns, filled: undefined, by: [] }).values : [];
    // What a group keeps back would follow from the line of all.
    const total = all?.map((value, index) => (isHiddenIn(fields, index, hidden) ? null : value)) ?? null;
    const tops = fields.map((one) => source.tops.get(one));
    return { rows, record_count, holdings, options, groups, shown, total, tops };
  }
  const rows = source.lines.map((line) => ({
    line,
    values: withFormulas(
      world,
      fields,
      fields.map((one) => (line.worked?.has(one.key) ? line.worked.get(one.key) : line.value(namedBy(one)))),
    ),
  }));
  return { rows, record_count: rows.length, holdings, options, groups, shown, total: null, tops: [] };
};

const orderOf = (world: World, definition: ReportDefinition, result: Result) => {
  const { holdings, groups, shown, options, tops } = result;
  const { fields, default_order, settings } = definition;
  const columns = default_order.map(({ key, form, field, order }) => {
    const at = fields.findIndex((one) =>
      key ? one.key === key : !one.elapsed && one.form === form && one.field === field,
    );
    return { at, named: { form, field: String(field) }, way: order === 'desc' ? -1 : 1 };
  });
  const plain = (value: unknown) => (Array.isArray(value) ? value.join('\u001f') : (value ?? null));
  /** Groups of a top are in its turn, members and records in the order of their names. */
  const byName = (at: number, value: unknown): unknown[] => {
    const [holding, top] = [holdings[at]!, tops[at]];
    if (top) return [placeIn(top, value)];
    // Where options have rows of their own, or all are shown, they stand as on their form. So do its questions.
    const isOrdered =
      fields[at]!.each_option || settings.empty_groups || ['question', 'answer_status'].includes(shown[at]!);
    const offered = isOrdered ? options[at] : undefined;
    if (offered) return [placesIn(offered, value), plain(value)];
    if (holding !== 'user' && holding !== 'record') return [plain(value)];
    return [sortedAs(world, shown[at]!, { holding, value }), plain(value)];
  };
  // All others come last, within the groups by which rows are ordered before.
  const within = columns.findIndex(({ at }) => !groups.includes(at) || tops[at]);
  const keys = ({ values, line }: Result['rows'][number]): { value: unknown; way: number }[] => [
    ...columns.flatMap(({ at, named, way }, index) => {
      const field = at < 0 ? named.field : shown[at]!;
      const holding = at < 0 ? holdingOf(world, field) : holdings[at]!;
      const own = at < 0 ? line!.value(named) : values[at];
      const value = isOther(own) ? null : sortedAs(world, field, { holding, value: own });
      const others = tops.flatMap((top, place) =>
        top ? [{ value: blank(values[place]) ? null : Number(isOther(values[place])), way: 1 }] : [],
      );
      return [...(index === within ? others : []), { value, way }];
    }),
    ...(line ? line.ties : groups.flatMap((at) => byName(at, values[at]))).map((value) => ({ value, way: 1 })),
  ];
  return (left: Result['rows'][number], right: Result['rows'][number]): number => {
    const [one, other] = [keys(left), keys(right)];
    return (
      one
        .map(({ value, way }, index) => {
          const against = other[index]!.value;
          return inOrder(value, against) * (value === null || against === null ? 1 : way);
        })
        .find((way) => way !== 0) ?? 0
    );
  };
};

/** Rounded as results are, so that the order in which numbers are added up does not tell. */
const rounded = (value: unknown) => (typeof value === 'number' ? Math.round(value * 1e6) / 1e6 + 0 : (value ?? null));

/**
 * The rows of a report in order, hidden columns left out.
 * @param target the report below, of an Aggregate
 * @returns `rows`, the line of all rows, and how many there were before they were put into groups
 */
export const referenceOf = (
  world: World,
  sent: ReportDefinition,
  target?: ReportDefinition,
): { rows: Row[]; totals: Row | null; record_count: number } => {
  const definition = withRowFormulas(sent);
  const result = resultOf(world, definition, target);
  const shown = (row: Row) => row.filter((_, index) => !definition.fields[index]!.hidden).map(rounded);
  const rows = result.rows.toSorted(orderOf(world, definition, result)).map(({ values }) => shown(values));
  return { rows, totals: result.total && shown(result.total), record_count: result.record_count };
};

/** Tells of a figure, by its place, whether it needs a group that is not among these. */
const lackingIn = (fields: readonly ReportField[], aggOf: (one: ReportField) => Aggregate | null) => {
  const isGroup = (one: ReportField) => !aggOf(one) && !isOperation(one);
  const outer = fields.flatMap((one, place) => (isGroup(one) ? [place] : [])).slice(0, -1);
  /** A percentage of the group is one of every group but the last: without these, it is not known. */
  return (figure: number, groups: readonly number[]): boolean => {
    const { type, formula, share } = fields[figure]!;
    const parts =
      type === 'operation'
        ? [...String(formula).matchAll(/[A-Z]/g)].map(([one]) => fields[one.charCodeAt(0) - 65])
        : [];
    const isOfGroup = [{ share }, ...parts].some((one) => one?.share === 'group');
    return isOfGroup && outer.some((group) => !groups.includes(group));
  };
};

/** What a chart draws of a report by groups: its figures worked out from the same rows, by one group alone. */
export const chartOf = (
  world: World,
  sent: ReportDefinition,
  { x, ys, target }: { x: string; ys: readonly string[]; target: ReportDefinition | undefined },
): Row[] => {
  const definition = withRowFormulas(sent);
  const { source, aggOf, filled } = readingOf(world, definition, target);
  const fields = [x, ...ys].map((key) => definition.fields.find((one) => one.key === key)!);
  const { values } = groupsOf(world, source, { fields, aggOf, namedBy, filled, defined: definition.fields });
  const isLacking = lackingIn(definition.fields, aggOf);
  const [place, ...places] = fields.map((one) => definition.fields.indexOf(one));
  return values.map(([at, ...figures]) => [
    rounded(at),
    ...figures.map((figure, index) => (isLacking(places[index]!, [place!]) ? null : rounded(figure))),
  ]);
};

/**
 * What a cross table of a report shows, a row for each cell and each total: what its row and its column stand for, null
 * in a total, and its figures. Each total is worked out from the rows, and hidden if anything is that it is made of.
 */
export const crossTableOf = (
  world: World,
  sent: ReportDefinition,
  keys: { rows: string; columns: string; figures: readonly string[]; target: ReportDefinition | undefined },
): { columnCount: number; rows: Row[] } => {
  const definition = withRowFormulas(sent);
  const { source, aggOf, filled } = readingOf(world, definition, keys.target);
  const { fields } = definition;
  const placeOf = (key: string) => fields.findIndex((one) => one.key === key);
  const [row, column] = [placeOf(keys.rows), placeOf(keys.columns)];
  const figures = keys.figures.map(placeOf);
  const groupedBy = (places: readonly number[] | null, hasEmpty = false) => {
    const by = places?.map((place) => fields[place]!);
    const { values, kept } = groupsOf(world, source, {
      ...{ fields, aggOf, namedBy },
      ...(hasEmpty && { filled }),
      ...(by && { by }),
    });
    return values.map((one, place) => ({
      one,
      at: (groups: readonly number[]) => JSON.stringify(groups.map((group) => one[group] ?? null)),
      hidden: figures.map((figure) => isHiddenIn(fields, figure, kept[place]!)),
    }));
  };
  const [cells, parts] = [groupedBy([row, column]), groupedBy(null)];
  const [lines, across, all] = [groupedBy([row], true), groupedBy([column], true), groupedBy([])];
  const madeOf = [...cells, ...parts];
  const totals = [...lines, ...across];
  const isLacking = lackingIn(fields, aggOf);
  const figuresIn = (
    { one, at, hidden }: (typeof cells)[number],
    groups: readonly number[],
    others: readonly (typeof cells)[number][],
  ) => {
    const own = at(groups);
    const within = others.filter((other) => other.at(groups) === own);
    return figures.map((figure, index) =>
      isLacking(figure, groups) || hidden[index] || within.some((other) => other.hidden[index])
        ? null
        : (one[figure] ?? null),
    );
  };
  const nothing = withFormulas(
    world,
    fields,
    fields.map((one) => (isCounting(aggOf(one)) ? 0 : null)),
  );
  const told = lines.flatMap((line) =>
    across.map((over) => {
      const found = cells.find((one) => one.at([row]) === line.at([row]) && one.at([column]) === over.at([column]));
      const values = found
        ? figuresIn(found, [row, column], parts)
        : figures.map((figure) => (isLacking(figure, [row, column]) ? null : (nothing[figure] ?? null)));
      return [line.one[row] ?? null, over.one[column] ?? null, ...values];
    }),
  );
  const rows = [
    ...told,
    ...lines.map((line) => [line.one[row] ?? null, 'Total', ...figuresIn(line, [row], madeOf)]),
    ...across.map((over) => ['Total', over.one[column] ?? null, ...figuresIn(over, [column], madeOf)]),
    ...all.map((one) => ['Total', 'Total', ...figuresIn(one, [], [...madeOf, ...totals])]),
  ];
  return { columnCount: across.length, rows: rows.map((one) => one.map(rounded)) };
};
