import { expect, test } from 'vitest';
import { keyFor, sealed, unsealed } from './secret-box.ts';

const key = keyFor('the secret', 'one purpose');
const content = Buffer.from('what nobody reads');

test('what was altered, moved elsewhere or sealed for another purpose does not open', () => {
  const box = sealed(key, content, 'users 7');
  const altered = Buffer.from(box);
  altered[20] = (altered[20] as number) ^ 1;
  expect(() => unsealed(key, altered, 'users 7')).toThrow();
  expect(() => unsealed(key, box, 'users 8')).toThrow();
  expect(() => unsealed(keyFor('the secret', 'another purpose'), box, 'users 7')).toThrow();
});

test('it opens where it belongs, and looks different each time', () => {
  const [one, two] = [sealed(key, content, 'users 7'), sealed(key, content, 'users 7')];
  expect(unsealed(key, one, 'users 7')).toEqual(content);
  expect(one).not.toEqual(two);
  expect(one.includes(content)).toBe(false);
});
