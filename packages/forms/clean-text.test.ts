import { describe, expect, test } from 'vitest';
import { cleanText, composed } from './clean-text.ts';

const marks = '\u0301\u0316';

describe('text that takes long to compose', () => {
  test('is refused where it is far too long', () => {
    const { error } = cleanText(255).safeParse(`a${marks.repeat(400_000)}`);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Use at most 255 characters']);
  });

  test('loses the marks that no letter has', () => {
    const text = composed(`a${marks.repeat(400_000)}b`);
    expect(text.length).toBeLessThan(40);
    expect(text).toMatch(/b$/);
    expect(composed(text)).toBe(text);
  });
});

test.each([
  ['e\u0301', '\u00e9'],
  ['\u1112\u1161\u11ab', '\ud55c'],
  ['Z\u0351\u0346\u0342a\u0323\u0302', 'Z\u0351\u0346\u0342\u1ead'],
  ['half \ud83d', 'half \ufffd'],
  [`a${'\u0301'.repeat(30)}`, `\u00e1${'\u0301'.repeat(29)}`],
])('%j is composed to %j', (text, expected) => expect(composed(text)).toBe(expected));
