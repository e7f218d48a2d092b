import type { Aggregate } from '#reports/columns.ts';
import type { ReportField } from '#reports/definition.ts';
import { bandOf } from './elapsed.ts';
import { inTenDecimals, withFormulas } from './formulas.ts';
import { inTime, type Line, type Rows } from './lines.ts';
import { onceEach, optionsIn, unfoldedBy } from './options.ts';
import { grouped, groupingOf, isInLine, lineFrom } from './periods.ts';
import { inTop, isOther } from './tops.ts';
import {
  blank,
  eitherOf,
  type Holding,
  inOrder,
  inOrders,
  isNumeric,
  meets,
  type Named,
  namedBy,
  type World,
} from './world.ts';

const counting: readonly Aggregate[] = [
  ...(['count', 'count_distinct', 'count_households'] as const),
  ...(['percent', 'count_true', 'percent_true'] as const),
];
export const isCounting = (agg: Aggregate | null) => agg !== null && counting.includes(agg);

/** What a function gives of what a column holds. */
export const holdingAfter = (agg: Aggregate | null, holding: Holding): Holding => {
  if (isCounting(agg) || agg === 'sum' || agg === 'avg' || agg === 'median') return 'number';
  return (agg === 'min' || agg === 'max') && isNumeric(holding) ? 'number' : holding;
};

const aggregated = (agg: Aggregate, given: unknown[], { holding, counted }: { holding: Holding; counted: number }) => {
  const values = given.filter((value) => !blank(value));
  const numbers = isNumeric(holding) ? (values as number[]).toSorted((left, right) => left - right) : [];
  const sum = numbers.reduce((total, value) => total + value, 0);
  const middle = numbers.length / 2;
  switch (agg) {
    case 'count':
      return values.length;
    case 'count_distinct':
    case 'count_households':
      return new Set(values.map((value) => JSON.stringify(value))).size;
    case 'percent':
      return counted === 0 ? null : (100 * values.length) / counted;
    case 'count_true':
      return values.filter((value) => value === true).length;
    case 'percent_true':
      return values.length === 0 ? null : (100 * values.filter((value) => value === true).length) / values.length;
    case 'first':
      return values[0] ?? null;
    case 'last':
      return values.at(-1) ?? null;
    case 'min':
    case 'max': {
      // Numbers, days, times and moments have a least and a most; text has none.
      const sorted =
        isNumeric(holding) || ['date', 'time', 'timestamp'].includes(holding) ? values.toSorted(inOrder) : [];
      return (agg === 'min' ? sorted[0] : sorted.at(-1)) ?? null;
    }
    default:
      if (numbers.length === 0) return null;
      if (agg === 'sum') return sum;
      if (agg === 'avg') return sum / numbers.length;
      return (numbers[Math.ceil(middle) - 1]! + numbers[Math.floor(middle)]!) / 2;
  }
};

const peopleIn = (lines: readonly Line[]) => new Set(lines.flatMap(({ person }) => person ?? [])).size;

type Group = { values: unknown[]; people: number; behind: number[] };

/** A sum of a formula may be one of ones. */
const tellsHowMany = (one: ReportField, agg: Aggregate | null) =>
  isCounting(agg) || (agg === 'sum' && namedBy(one).of !== undefined);

/** Whether a figure is shown as a part of those of other groups. */
const isPart = (share: ReportField['share']) => share === 'total' || share === 'group';

type Counted = { own: number; conditions: string; place: number };

/**
 * The places of the counts in one row that are hidden beside counts of few people. Those under the same conditions go
 * together, and the largest of them says how many people the conditions hold of.
 */
const besideFew = (counts: readonly Counted[], { people, below }: { people: number; below: number }): number[] => {
  const isFew = (some: number) => some >= 1 && some < below;
  const isTold = ({ own }: Counted) => !isFew(own) && !isFew(people - own);
  const most = (some: readonly Counted[]) => Math.max(...some.map(({ own }) => own));
  const sets = Object.values(Object.groupBy(counts, ({ conditions }) => conditions)).map((all) => all ?? []);
  if (sets.length < 3 || !counts.some(({ own }) => isFew(own))) return [];
  const hidden = sets.filter((set) => !set.some(isTold));
  if (hidden.some((set) => most(set) >= below)) return [];
  const told = sets.map((set) => set.filter(isTold)).filter((set) => set.length > 0);
  if (people - told.reduce((sum, set) => sum + most(set), 0) >= below) return [];
  const [next] = sets
    .filter((set) => !set.some(({ own }) => isFew(own)) && set.some(isTold) && most(set.filter(isTold)) >= below)
    .toSorted((left, right) => most(left.filter(isTold)) - most(right.filter(isTold)));
  return next?.map(({ place }) => place) ?? [];
};

