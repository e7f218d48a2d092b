import type { ChartData } from './chart-data.ts';
import type { Look, ViewTable } from './report.ts';

/** What a chart is drawn from. */
export type Drawing = {
  view: Look;
  result: ViewTable;
  data: ChartData;
  options: Record<string, boolean>;
  /** What its axes are, and how records are named that are counted. */
  names: { x: string; y: string; count: string };
  /** Names the drawing for who does not see it. */
  label: string;
  /** In pixels. */
  height: number;
};
