import type { Aggregate } from '#reports/columns.ts';
import type { ReportField } from '#reports/definition.ts';
import { groupsOf, holdingAfter } from './groups.ts';
import type { Rows } from './lines.ts';
import { optionsIn, placesIn } from './options.ts';
import type { Top, Tops } from './tops.ts';
import { blank, inOrder, inOrders, isNumeric, namedBy, sortedAs, type World } from './world.ts';

type Columns = {
  fields: readonly ReportField[];
  aggOf: (one: ReportField) => Aggregate | null;
  /** What each column shows. */
  shown: readonly string[];
};

/** The figures that can tell which groups come to most: numbers that are known of each group by itself. */
const telling = (
  fields: readonly ReportField[],
  { aggOf, holding }: Pick<Columns, 'aggOf'> & Pick<Rows, 'holding'>,
): ReportField[] =>
  fields.filter((one) => {
    const agg = aggOf(one);
    return agg && one.share !== 'group' && isNumeric(holdingAfter(agg, holding(namedBy(one))));
  });

/** The groups of a column that come to most, worked out of groups by it alone; none where no figure is known. */
const topOf = (world: World, rows: Rows, one: ReportField, { fields, aggOf, shown }: Columns): Top | null => {
  const by = fields.find(({ key }) => key === one.top?.by) ?? telling(fields, { aggOf, holding: rows.holding })[0]!;
  const { values } = groupsOf(world, rows, { fields: [one, by], aggOf, namedBy, defined: fields });
  // What the report's other groups hide of a figure would follow from what they come to together.
  const whole = groupsOf(world, rows, { fields, aggOf, namedBy });
  const [at, figure] = [fields.indexOf(one), fields.indexOf(by)];
  const hidden = whole.values
    .filter((_, place) => whole.kept[place]?.has(figure))
    .map((row) => JSON.stringify(row[at]));
  const groups = values
    .filter(([value]) => !blank(value))
    .map(([value, size]) => [value, hidden.includes(JSON.stringify(value)) ? null : size]);
  const offered = optionsIn(rows, one);
  const holding = one.each_option ? 'choice' : rows.holding(namedBy(one));
  const ties = (value: unknown): unknown[] => {
    const plain = Array.isArray(value) ? value.join('\u001f') : value;
    const name = sortedAs(world, shown[fields.indexOf(one)]!, { holding, value });
    return [
      ...(offered ? [placesIn(offered, value)] : []),
      ...(['user', 'record'].includes(holding) ? [name] : []),
      plain,
    ];
  };
  const bySize = (size: unknown, other: unknown) => inOrder(size, other) * (size === null || other === null ? 1 : -1);
  const inTurn = groups.toSorted(
    ([value, size], [other, more]) => bySize(size ?? null, more ?? null) || inOrders(ties(value), ties(other)),
  );
  const first = inTurn.slice(0, one.top?.count);
  const others = groups.length - first.length;
  if (others > 0 && first.every(([, size]) => blank(size))) return null;
  return { values: first.map(([value]) => value), others };
};

/** Of each column of which the top is shown: which groups these are. */
export const topsIn = (world: World, rows: Rows, columns: Columns): Tops =>
  new Map(
    columns.fields.flatMap((one) => {
      const top = one.top ? topOf(world, rows, one, columns) : null;
      return top ? [[one, top] as const] : [];
    }),
  );
