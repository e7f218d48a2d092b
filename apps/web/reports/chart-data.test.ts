import { describe, expect, it } from 'vitest';
import {
  chartData,
  cloudsOf,
  drawnData,
  drawnSlices,
  optionsOf,
  slicesOf,
  withoutNegatives,
  xName,
  yName,
} from './chart-data.ts';
import type { Datum, Header, Look } from './report.ts';

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
const headers = [header('c1', 'Month', 'text'), header('c2', 'Nights'), header('c3', 'Meals')];

const look = (rest: Partial<Look> = {}): Look => ({
  name: 'By month',
  view_type: 'bar',
  xaxis: 'c1',
  yaxis: [],
  xaxis_label: null,
  yaxis_label: null,
  group_by: null,
  zoom: null,
  series: null,
  settings: {},
  ...rest,
});

const datum = (x: string | null, values: Datum['values'], group: string | null = null): Datum => ({
  x,
  x_label: x ?? '',
  group,
  values,
});

const drawn = (data: Datum[]) => ({ headers, data });

describe('what a chart draws', () => {
  it('is nothing where a table was asked for, or nothing was found', () => {
    expect(chartData(look({ view_type: 'table' }), { headers, data: null })).toEqual({
      series: [{ key: 'count', name: 'Number of records', look: 0, as: 'bar' }],
      places: [],
      unit: '',
    });
    expect(chartData(look({ group_by: 'c2' }), drawn([])).series).toEqual([]);
  });

  it('is one series for each column, by its name, and one that counts records without any', () => {
    const data = chartData(look({ yaxis: ['c2', 'c3'] }), drawn([datum('Jan', [1, 2]), datum('Feb', [3, null])]));
    expect(data.series.map(({ name }) => name)).toEqual(['Nights', 'Meals']);
    expect(data.places).toEqual([
      { key: '"Jan"', label: 'Jan', values: [1, 2] },
      { key: '"Feb"', label: 'Feb', values: [3, null] },
    ]);
    expect(chartData(look({ yaxis_label: 'Intakes' }), drawn([datum('Jan', [7])])).series[0]?.name).toBe('Intakes');
  });

  it('names what is blank, and tells it from an empty text', () => {
    const { places } = chartData(look(), drawn([datum(null, [2]), datum('', [3])]));
    expect(places.map(({ key, label }) => [key, label])).toEqual([
      ['null', '(blank)'],
      ['""', '(blank)'],
    ]);
  });

  it('tells what is blank from what was put together, neither of which has a value', () => {
    const others = { ...datum(null, [4]), x_label: 'Other (1,200)' };
    const { places } = chartData(look(), drawn([datum('Troy', [5]), others, datum(null, [2])]));
    expect(places.map(({ label, values }) => [label, ...values])).toEqual([
      ['Troy', 5],
      ['Other (1,200)', 4],
      ['(blank)', 2],
    ]);
  });

  it('splits by groups in order, numbers by size, what was put together and blank last', () => {
    const data = [
      datum('Jan', [1], 'Other (12)'),
      datum('Jan', [2], null),
      datum('Jan', [3], 'Room 10'),
      datum('Feb', [4], 'Room 2'),
    ];
    const { series, places } = chartData(look({ group_by: 'c4' }), drawn(data));
    expect(series.map(({ name }) => name)).toEqual(['Room 2', 'Room 10', 'Other (12)', '(blank)']);
    // Where records are counted, none is a number.
    expect(places[0]?.values).toEqual([0, 3, 1, 2]);
    expect(places[1]?.values).toEqual([4, 0, 0, 0]);
    // Of what is measured, nothing is known where there is no record.
    const measured = chartData(look({ group_by: 'c4', yaxis: ['c2'] }), drawn(data));
    expect(measured.places[1]?.values).toEqual([4, null, null, null]);
  });

  it('RP-57 draws each column of a composed chart as was chosen, else as bars', () => {
    const view = look({ view_type: 'composed', yaxis: ['c2', 'c3'], series: [{ key: 'c3', type: 'line' }] });
    expect(chartData(view, drawn([])).series.map(({ as }) => as)).toEqual(['bar', 'line']);
    expect(chartData(look({ view_type: 'area' }), drawn([])).series[0]?.as).toBe('area');
  });

  it('RP-58 makes shares of a place in percent', () => {
    const view = look({ view_type: 'area', group_by: 'c4', settings: { areachart: { percent: true } } });
    const data = chartData(view, drawn([datum('Jan', [1], 'a'), datum('Jan', [2], 'b'), datum('Feb', [0], 'a')]));
    expect(data.unit).toBe('%');
    expect(data.places.map(({ values }) => values)).toEqual([
      [33.3, 66.7],
      [0, 0],
    ]);
  });

  it('RP-59 leaves values below zero out unless they are wanted, and counts them', () => {
    const data = [datum('Jan', [5]), datum('Feb', [-3])];
    const off = look({ yaxis: ['c2'] });
    expect(withoutNegatives(off, chartData(off, drawn(data)))).toMatchObject({
      left: 1,
      places: [{ values: [5] }, { values: [null] }],
    });
    const on = look({ yaxis: ['c2'], settings: { barchart: { negative_values: true } } });
    expect(withoutNegatives(on, chartData(on, drawn(data)))).toMatchObject({ left: 0, places: [{}, { values: [-3] }] });
    const radar = look({ view_type: 'radar', yaxis: ['c2'] });
    expect(withoutNegatives(radar, chartData(radar, drawn(data))).left).toBe(0);
  });

  it('takes the options of its own type alone', () => {
    const settings = { barchart: { stacked: true }, piechart: { ring: true } };
    expect(optionsOf({ view_type: 'bar', settings })).toEqual({ stacked: true });
    expect(optionsOf({ view_type: 'radar', settings })).toEqual({});
  });

  it('RP-61 makes slices of what is above zero', () => {
    const { slices, total, left } = slicesOf(
      chartData(
        look({ yaxis: ['c2'] }),
        drawn([datum('a', [30]), datum('b', [10]), datum('c', [0]), datum('d', [-5])]),
      ),
    );
    expect(total).toBe(40);
    expect(left).toBe(1);
    expect(slices.map(({ name, share }) => [name, share])).toEqual([
      ['a', 75],
      ['b', 25],
    ]);
  });

  it('RP-62 takes the records that have both values, days by their time', () => {
    const view = look({ view_type: 'scatter', yaxis: ['c2'], group_by: 'c4' });
    const points = [
      { x: 3, x_label: '3', group: 'a', values: [4] },
      { x: null, x_label: '', group: 'a', values: [4] },
      { x: 5, x_label: '5', group: 'b', values: [null] },
    ];
    expect(cloudsOf(view, drawn(points)).map(({ points }) => points.length)).toEqual([1, 0]);
    const day = cloudsOf(view, drawn([{ x: '2026-01-02', x_label: '01/02/2026', group: null, values: [1] }]));
    expect(day[0]?.points[0]?.x).toBe(Date.UTC(2026, 0, 2));
  });

  it('names its axes by what they were called, else by their columns', () => {
    expect(xName(look(), headers)).toBe('Month');
    expect(xName(look({ xaxis_label: 'When' }), headers)).toBe('When');
    expect(yName(look({ yaxis: ['c2'] }), headers)).toBe('Nights');
    expect(yName(look({ yaxis: ['c2', 'c3'] }), headers)).toBe('');
    expect(yName(look(), headers)).toBe('Number of records');
  });
});

