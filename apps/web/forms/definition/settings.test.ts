import { describe, expect, test } from 'vitest';
import { fieldTypeNames } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { settingFacts, settingsOf } from './settings.ts';

const labels = (type: Parameters<typeof settingsOf>[0]) => settingsOf(type).map(({ label }) => label);

describe('settingsOf', () => {
  test.each<[Parameters<typeof settingsOf>[0], string[]]>([
    ['freeform-short', ['Minimum', 'Maximum', 'Mask', 'Capitalization']],
    ['freeform-long', ['Minimum', 'Maximum', 'Capitalization']],
    ['number', ['Minimum', 'Maximum', 'Format']],
    ['date', ['Minimum', 'Maximum', 'Format']],
    ['checkbox', ['Checked value', 'Unchecked value']],
    ['select-one', ['Allow "Other"', 'Display type', 'Options source', 'Source']],
    ['select-many', ['Allow "Other"', 'Display type', 'Options source', 'Source']],
    ['time', ['Format']],
    ['presentation', ['Content']],
    ['search', ['Source', 'API endpoint', 'API parameters']],
    ['autopopulate', ['Options source', 'Source']],
    ['attachment', []],
    ['email', []],
    ['ref-picker', []],
  ])('%s has %j', (type, expected) => expect(labels(type)).toEqual(expected));

  test('the address of options is asked for where they are elsewhere', () => {
    const keys = settingsOf('select-one', { options_source: 'external' }).map(({ key }) => key);
    expect(keys).toEqual(['allow_other', 'display_type', 'options_source', 'source', 'api_endpoint', 'api_parameters']);
  });

  test.each(fieldTypeNames)('every choice that %s offers is one that its schema takes', (type) => {
    const { metadata } = fieldType(type);
    for (const { key, control } of settingsOf(type))
      if (typeof control === 'object')
        for (const { value } of control) expect(metadata.safeParse({ [key]: value }).error).toBeUndefined();
  });
});

describe('settingFacts', () => {
  test('tells what is set, in words', () => {
    expect(settingFacts('date', { min: '2026-01-31', format: 'alpha_date' })).toEqual([
      { label: 'Minimum', value: '01/31/2026' },
      { label: 'Format', value: 'March 14, 1985' },
    ]);
    expect(settingFacts('select-one', { allow_other: true })).toEqual([{ label: 'Allow "Other"', value: 'Yes' }]);
    expect(settingFacts('search', { api_endpoint: 'https://example.org', api_parameters: ['county', 'age'] })).toEqual([
      { label: 'API endpoint', value: 'https://example.org' },
      { label: 'API parameters', value: 'county, age' },
    ]);
    expect(settingFacts('presentation', { presentation_content: 'Read *this*' })).toEqual([]);
    const show_when = { or: [{ field_name: '1', op: 'NEMPTY' }] };
    expect(settingFacts('email', { pre_populate: true, show_when })).toEqual([
      { label: 'Pre-populate from', value: 'The last answer on the same form' },
      { label: 'Show when', value: '1 condition on other answers' },
    ]);
  });
  test.each([
    ['2026-01-31', '01/31/2026'],
    [{ type: 'specific', value: '2026-01-31' }, '01/31/2026'],
    ['today', 'Today'],
    [{ type: 'today' }, 'Today'],
    [{ type: 'diff', value: -14 }, '14 days before today'],
    [{ type: 'diff', value: 1 }, '1 day after today'],
  ])('tells the date limit %j as %s', (min, value) => {
    expect(settingFacts('date', { min })).toEqual([{ label: 'Minimum', value }]);
  });
  test('tells settings that its form does not offer too, but no structure', () => {
    expect(settingFacts('date', { source: 'census', show_when: { and: [] } })).toEqual([
      { label: 'Source', value: 'census' },
    ]);
  });
});
