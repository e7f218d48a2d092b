import { expect, test } from 'vitest';
import { reportFields } from '#reports/definition.ts';
import { definitionOf, emptyReport, type ReportValues, withForms } from './draft.ts';
import { withMatch } from './matching-draft.ts';

const day = { form: 12, field: '36', type: 'field' as const };
const values: ReportValues = {
  ...emptyReport,
  forms: [12, 13, 14],
  fields: reportFields.parse([
    { form: 12, field: '36' },
    { form: 13, field: '40' },
  ]),
};
const latest = { response: 'latest' as const };
const atDay = { response: 'latest_at' as const, at: day };

test('a form is matched to rows, and gives rows again', () => {
  const matched = withMatch(values, 13, atDay);
  expect(matched.settings).toEqual({ matching: { 13: atDay } });
  expect(withMatch(matched, 13, null).settings).toEqual({});
});

test('a date of a row that is no longer one goes', () => {
  const matched = withMatch(withMatch(values, 13, atDay), 12, latest);
  expect(matched.settings.matching).toEqual({ 12: latest, 13: { response: 'latest_at', at: undefined } });
});

test('windows say nothing of a form whose responses are no rows', () => {
  const windowed: ReportValues = {
    ...values,
    mode: 'window',
    window: { order_fields: { 12: [{ ...day, function: 'latest' }], 13: [{ ...day, form: 13, function: 'latest' }] } },
    partition_field: { ...day, form: 13 },
  };
  const matched = withMatch(windowed, 13, latest);
  expect(Object.keys(matched.window?.order_fields ?? {})).toEqual(['12']);
  expect(matched.partition_field).toBeNull();
});

test('what is sent is about the forms of which something is shown', () => {
  const matched = withMatch(withMatch(values, 13, latest), 14, latest);
  expect(definitionOf(matched).settings).toEqual({ matching: { 13: latest } });
  expect(definitionOf(withMatch(values, 14, latest)).settings).toEqual({});
});

test('where a form goes, its match does, and one of the others gives rows', () => {
  const matched = withMatch(withMatch(values, 13, atDay), 14, latest);
  expect(withForms(matched, [12, 13]).settings.matching).toEqual({ 13: atDay });
  expect(withForms(matched, [13, 14]).settings.matching).toEqual({ 14: latest });
  const ofPeople = { ...matched, settings: { ...matched.settings, include_people_without_responses: true } };
  expect(Object.keys(withForms(ofPeople, [13, 14]).settings.matching ?? {})).toEqual(['13', '14']);
});