describe('a chart of more series than there are colors', () => {
  const split = look({ group_by: 'c4' });
  const names = ['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'];
  const data = names.flatMap((name, index) => [
    datum('Jan', [index + 1], name),
    ...(name === 'Ann' ? [datum('Feb', [100], name)] : []),
  ]);

  it('draws the five largest, and the others added up as one', () => {
    const all = chartData(split, drawn(data));
    const { series, places, together } = drawnData(all);
    expect(series.map(({ name, look }) => [name, look])).toEqual([
      ['Ann', 0],
      ['Eve', 1],
      ['Fay', 2],
      ['Gus', 3],
      ['Hal', 4],
      ['Other (3)', 5],
    ]);
    expect(together).toBe(3);
    expect(places.map(({ values }) => values)).toEqual([
      [1, 5, 6, 7, 8, 2 + 3 + 4],
      [100, 0, 0, 0, 0, 0],
    ]);
    expect(all.series).toHaveLength(8);
  });

  it('leaves six as they are, and nothing known where nothing is', () => {
    const six = drawn(names.slice(0, 6).map((name, index) => datum('Jan', [index], name)));
    expect(drawnData(chartData(split, six))).toMatchObject({
      together: 0,
      series: names.slice(0, 6).map((name) => ({ name })),
    });
    const measured = chartData({ ...split, yaxis: ['c2'] }, drawn([...data, datum('Mar', [3], 'Hal')]));
    expect(drawnData(measured).places.at(-1)?.values).toEqual([null, null, null, null, 3, null]);
  });

  it('counts what the server put together with the others, however large that is', () => {
    const { series } = drawnData(chartData(split, drawn([...data, datum('Jan', [999], 'Other (12)')])));
    expect(series.map(({ name }) => name)).toEqual(['Ann', 'Eve', 'Fay', 'Gus', 'Hal', 'Other (15)']);
  });

  it('draws the five largest slices of a pie, and the others as one', () => {
    const pie = chartData(look({ view_type: 'pie' }), drawn(names.map((name, index) => datum(name, [index + 1]))));
    const { slices, together } = drawnSlices(slicesOf(pie).slices);
    expect(slices.map(({ name, value, look }) => [name, value, look])).toEqual([
      ['Dan', 4, 0],
      ['Eve', 5, 1],
      ['Fay', 6, 2],
      ['Gus', 7, 3],
      ['Hal', 8, 4],
      ['Other (3)', 6, 5],
    ]);
    expect(slices.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(100, 0);
    expect(together).toBe(3);
    expect(drawnSlices(slicesOf(pie).slices.slice(0, 6)).together).toBe(0);
  });
});