/** Groups without what tells of few people, and without the smallest other one beside groups of few. */
const withoutFew = (
  groups: readonly Group[],
  {
    below,
    fields,
    aggOf,
    outer,
    options,
    isOfAll,
  }: {
    below: number | null;
    fields: readonly ReportField[];
    aggOf: (one: ReportField) => Aggregate | null;
    /** The places of every group but the last. */
    outer: readonly number[];
    /** The places of groups of options: what is told beside them of all rows is hidden. */
    options: readonly number[];
    /** Whether the groups aren't by all of the report's options. */
    isOfAll: boolean;
  },
) => {
  if (below === null)
    return {
      values: groups.map(({ values }) => values),
      kept: groups.map(() => new Set<number>()),
      isNothingLeft: false,
      hidden: new Set<number>(),
    };
  const isFew = (people: number) => people >= 1 && people < below;
  const by = ({ people, values }: Group) => [
    people,
    ...fields.flatMap((one, index) => (aggOf(one) || one.type === 'operation' ? [] : [sortable(values[index])])),
  ];
  const few = groups.filter(({ people }) => isFew(people));
  const others = groups
    .filter(({ people }) => people >= below)
    .toSorted((left, right) => inOrders(by(left), by(right)));
  const out = new Set(few.length > 0 ? [...few, ...others.slice(0, 1)] : []);
  const isNeverTold = (index: number): boolean => {
    const agg = aggOf(fields[index]!);
    const { share } = fields[index]!;
    const alike = share === 'group' ? outer : [];
    const hasWhole = isPart(share) || agg === 'percent';
    return agg !== null && (isOfAll || (hasWhole && options.some((place) => !alike.includes(place))));
  };
  const second = new Map(
    groups.map((group) => {
      const counts = fields.flatMap((one, place): Counted[] => {
        const isOwn = tellsHowMany(one, aggOf(one)) && (one.filters?.and.length ?? 0) > 0 && !isNeverTold(place);
        return isOwn ? [{ own: group.behind[place]!, conditions: JSON.stringify(one.filters), place }] : [];
      });
      return [group, besideFew(counts, { people: group.people, below })];
    }),
  );
  const isKeptOut = (group: Group, index: number): boolean => {
    const agg = aggOf(fields[index]!);
    const own = group.behind[index]!;
    if (isNeverTold(index)) return true;
    return (
      agg !== null &&
      (out.has(group) ||
        isFew(own) ||
        (tellsHowMany(fields[index]!, agg) && isFew(group.people - own)) ||
        second.get(group)!.includes(index))
    );
  };
  // The whole of a percentage follows from it: with one of its parts, all are kept back.
  const isInWhole = (group: Group, index: number) => (other: Group) => {
    const { share } = fields[index]!;
    const isOfWhole = isPart(share) || aggOf(fields[index]!) === 'percent';
    const alike = share === 'group' ? outer : [];
    const same = (place: number) => JSON.stringify(group.values[place]) === JSON.stringify(other.values[place]);
    return isOfWhole ? alike.every(same) : group === other;
  };
  const kept = groups.map(
    (group) =>
      new Set(
        fields.flatMap((_, index) =>
          groups.filter(isInWhole(group, index)).some((other) => isKeptOut(other, index)) ? [index] : [],
        ),
      ),
  );
  const values = groups.map((group, place) =>
    group.values.map((value, index) => (kept[place]!.has(index) ? null : value)),
  );
  const hidden = new Set(kept.flatMap((one) => [...one]));
  return { values, kept, hidden, isNothingLeft: groups.length > 0 && out.size === groups.length };
};

/** All others come before any value. */
const sortable = (value: unknown) => (isOther(value) ? '' : Array.isArray(value) ? value.join('\u001f') : value);

type Beside = {
  along: ReportField;
  line: readonly unknown[];
  groups: readonly ReportField[];
  fields: readonly ReportField[];
  aggOf: (one: ReportField) => Aggregate | null;
};

/** Beside groups those of a line of periods or bands that no row falls into. */
const emptyBeside = (values: readonly unknown[][], { along, line, groups, fields, aggOf }: Beside): unknown[][] => {
  const at = fields.indexOf(along);
  const others = groups.filter((one) => one !== along).map((one) => fields.indexOf(one));
  const keyOf = (row: readonly unknown[], period: unknown) =>
    JSON.stringify([period, ...others.map((other) => row[other])]);
  const there = new Set(values.map((row) => keyOf(row, row[at])));
  // Alone, bands are there without any rows.
  const apart = others.length > 0 ? [...new Map(values.map((row) => [keyOf(row, null), row])).values()] : [[]];
  return apart.flatMap((row) =>
    line
      .filter((period) => !there.has(keyOf(row, period)))
      .map((period) =>
        fields.map((one, index) => {
          if (index === at) return period;
          if (others.includes(index)) return row[index];
          return isCounting(aggOf(one)) ? 0 : null;
        }),
      ),
  );
};

