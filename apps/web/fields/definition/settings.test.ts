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
    ['select-one', ['Allow "Other"', 'Display type']],
    ['select-many', ['Allow "Other"', 'Display type']],
    ['attachment', []],
  ])('%s has %j', (type, expected) => expect(labels(type)).toEqual(expected));

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
  });
  test('tells settings that its form does not offer too, but no structure', () => {
    expect(settingFacts('select-one', { options_source: 'external', api_parameters: ['a'] })).toEqual([
      { label: 'Options source', value: 'external' },
    ]);
  });
});
