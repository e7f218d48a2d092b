import { describe, expect, it } from 'vitest';
import { crossTableIn, crossTableRows, crossTableWords } from './cross-table-rows.ts';
import type { CrossTableData, Header, Look } from './report.ts';

const header = (key: string, label: string): Header => ({
  key,
  letter: null,
  label,
  type: 'number',
  form: null,
  field: key,
  agg: null,
  restricted: false,
});
const headers = [
  header('kind', 'Type'),
  header('month', 'Month'),
  header('people', 'People'),
  header('sum', 'Minutes'),
];
const look = (rest: Partial<Look> = {}): Look => ({
  name: 'By month',
  view_type: 'cross_table',
  xaxis: 'kind',
  group_by: 'month',
  yaxis: ['people'],
  xaxis_label: null,
  yaxis_label: null,
  zoom: null,
  series: null,
  settings: {},
  ...rest,
});
const cell = (values: (number | null)[], percents: (number | null)[] = values.map(() => null)) => ({
  values,
  display_values: values.map((value) => (value === null ? '' : String(value))),
  percents,
});
const table = (cells: ReturnType<typeof cell>[]): CrossTableData => ({
  columns: [{ value: 1, label: 'January' }],
  rows: [{ value: null, label: '', cells: [cells[0]!], total: cells[1]! }],
  totals: [cells[2]!],
  total: cells[3]!,
  row_count: 1,
});

describe('a cross table as a plain one', () => {
  it('has its totals below and at the end, and names what is blank', () => {
    const data = table([cell([3]), cell([3]), cell([4]), cell([null])]);
    expect(crossTableRows(look(), { headers, data })).toEqual({
      heads: ['Type', 'January', 'Total'],
      rows: [['(blank)', '3', '3']],
      foot: ['Total', '4', ''],
    });
  });

  it('has a column for each of two figures, with percentages beside them', () => {
    const one = cell([3, 10], [37.5, null]);
    expect(crossTableRows(look({ yaxis: ['people', 'sum'] }), { headers, data: table([one, one, one, one]) })).toEqual({
      heads: ['Type', 'January: People', 'January: Minutes', 'Total: People', 'Total: Minutes'],
      rows: [['(blank)', '3 (37.5%)', '10', '3 (37.5%)', '10']],
      foot: ['Total', '3 (37.5%)', '10', '3 (37.5%)', '10'],
    });
  });

  it('is told from a chart, a map and nothing', () => {
    expect(crossTableIn({ data: [] })).toBeNull();
    expect(crossTableIn({ data: { points: [], displayed: 0, total: 0 } })).toBeNull();
    expect(crossTableIn({ data: null })).toBeNull();
    expect(crossTableRows(look(), { headers, data: null })).toEqual({ heads: ['Type'], rows: [], foot: null });
  });

  it('says what it shows', () => {
    const view = look({ yaxis: ['people', 'sum'], percent_of: 'row' });
    expect(crossTableWords(view, headers).title).toBe('People and Minutes by Type and Month, percent of row');
  });
});