/** A column as it is worked with: which of the rows' it is. */
type Columns = { aggOf: (one: ReportField) => Aggregate | null; namedBy: (one: ReportField) => Named };

/** By what a row is grouped: its value, the period that it falls into, or its band. */
const groupIn = (
  world: World,
  { holding, format, tops }: Pick<Rows, 'holding' | 'format' | 'tops'>,
  { one, named, line }: { one: ReportField; named: Named; line: Line },
): unknown => {
  if (line.choices?.has(one)) return line.choices.get(one);
  const value = line.value(named);
  const grouping = groupingOf(holding(named), one.formatter?.output ?? format(named));
  if (blank(value)) return value;
  if (one.bands) return bandOf(one.bands, Number(value));
  return grouping ? grouped(grouping.kind, String(value), world.timeZone) : inTop(tops?.get(one), value);
};

/** The columns of a report of which groups are shown that no row falls into, each with all of these. */
export type Filled = ReadonlyMap<ReportField, readonly unknown[]>;

/** Which groups are shown without rows: all bands, all options, and the periods of the first column with periods; of more than 10,000 none. */
export const filledIn = (
  world: World,
  rows: Rows,
  { fields, aggOf, namedBy }: Columns & { fields: readonly ReportField[] },
): Filled => {
  const groups = fields.filter((one) => !aggOf(one) && one.type !== 'operation');
  const kindOf = (one: ReportField): string =>
    groupingOf(rows.holding(namedBy(one)), one.formatter?.output ?? rows.format(namedBy(one)))?.kind ?? '';
  const unfolded = unfoldedBy(rows, groups);
  const valuesIn = (one: ReportField) =>
    unfolded.map((line) => groupIn(world, rows, { one, named: namedBy(one), line }));
  const first = groups.find((one) => isInLine(kindOf(one)));
  /** All options, unless several are one value. */
  const optionsOf = (one: ReportField) =>
    !rows.tops?.has(one) && (one.each_option || rows.holding(namedBy(one)) !== 'choices')
      ? optionsIn(rows, one)
      : undefined;
  const filled = groups.filter((one) => one.bands || one === first || optionsOf(one));
  const lines = filled.map((one) => {
    const all =
      one.bands ??
      optionsOf(one) ??
      lineFrom(
        kindOf(one),
        valuesIn(one).filter((value) => !blank(value)),
      );
    return [one, all] as const;
  });
  const known = lines.filter(([, all]) => all.length > 0);
  const others = groups.filter((one) => known.every(([own]) => own !== one)).map(valuesIn);
  const beside = new Set(unfolded.map((_, at) => JSON.stringify(others.map((values) => values[at] ?? null)))).size;
  // Beside them, there may be what is unknown, and what is below all bands.
  const count = known.reduce(
    (product, [one, all]) => product * (all.length + (one.bands ? 2 : 1)),
    others.length > 0 ? beside : 1,
  );
  return new Map(count > 10_000 ? [] : known);
};

