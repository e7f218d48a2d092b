import { expect, test } from 'vitest';
import { exampleField } from '#forms/testing.ts';
import { offeredOptions } from './offered-options.ts';

const options = ['a', 'b', 'c'].map((value, position) => ({
  id: position + 1,
  label: value.toUpperCase(),
  value,
  position,
  hidden: value === 'c',
}));
const field = { ...exampleField('select-many'), field_options: options };

test.each([
  ['a removed option is not offered', { field }, [], ['a', 'b']],
  ['nor one that a rule leaves out', { field, options: options.slice(1) }, [], ['b']],
  ['unless it is chosen: it can be taken off', { field, options: options.slice(1) }, ['a', 'c'], ['a', 'b', 'c']],
])('%s', (_, props, chosen, offered) => {
  expect(offeredOptions(props, chosen).map(({ value }) => value)).toEqual(offered);
});
