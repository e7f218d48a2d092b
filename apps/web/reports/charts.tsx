import { CartesianChart } from './cartesian-chart.tsx';
import { chartData, countName, drawnData, optionsOf, xName, yName } from './chart-data.ts';
import css from './charts.module.css';
import type { Drawing } from './drawing.ts';
import { PieChart, RadarChart, ScatterChart } from './round-charts.tsx';

const drawings = { scatter: ScatterChart, pie: PieChart, radar: RadarChart };

/** A chart of a report: legend and drawing. All seven types come with one part of the application, with their library. */
export const Chart = ({ view, result, height }: Pick<Drawing, 'view' | 'result' | 'height'>) => {
  const all = chartData(view, result);
  // A pie has one series; what it puts together are its slices.
  const data = drawnData(all);
  const names = { x: xName(view, result.headers), y: yName(view, result.headers), count: countName };
  const type = view.view_type as keyof typeof drawings;
  const Draw = drawings[type] ?? CartesianChart;
  const label = `${view.name}: ${names.y || all.series.map(({ name }) => name).join(', ')} by ${names.x}`;
  return (
    <div className={css.chart}>
      <Draw {...{ view, result, data, names, label, height }} options={optionsOf(view)} />
    </div>
  );
};
