import { describe, expect, test } from 'vitest';
import { newOption, type OptionRow, optionsOf, withValues, written } from './draft.ts';
import { doubledOption, formerOptions, repeatedLabels, withRestored } from './former-options.ts';

const option = (label: string, value: string, hidden = false): OptionRow => ({
  ...newOption(label, value),
  key: `stored-${value}`,
  ...(hidden && { hidden }),
});
const [latte, espresso] = [option('Latte', 'latte'), option('Espresso', 'espresso', true)];
const stored = [latte, espresso];

const added = (...lines: string[]) => withValues([latte, ...optionsOf(lines.join('\n')), espresso], 'text');
/** The labels of the former options that rows would double, in the order of the rows. */
const doubled = (options: readonly OptionRow[], before: readonly OptionRow[] = stored) => {
  const former = formerOptions(options, before);
  return options
    .filter(({ hidden }) => !hidden)
    .map((row) => doubledOption(row, { former, stored: before })?.label ?? null);
};

describe('an option that was removed', () => {
  test.each([
    ['Espresso', 'espresso_2'],
    [' espresso ', 'espresso_2'],
    ['Esprèsso', 'espresso_2'],
    ['Espresso\tesp', 'esp'],
    ['Short and black\tespresso', 'espresso'],
  ])('is offered where %j is typed, whose value would be %s', (line, value) => {
    const options = added(line);
    expect(options[1]?.value).toBe(value);
    expect(doubled(options)).toEqual([null, 'Espresso']);
  });
  test('is offered in each place of a pasted list that means it', () => {
    const before = [...stored, option('Mocha', 'mocha', true)];
    const options = withValues([latte, ...optionsOf('Mocha\nTea\nEspresso'), ...before.slice(1)], 'text');
    expect(doubled(options, before)).toEqual([null, 'Mocha', null, 'Espresso']);
  });
  test.each(['Espresso double', '', 'Latte'])('is not offered for %j', (line) => {
    expect(doubled(withValues([latte, newOption(line), espresso], 'text'))).toEqual([null, null]);
  });
  test('is not offered for a stored option that is called so', () => {
    expect(doubled([{ ...latte, label: 'Espresso' }, espresso])).toEqual([null]);
  });
  test('before it is saved is offered where its value would be another', () => {
    const esp = option('Espresso', 'esp');
    expect(doubled(withValues([latte, newOption('Espresso')], 'text'), [latte, esp])).toEqual([null, 'Espresso']);
    // With the same value it is the same option for the server.
    const same = option('Espresso', 'espresso');
    expect(doubled(withValues([latte, newOption('Espresso')], 'text'), [latte, same])).toEqual([null, null]);
  });
});

describe('restoring', () => {
  const parts = (options: readonly OptionRow[]) =>
    written([...options]).map(({ label, value, hidden }) => [label, value, hidden ?? false]);

  test('puts the option where it was typed, with its own value, and hides it no longer', () => {
    const options = added('Espresso', 'Tea');
    const restored = withValues(withRestored(options, espresso, options[1]?.key), 'text');
    expect(parts(restored)).toEqual([
      ['Latte', 'latte', false],
      ['Espresso', 'espresso', false],
      ['Tea', 'tea', false],
    ]);
    expect(doubled(restored)).toEqual([null, null, null]);
  });
  test('without a row puts it after the options that are offered', () => {
    const mocha = option('Mocha', 'mocha', true);
    expect(parts(withRestored([latte, mocha, espresso], espresso))).toEqual([
      ['Latte', 'latte', false],
      ['Espresso', 'espresso', false],
      ['Mocha', 'mocha', true],
    ]);
  });
});

test('labels that another option has before are told, as imports compare them', () => {
  const labels = (...lines: string[]) => {
    const options = [...optionsOf(lines.join('\n')), espresso];
    const repeated = repeatedLabels(options);
    return options.map(({ key }) => repeated.has(key));
  };
  expect(labels('Same', 'Other', ' SAME\tb')).toEqual([false, false, true, false]);
  expect(labels('Café', 'Cafe', 'Espresso')).toEqual([false, false, false, false]);
  expect(repeatedLabels([newOption(), newOption()])).toEqual(new Set());
});
