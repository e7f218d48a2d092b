import { describe, expect, it } from 'vitest';
import type { Header, Look } from '#web/reports/report.ts';
import { previewOf } from './preview-data.ts';
import { acrossOf, bodyOf, draftOf, lackOf, maySplit, newTypes, optionsFor, withOption } from './view-draft.ts';

const header = (key: string, type: Header['type'], agg: string | null = null): Header => ({
  key,
  letter: null,
  label: key,
  type,
  form: null,
  field: key,
  agg,
  restricted: false,
});
const headers = [
  header('age', 'number'),
  header('slept', 'choice'),
  header('nights', 'number'),
  header('seen', 'date'),
];

const record = (...values: unknown[]) => ({
  values,
  display_values: values.map((value) => (value === null ? '' : String(value))),
  links: values.map(() => null),
});

describe('a view that is made', () => {
  it('says what a report lacks for it', () => {
    expect(newTypes.filter((type) => lackOf(type, headers) !== null)).toEqual(['map']);
    expect(lackOf('map', headers)).toBe('Needs an address column');
    expect(lackOf('scatter', headers.slice(0, 2))).toBe('Needs two number columns');
    expect(lackOf('composed', headers.slice(1, 2))).toBe('Needs a number column');
    expect(lackOf('bar', [])).toBe('Needs a column');
  });

  it('begins with the columns that are likely meant', () => {
    expect(draftOf('bar', headers)).toMatchObject({ xaxis: 'slept', yaxis: [], zoom: null });
    expect(draftOf('scatter', headers)).toMatchObject({ xaxis: 'age', yaxis: ['nights'] });
    expect(draftOf('composed', headers)).toMatchObject({ xaxis: 'slept', yaxis: ['age'] });
    expect(draftOf('map', [...headers, header('home', 'address')])).toMatchObject({ xaxis: 'home', zoom: null });
    // What a report works out of groups is what its charts show.
    expect(draftOf('line', [header('month', 'date'), header('sum', 'number', 'sum')]).yaxis).toEqual(['sum']);
  });

  it('offers what fits its type', () => {
    expect(acrossOf('scatter', headers).map(({ key }) => key)).toEqual(['age', 'nights']);
    expect(maySplit({ view_type: 'bar', yaxis: ['a', 'b'] })).toBe(false);
    expect(maySplit({ view_type: 'pie', yaxis: [] })).toBe(false);
    expect(maySplit({ view_type: 'bar', yaxis: [] })).toBe(true);
    expect(optionsFor('radar')).toEqual([]);
    expect(optionsFor('scatter')).toEqual([{ name: 'joint_line', label: 'Line through the points' }]);
  });

  it('sends nothing that another type would have', () => {
    const bar = draftOf('bar', headers);
    const mixed: Look = {
      ...bar,
      group_by: 'slept',
      yaxis: ['age', 'nights'],
      series: [{ key: 'gone', type: 'line' }],
      settings: { barchart: { stacked: true }, piechart: { ring: true } },
      zoom: 4,
      xaxis_label: '',
    };
    expect(bodyOf(mixed)).toMatchObject({
      group_by: null,
      series: null,
      zoom: null,
      xaxis_label: null,
      settings: { barchart: { stacked: true } },
    });
    expect(bodyOf({ ...mixed, view_type: 'composed' })).toMatchObject({
      series: [
        { key: 'age', type: 'bar' },
        { key: 'nights', type: 'bar' },
      ],
      settings: {},
    });
    expect(bodyOf({ ...mixed, view_type: 'map' })).toMatchObject({ yaxis: [], group_by: null, zoom: 4 });
    expect(withOption(bar, 'stacked', true)).toEqual({ barchart: { stacked: true } });
  });
});

describe('the drawing of a view before it is saved', () => {
  const rows = [
    record(18, 'Car', 2, '2026-02-01'),
    record(20, 'Own home', null, '2026-01-05'),
    record(30, 'Car', 5, null),
  ];

  it('waits for its column', () => {
    expect(previewOf({ ...draftOf('bar', headers), xaxis: null }, { headers, records: rows })).toBeNull();
  });

  it('counts records, and adds up what is known', () => {
    const bar = draftOf('bar', headers);
    expect(previewOf(bar, { headers, records: rows })?.data).toMatchObject([
      { x: 'Car', values: [2] },
      { x: 'Own home', values: [1] },
    ]);
    expect(previewOf({ ...bar, yaxis: ['nights'] }, { headers, records: rows })?.data).toMatchObject([
      { x: 'Car', values: [7] },
      { x: 'Own home', values: [null] },
    ]);
  });

  it('orders choices by their options, as the saved chart does', () => {
    const slept = { ...header('slept', 'choice'), options: ['Own home', 'Car'] };
    const seen = previewOf(draftOf('bar', [slept]), {
      headers: [slept],
      records: ['Car', 'Car', 'Own home', null].map((one) => record(one)),
    });
    expect(seen?.data).toMatchObject([{ x: 'Own home' }, { x: 'Car' }, { x: null }]);
  });

  it('orders days by time, what is blank last, and keeps each point of a scatter chart', () => {
    const seen = previewOf({ ...draftOf('line', headers), xaxis: 'seen' }, { headers, records: rows });
    expect(seen?.data).toMatchObject([{ x: '2026-01-05' }, { x: '2026-02-01' }, { x: null }]);
    expect(previewOf(draftOf('scatter', headers), { headers, records: rows })?.data).toHaveLength(3);
  });

  it('places addresses that say where they are', () => {
    const home = [header('home', 'address')];
    const places = [record({ text: 'a', location: [40, -80] }), record({ text: 'b', location: null }), record(null)];
    expect(previewOf(draftOf('map', home), { headers: home, records: places })?.data).toMatchObject({
      points: [{ location: [40, -80] }],
      displayed: 1,
      total: 3,
    });
  });
});
