import { expect, test } from 'vitest';
import { isNumeric, laidInMask } from './masks.ts';

test.each([
  ['555123456', '(999) 999-9999', '555123456'],
  ['55512345678', '(999) 999-9999', '55512345678'],
  ['ab12', '9999', 'ab12'],
  ['5551234567', '(999) 999-9999', '(555) 123-4567'],
  ['555.123.4567', '(999) 999-9999', '(555) 123-4567'],
  ['hv26', 'aa-99', 'hv-26'],
  ['é1', 'a*', 'é1'],
  ['', '99', ''],
])('%o in %o is %o', (text, mask, laid) => expect(laidInMask(text, mask)).toBe(laid));

test('a mask of digits asks for number keys, one with letters does not', () => {
  expect(isNumeric('(999) 999')).toBe(true);
  expect(isNumeric('aa-99')).toBe(false);
});
