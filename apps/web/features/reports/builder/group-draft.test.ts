import { expect, test } from 'vitest';
import { reportFields } from '#reports/definition.ts';
import { emptyReport, type ReportValues, withColumns } from './draft.ts';
import { withGroups } from './group-draft.ts';

const report: ReportValues = { ...emptyReport, fields: reportFields.parse([{ field: '12', form: 3 }]) };
const change = { each_option: true };

test('groups that are known show those without records, unless that was decided, or periods would be shown, too', () => {
  const grouped = withGroups(report, 'c1', { change, isAlone: true });
  expect(grouped.fields[0]?.each_option).toBe(true);
  expect(grouped.settings).toEqual({ empty_groups: true });
  expect(withGroups(report, 'c1', { change, isAlone: false }).settings).toEqual({});
  const decided = { ...report, settings: { empty_groups: false } };
  expect(withGroups(decided, 'c1', { change, isAlone: true }).settings).toEqual({ empty_groups: false });
});

test('a top goes by the first figure when the one that it went by is gone', () => {
  const fields = reportFields.parse([
    { field: '12', form: 3, top: { count: 5, by: 'c3' } },
    { field: '13', form: 3, agg: 'count' },
    { field: '14', form: 3, agg: 'sum' },
  ]);
  const values = { ...report, fields };
  expect(withColumns(values, fields.toReversed()).fields[2]?.top).toEqual({ count: 5, by: 'c3' });
  expect(withColumns(values, fields.slice(0, 2)).fields[0]?.top).toEqual({ count: 5 });
});
