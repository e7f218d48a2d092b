import { IconChartBar } from '@tabler/icons-react';
import { maxSeries } from '#reports/views.ts';
import { inline } from '#web/parts/lazy.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import { chartData, drawnData, drawnSlices, slicesOf, withoutNegatives } from './chart-data.ts';
import type { Look, ViewTable } from './report.ts';

export type ChartProps = { view: Look; result: ViewTable; height: number };

/** With the library of charts, which no other screen needs. */
const Chart = inline<ChartProps>(
  'The chart',
  async () => (await import('./charts.tsx')).Chart,
  ({ height }) => (
    <Skeleton label="Loading chart">
      <SkeletonBlock width="100%" height={height} />
    </Skeleton>
  ),
);

/** What a chart puts together, so that its colors tell its series apart; null when it shows each by itself. */
const puttingTogether = (view: Look, result: ViewTable): string | null => {
  if (view.view_type === 'scatter') return null;
  const data = chartData(view, result);
  const { together } = view.view_type === 'pie' ? drawnSlices(slicesOf(data).slices) : drawnData(data);
  return together > 0
    ? `The ${maxSeries - 1} largest are shown. The other ${together} are combined as Other. The table shows everything.`
    : null;
};

/** What a chart cannot show, so that nothing is left out in silence; null when it shows all. */
const leftOut = (view: Look, result: ViewTable): string | null => {
  const data = chartData(view, result);
  const left = view.view_type === 'pie' ? slicesOf(data).left : withoutNegatives(view, data).left;
  if (left === 0) return null;
  const many = left === 1 ? '1 value below zero isn’t' : `${left} values below zero aren’t`;
  const way =
    view.view_type === 'pie' ? '' : ' Turn on “Negative values” in the settings of this view to show all values.';
  return `${many} shown.${way} The table shows everything.`;
};

/** A chart of a report, as high as asked; with nothing to draw it says so. */
export const ReportChart = ({ view, result, height }: ChartProps) => {
  if (!Array.isArray(result.data) || result.data.length === 0)
    return <EmptyState icon={IconChartBar} title="No results found" />;
  const [together, left] = [puttingTogether(view, result), leftOut(view, result)];
  return (
    <>
      <Chart view={view} result={result} height={height} />
      {together && <Note>{together}</Note>}
      {left && <Note>{left}</Note>}
    </>
  );
};
