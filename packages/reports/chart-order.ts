import type { ResultType } from './columns.ts';
import type { ViewType } from './views.ts';

/** What a chart shows at one place of its x axis; `rest` is above 0 for what was put together of several places. */
export type ChartEntry = { x: unknown; x_label: string; values: readonly (number | null)[]; rest?: number };

/** The column of the x axis: the values of its options in their order, where it has options. */
export type ChartAxis = { type: ResultType; options?: readonly unknown[] | undefined };

const isMeasured = (type: ResultType) => ['number', 'date', 'time', 'timestamp'].includes(type);
/** Charts that lead the eye along their axis, where sizes in order would look like a trend. */
const alongAxis: readonly ViewType[] = ['line', 'area', 'radar'];

/** Compares the places of options one after the other; what is no option comes after all of them. */
const byOption = (options: readonly unknown[]) => {
  const places = new Map(options.map((value, place) => [String(value), place]));
  const placesOf = (x: unknown) => [x].flat().map((value) => places.get(String(value)) ?? options.length);
  return (a: ChartEntry, b: ChartEntry): number => {
    const [one, other] = [placesOf(a.x), placesOf(b.x)];
    return (
      one.map((place, index) => place - (other[index] ?? -1)).find((way) => way !== 0) ?? one.length - other.length
    );
  };
};

const byValue = ({ x: a }: ChartEntry, { x: b }: ChartEntry): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
};

const byLabel = (a: ChartEntry, b: ChartEntry): number =>
  a.x_label.localeCompare(b.x_label, 'en-US', { numeric: true }) || byValue(a, b);

const keyOf = ({ x, rest }: ChartEntry) => JSON.stringify([x, rest ?? 0]);

/** Compares by what all entries of a place come to, the largest first. */
const bySize = (entries: readonly ChartEntry[]) => {
  const sizes = new Map<string, number>();
  for (const one of entries) sizes.set(keyOf(one), (sizes.get(keyOf(one)) ?? 0) + (one.values[0] ?? 0));
  return (a: ChartEntry, b: ChartEntry): number => (sizes.get(keyOf(b)) ?? 0) - (sizes.get(keyOf(a)) ?? 0);
};

/**
 * Returns the entries of a chart in the order of its x axis: choices as their options stand, numbers, days and times by
 * value, and other words the largest first, or by name where the chart is read along its axis. What was put together and
 * blanks come last. Previews and saved charts share this order.
 */
export const inChartOrder = <E extends ChartEntry>(
  entries: readonly E[],
  { type, options }: ChartAxis,
  view_type: ViewType,
): E[] => {
  const size = alongAxis.includes(view_type) ? () => 0 : bySize(entries);
  const option = options ? byOption(options) : () => 0;
  const atEnd = (one: E) => (one.rest ? 1 : one.x === null || one.x_label === '' ? 2 : 0);
  return entries.toSorted(
    (a, b) =>
      atEnd(a) - atEnd(b) ||
      (isMeasured(type)
        ? byValue(a, b)
        : type === 'boolean'
          ? byValue(b, a)
          : option(a, b) || size(a, b) || byLabel(a, b)),
  );
};
