import { expect, it } from 'vitest';
import { reportConditions } from '#reports/conditions.ts';
import { reportSentences, textOf } from '#web/reports/conditions/report-sentences.ts';
import type { Header } from '#web/reports/report.ts';
import { groupsOfResult, headingNotes } from './use-narrowing.ts';

const header = (form: number, field: string, label: string): Header => ({
  key: `c${field}`,
  letter: null,
  label,
  type: 'number',
  form,
  field,
  agg: null,
  restricted: false,
});

it('tells a condition on a question that is not shown, and offers it once beside those that are', () => {
  const score = { form: 12, field: '34', type: 'field' as const, label: 'Score', result: 'number' as const };
  const groups = groupsOfResult('client_forms', [header(12, '34', 'Points'), header(12, '35', 'Nights')], {
    columns: [score],
    forms: [{ id: 12, name: 'Visit' }],
  });
  expect(groups).toMatchObject([{ title: 'Visit', columns: [{ label: 'Score' }, { label: 'Nights' }] }]);
  const asked = reportConditions.parse({ and: [{ field_name: '34', op: 'GT', value: 5 }] });
  const names = { user: String, group: String } as never;
  expect(reportSentences(asked, { groups, names }).map(textOf)).toEqual(['Score is more than 5']);
});

it('tells a condition that names a column of an Aggregate by its key', () => {
  const of = { form: 12, field: '34', type: 'field' as const };
  const total = { form: null, field: 'c2', type: 'field' as const, label: 'Total', result: 'number' as const, of };
  const groups = groupsOfResult('query', [], { columns: [total], forms: [] });
  const names = { user: String, group: String } as never;
  const told = (field_name: string) =>
    reportSentences(reportConditions.parse({ and: [{ field_name, op: 'GT', value: 5 }] }), { groups, names }).map(
      textOf,
    );
  expect([told('34'), told('c2')]).toEqual([['Total is more than 5'], ['Total is more than 5']]);
});

it('tells that conditions of a report on households are about the latest answers of members', () => {
  const program = { form: null, field: '34', type: 'field' as const, label: 'Program', result: 'text' as const };
  const size = { ...header(12, 'household_size', 'Size'), form: null };
  const groups = groupsOfResult('household', [{ ...header(12, '35', 'Nights'), form: null }, size], {
    columns: [{ ...program, latest: true }],
    forms: [],
  });
  const conditions = [
    { field_name: '34', op: 'EQ', value: 'Bed' },
    { field_name: '35', op: 'GT', value: 5 },
    { or: [{ field_name: 'household_size', op: 'GT', value: 2 }] },
    {
      or: [
        { field_name: '34', op: 'EMPTY' },
        { field_name: 'household_size', op: 'LT', value: 9 },
      ],
    },
  ];
  const names = { user: String, group: String } as never;
  expect(reportSentences(reportConditions.parse({ and: conditions }), { groups, names }).map(textOf)).toEqual([
    'Program (member’s latest answer) is Bed',
    'Nights (member’s latest answer) is more than 5',
    'Size is more than 2',
    '(Program (member’s latest answer) is empty, or Size is less than 9)',
  ]);
});

it('notes the conditions of a column beside its name, unless the name says the same', () => {
  const notes = headingNotes([
    { key: 'a', label: 'Missing', sentences: ['Answer is Missing'] },
    { key: 'b', label: 'Red', sentences: ['Colour is Red', 'Score is more than 5'] },
    { key: 'c', label: 'Red', sentences: ['Colour is not Red'] },
    { key: 'd', label: 'Visits', sentences: ['Day is this year'] },
  ]);
  expect([...notes]).toEqual([
    ['b', 'where Colour is Red and Score is more than 5'],
    ['c', 'where Colour is not Red'],
    ['d', 'where Day is this year'],
  ]);
});