/** What is known of groups of rows: by the columns without a function, or by some of them, which may be none. */
export const groupsOf = (
  world: World,
  { lines: read, holding, format, tops }: Rows,
  {
    fields,
    aggOf,
    namedBy,
    filled,
    by,
    defined = fields,
  }: Columns & {
    fields: readonly ReportField[];
    /** The groups that are shown without rows. */
    filled?: Filled;
    /** The columns to group by, where these are not all; the others are blank. */
    by?: readonly ReportField[];
    /** The columns of the report, where these are some of them. */
    defined?: readonly ReportField[];
  },
): {
  values: unknown[][];
  /** For each row, the places of the columns that are hidden in it. */
  kept: ReadonlySet<number>[];
  isNothingLeft: boolean;
  hidden: ReadonlySet<number>;
} => {
  const isGroup = (one: ReportField) => !aggOf(one) && one.type !== 'operation';
  const groups = by ?? fields.filter(isGroup);
  const lines = unfoldedBy({ lines: read, tops }, groups);
  const valueBy = (line: Line, one: ReportField): unknown =>
    groupIn(world, { holding, format, tops }, { one, named: namedBy(one), line });
  const keyed = Map.groupBy(lines, (line) => JSON.stringify(groups.map((one) => valueBy(line, one))));
  const parts = groups.length === 0 ? [lines] : [...keyed.values()];
  const steady: readonly (Aggregate | null)[] = ['count_distinct', 'min', 'max'];
  const valueIn = (line: Line, one: ReportField) => {
    const named = namedBy(one);
    const isLeftOut = line.isRepeated && named.field.startsWith('household_') && !steady.includes(aggOf(one));
    if (isLeftOut) return null;
    const isAlone = aggOf(one) === 'count_households' && blank(line.value(named));
    // Who has no household is one, which has no number.
    return isAlone
      ? (line.value({ form: null, field: 'client_id' }) ?? null) && `person ${line.person}`
      : line.value(named);
  };
  /** Whether a function tells of who is behind a row: of who has what is true, or the very value that it gives. */
  const tellsIn = (agg: Aggregate | null, value: unknown, one: ReportField) => (line: Line) => {
    if (agg === 'count_true' || agg === 'percent_true') return valueIn(line, one) === true;
    if (!agg || !['min', 'max', 'first', 'last'].includes(agg) || value === null) return true;
    return JSON.stringify(valueIn(line, one)) === JSON.stringify(value);
  };
  const within = (part: Line[], one: ReportField) => {
    const agg = aggOf(one);
    return (
      agg === 'first' || agg === 'last'
        ? inTime(part, {
            named: namedBy(one),
            by: one.by ? { form: one.form, field: one.by } : null,
            isLastWanted: agg === 'last',
          })
        : part
    ).filter((line) =>
      (one.filters?.and ?? []).every((entry) =>
        eitherOf(entry).some((asked) => {
          const own = asked.type === 'column' ? defined.find(({ key }) => key === asked.field_name) : undefined;
          const named = own
            ? namedBy(own)
            : {
                form: asked.form ?? (/^(client|household)_/.test(asked.field_name) ? null : one.form),
                field: asked.field_name,
              };
          const value = own ? inTenDecimals(line.value(named)) : line.value(named);
          return meets(world, asked, { value, holding: holding(named) });
        }),
      ),
    );
  };
  const worked = parts.map((part): Group => {
    const used = fields.map((one) => {
      const agg = aggOf(one);
      return agg ? within(part, one).filter((line) => !blank(valueIn(line, one))) : [];
    });
    const values = fields.map((one, index) => {
      const agg = aggOf(one);
      if (one.type === 'operation') return null;
      if (!agg) return groups.includes(one) ? valueBy(part[0]!, one) : null;
      const counted = onceEach(parts.flat()).filter((line) => !blank(valueIn(line, one))).length;
      const of = { holding: holding(namedBy(one)), counted };
      const given = used[index]!.map((line) => valueIn(line, one));
      const figure = aggregated(agg, given, of);
      if (!isPart(one.share)) return figure;
      const alike = one.share === 'total' ? [] : defined.filter((other) => isGroup(other)).slice(0, -1);
      if (alike.some((other) => !groups.includes(other))) return null;
      const isInWhole = (line: Line) =>
        alike.every((other) => JSON.stringify(valueBy(line, other)) === JSON.stringify(valueBy(part[0]!, other)));
      const all = onceEach(parts.flat().filter(isInWhole)).filter((line) => !blank(valueIn(line, one)));
      const whole = aggregated(
        agg,
        all.map((line) => valueIn(line, one)),
        of,
      );
      return figure === null || !whole ? null : (100 * Number(figure)) / Number(whole);
    });
    return {
      people: peopleIn(part),
      behind: fields.map((one, index) => peopleIn(used[index]!.filter(tellsIn(aggOf(one), values[index], one)))),
      values,
    };
  });
  const { values, kept, isNothingLeft, hidden } = withoutFew(worked, {
    // Rows of nobody tell of nobody.
    below: read.some(({ person }) => person !== null) ? world.below : null,
    fields,
    aggOf,
    outer: defined
      .filter(isGroup)
      .slice(0, -1)
      .map((one) => fields.indexOf(one))
      .filter((place) => place >= 0),
    options: groups.filter(({ each_option }) => each_option).map((one) => fields.indexOf(one)),
    isOfAll: defined.some((one) => isGroup(one) && one.each_option && !groups.includes(one)),
  });
  const all = [...values];
  for (const [along, line] of filled ?? [])
    if (groups.includes(along)) all.push(...emptyBeside(all, { along, line, groups, fields, aggOf }));
  return {
    values: all.map((row) => withFormulas(world, fields, row)),
    kept: all.map((_, place) => kept[place] ?? new Set()),
    isNothingLeft,
    hidden,
  };
};
