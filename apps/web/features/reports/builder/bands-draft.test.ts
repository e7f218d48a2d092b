import { expect, test } from 'vitest';
import { reportFields } from '#reports/definition.ts';
import { textOfStarts, typedStarts, withBands } from './bands-draft.ts';
import { emptyReport, type ReportValues } from './draft.ts';

const report: ReportValues = { ...emptyReport, fields: reportFields.parse([{ field: 'client_age' }]) };

test('what is typed is read as numbers, whatever stands between them', () => {
  expect(typedStarts('0, 6,14  18;25.5 -3')).toEqual([0, 6, 14, 18, 25.5, -3]);
  expect(typedStarts('0, six')).toEqual([0, Number.NaN]);
  expect(typedStarts(' , ')).toEqual([]);
  expect(textOfStarts([0, 6, 25.5])).toBe('0, 6, 25.5');
});

test('bands show groups without records, unless that was decided before', () => {
  const banded = withBands(report, 'c1', { starts: [0, 18], isAlone: true });
  expect(banded.fields[0]?.bands).toEqual([0, 18]);
  expect(banded.settings).toEqual({ empty_groups: true });
  const decided = { ...report, settings: { empty_groups: false } };
  expect(withBands(report, 'c1', { starts: [0, 18], isAlone: false }).settings).toEqual({});
  expect(withBands(decided, 'c1', { starts: [0, 18], isAlone: true }).settings).toEqual({ empty_groups: false });
  expect(withBands(banded, 'c1', { starts: [], isAlone: true }).fields[0]?.bands).toBeUndefined();
});
