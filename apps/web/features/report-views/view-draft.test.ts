import { describe, expect, it } from 'vitest';
import type { Header, Look } from '#web/reports/report.ts';
import {
  acrossOf,
  bodyOf,
  draftOf,
  lackOf,
  maxMeasured,
  maySplit,
  measurable,
  newTypes,
  optionsFor,
  splittingBy,
  withOption,
} from './view-draft.ts';

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

const group = (key: string, type: Header['type']): Header => ({ ...header(key, type), group: true });
const grouped = [
  group('kind', 'choice'),
  group('month', 'date'),
  group('size', 'number'),
  header('people', 'number', 'count_distinct'),
];

describe('a view that is made', () => {
  it('says what a report lacks for it', () => {
    expect(newTypes.filter((type) => lackOf(type, headers) !== null)).toEqual(['cross_table', 'map']);
    expect(lackOf('cross_table', headers)).toBe('Needs two columns to group by and a function');
    expect(lackOf('cross_table', grouped)).toBeNull();
    expect(lackOf('cross_table', grouped.slice(2))).not.toBeNull();
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

  it('a cross table goes by the groups of a report, time across, and shows what is worked out', () => {
    const draft = draftOf('cross_table', grouped);
    expect(draft).toMatchObject({ xaxis: 'kind', group_by: 'month', yaxis: ['people'], percent_of: null });
    expect(
      draftOf(
        'cross_table',
        grouped.filter(({ key }) => key !== 'month'),
      ).group_by,
    ).toBe('size');
    expect(acrossOf('cross_table', grouped).map(({ key }) => key)).toEqual(['kind', 'month', 'size']);
    expect(splittingBy(draft, grouped).map(({ key }) => key)).toEqual(['kind', 'month', 'size']);
    expect(measurable(draft, grouped).map(({ key }) => key)).toEqual(['people']);
    expect(maxMeasured('cross_table')).toBe(2);
    const sent = bodyOf({ ...draft, percent_of: 'row', yaxis: ['people', 'people'], xaxis_label: 'Kind' });
    expect(sent).toMatchObject({ percent_of: 'row', group_by: 'month', xaxis_label: null });
    expect(bodyOf({ ...sent, view_type: 'bar' }).percent_of).toBeNull();
  });

  it('offers what fits its type', () => {
    expect(acrossOf('scatter', headers).map(({ key }) => key)).toEqual(['age', 'nights']);
    expect(maySplit({ view_type: 'bar', yaxis: ['a', 'b'] })).toBe(false);
    expect(maySplit({ view_type: 'pie', yaxis: [] })).toBe(false);
    expect(maySplit({ view_type: 'bar', yaxis: [] })).toBe(true);
    expect(optionsFor('radar')).toEqual([]);
    expect(optionsFor('scatter')).toEqual([{ name: 'joint_line', label: 'Line through points' }]);
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
