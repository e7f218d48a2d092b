import { describe, expect, it } from 'vitest';
import { chartRows } from './chart-rows.ts';
import type { Datum, Look } from './report.ts';

const look = (rest: Partial<Look>): Look => ({
  name: 'By month',
  view_type: 'bar',
  xaxis: 'c1',
  yaxis: [],
  xaxis_label: 'Month',
  yaxis_label: null,
  group_by: null,
  zoom: null,
  series: null,
  settings: {},
  ...rest,
});

const datum = (x: string, values: Datum['values'], group: string | null = null): Datum => ({
  x,
  x_label: x,
  group,
  values,
});

describe('a chart as a table', () => {
  it('says nothing of a chart without data', () => {
    expect(chartRows(look({}), { headers: [], data: [] })).toEqual({
      heads: ['Month', 'Number of records'],
      rows: [],
      total: null,
    });
  });

  it('adds counted records up, by place and by group', () => {
    const data = [datum('Jul', [13], 'Shelter'), datum('Jul', [12], 'Car'), datum('Aug', [1500], 'Shelter')];
    expect(chartRows(look({ group_by: 'c2' }), { headers: [], data })).toEqual({
      heads: ['Month', 'Car', 'Shelter', 'All'],
      rows: [
        ['Jul', '12', '13', '25'],
        ['Aug', '0', '1,500', '1,500'],
      ],
      total: ['All', '12', '1,513', '1,525'],
    });
  });

  it('adds nothing up that was measured, and keeps what is below zero', () => {
    const data = [datum('Jul', [-2.456]), datum('Aug', [null])];
    expect(chartRows(look({ yaxis: ['c2'] }), { headers: [], data })).toEqual({
      heads: ['Month', 'c2'],
      rows: [
        ['Jul', '-2.46'],
        ['Aug', ''],
      ],
      total: null,
    });
  });

  it('says the share of each slice', () => {
    const data = [datum('a', [3]), datum('b', [1])];
    expect(chartRows(look({ view_type: 'pie' }), { headers: [], data })).toMatchObject({
      rows: [
        ['a', '3', '75 %'],
        ['b', '1', '25 %'],
      ],
      total: ['All', '4', '100 %'],
    });
  });

  it('lists each point of a scatter chart, with its group where there are several', () => {
    const points = [
      { x: 3, x_label: '3', group: 'a', values: [4] },
      { x: 5, x_label: '5', group: 'b', values: [6] },
    ];
    expect(
      chartRows(look({ view_type: 'scatter', yaxis: ['c2'], group_by: 'c3' }), { headers: [], data: points }).rows,
    ).toEqual([
      ['3', '4', 'a'],
      ['5', '6', 'b'],
    ]);
  });
});
