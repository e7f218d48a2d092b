import { Chart } from '#web/reports/charts.tsx';
import type { Datum, Header, Look, ViewTable } from '#web/reports/report.ts';
import css from './charts-screen.module.css';

const header = (key: string, label: string, type: Header['type'] = 'number'): Header => ({
  key,
  letter: null,
  label,
  type,
  form: null,
  field: null,
  agg: null,
  restricted: false,
});
const headers = [
  header('month', 'Month', 'choice'),
  header('age', 'Age'),
  header('nights', 'Nights'),
  header('meals', 'Meals'),
  header('change', 'Change'),
  header('room', 'Room', 'choice'),
];

const rows = (names: string[], values: number[][], group: string | null = null): Datum[] =>
  names.map((name, index) => ({ x: name, x_label: name, group, values: values.map((one) => one[index] ?? null) }));

const months = ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'];
const rooms = ['Family rooms', 'Single beds', 'Motel vouchers'];
const nights = [
  [180, 210, 190, 165, 200, 240],
  [240, 260, 230, 205, 215, 250],
  [60, 75, 66, 58, 84, 112],
];
const byRoom = rooms.flatMap((room, index) => rows(months, [nights[index]!], room));

const look = (view: Partial<Look> & Pick<Look, 'name' | 'view_type'>): Look => ({
  xaxis: 'month',
  yaxis: ['nights'],
  xaxis_label: null,
  yaxis_label: null,
  group_by: null,
  zoom: null,
  series: null,
  settings: {},
  ...view,
});

const points = (group: string, pairs: number[][]): Datum[] =>
  pairs.map(([x, y]) => ({ x, x_label: String(x), group, values: [y!] }));

const clouds = [
  ...points('Families', [[24, 18], [29, 22], [34, 26], [36, 33], [41, 28], [45, 20], [31, 12]]), // biome-ignore format: pairs
  ...points('Single adults', [[28, 6], [35, 9], [42, 14], [48, 11], [53, 18], [63, 24], [74, 30]]), // biome-ignore format: pairs
  ...points('Youth', [[16, 3], [17, 4], [19, 6], [20, 7], [22, 9], [23, 11]]), // biome-ignore format: pairs
];

const slept = rows(['Emergency shelter', 'Family or friends', 'Outdoors', 'Own home'], [[27, 14, 5, 12]]);
const scores = ['Housing', 'Income', 'Health', 'School', 'Safety', 'Network'];

/** Each chart type, and what its options make of it. */
const sheet: { note: string; view: Look; data: Datum[] }[] = [
  {
    note: 'stacked',
    view: look({ name: 'Area', view_type: 'area', group_by: 'room', settings: { areachart: { stacked: true } } }),
    data: byRoom,
  },
  {
    note: 'percent',
    view: look({ name: 'Area', view_type: 'area', group_by: 'room', settings: { areachart: { percent: true } } }),
    data: byRoom,
  },
  {
    note: 'value labels',
    view: look({
      name: 'Bar',
      view_type: 'bar',
      yaxis: ['nights', 'meals'],
      settings: { barchart: { value_labels: true } },
    }),
    data: rows(['Q1', 'Q2', 'Q3', 'Q4'], [[31, 36, 28, 41], [44, 39, 52, 47]]), // biome-ignore format: pairs
  },
  {
    note: 'stacked, value labels',
    view: look({
      name: 'Bar',
      view_type: 'bar',
      group_by: 'room',
      settings: { barchart: { stacked: true, value_labels: true } },
    }),
    data: byRoom,
  },
  {
    note: 'negative values',
    view: look({
      name: 'Bar',
      view_type: 'bar',
      yaxis: ['change'],
      yaxis_label: 'Change of score',
      settings: { barchart: { negative_values: true, value_labels: true } },
    }),
    data: rows(months, [[12, -4, 7, -9, 3, 15]]),
  },
  {
    note: 'bars and a line',
    view: look({
      name: 'Composed',
      view_type: 'composed',
      yaxis: ['meals', 'nights'],
      series: [
        { key: 'meals', type: 'bar' },
        { key: 'nights', type: 'line' },
      ],
    }),
    data: rows(months, [[22, 26, 31, 28, 34, 38], [14, 19, 20, 22, 25, 31]]), // biome-ignore format: pairs
  },
  {
    note: 'dashed',
    view: look({ name: 'Line', view_type: 'line', group_by: 'room', settings: { linechart: { dashed: true } } }),
    data: byRoom,
  },
  {
    note: 'value labels',
    view: look({ name: 'Line', view_type: 'line', settings: { linechart: { value_labels: true } } }),
    data: rows(months, [nights[0]!]),
  },
  {
    note: 'joint line',
    view: look({
      name: 'Scatter',
      view_type: 'scatter',
      xaxis: 'age',
      group_by: 'room',
      settings: { scatterchart: { joint_line: true } },
    }),
    data: clouds,
  },
  {
    note: 'ring, values',
    view: look({ name: 'Pie', view_type: 'pie', xaxis: 'room', settings: { piechart: { ring: true, value: true } } }),
    data: slept,
  },
  { note: '', view: look({ name: 'Pie', view_type: 'pie', xaxis: 'room' }), data: slept },
  {
    note: '',
    view: look({ name: 'Radar', view_type: 'radar', yaxis: ['nights', 'meals'] }),
    data: rows(scores, [[1, 2, 2.5, 1.4, 1.8, 1.6], [3.6, 3, 3.2, 2.8, 4.1, 2.6]]), // biome-ignore format: pairs
  },
];

export const ChartsScreen = () => (
  <main className={css.sheet}>
    <h1>Charts</h1>
    <div className={css.cards}>
      {sheet.map(({ note, view, data }, index) => {
        const result: ViewTable = { headers, data };
        return (
          <section key={index} className={css.card} aria-label={`${view.name} ${note}`}>
            <h2>{view.name}</h2>
            <p>{note}</p>
            <Chart view={view} result={result} height={260} />
          </section>
        );
      })}
    </div>
  </main>
);
