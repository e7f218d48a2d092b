import { expect, test } from 'vitest';
import { reportFields } from '#reports/definition.ts';
import { emptyReport, type ReportValues } from './draft.ts';
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
