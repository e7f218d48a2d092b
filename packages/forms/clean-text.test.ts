import { describe, expect, test } from 'vitest';
import { cleanText, composed, isInvisible, shortText, withoutInvisible } from './clean-text.ts';

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

describe('a short text has no signs that nobody sees', () => {
  test.each([
    ['Ann\u202enna', 'Annnna'],
    ['\u200bAnn\u200b', 'Ann'],
    ['An\u00adna\ufeff', 'Anna'],
    ['Ann\u200c\u200dna', 'Annna'],
    ['\u2066Ann\u2069', 'Ann'],
    ['a\u{e0041}\u{e0042}b', 'ab'],
    ['Ann\u3164a', 'Anna'],
    ['An\u180bn\ufe0fa', 'Anna'],
    ['\u5c0f\u200c\u660e', '\u5c0f\u660e'],
    ['\u200e\u0639\u0644\u06cc\u200f', '\u0639\u0644\u06cc'],
  ])('%j is %j', (typed, expected) => {
    expect(withoutInvisible(typed)).toBe(expected);
    expect(withoutInvisible(expected)).toBe(expected);
    expect(cleanText(255).parse(typed)).toBe(expected);
  });

  test.each([
    ['a Persian name', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'],
    ['Hindi', '\u0915\u094d\u200d\u0937'],
    ['Kannada with a non-joiner', '\u0cb0\u0ccd\u200c\u0ca8'],
    ['Malayalam with a joiner at its end', '\u0d28\u0d4d\u200d'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a heart in color', '\u2764\ufe0f'],
    ['a woman in a wheelchair', '\u{1f469}\u{1f3fd}\u200d\u{1f9bd}'],
    ['a letter of Mongolian', '\u1820\u180b\u1828'],
    ['the flag of England', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ])('%s stays as it is', (_, typed) => expect(shortText('Enter a name').parse(typed)).toBe(typed));

  test.each(['\u200b', ' \u202e ', '\u3164', '\u2800', '\ufeff\u2060', '\u00ad', '\u200c\u200d', '\ufe0f', ''])(
    '%j is nothing, also where a text may be long',
    (typed) => {
      expect(isInvisible(typed)).toBe(true);
      expect(
        shortText('Enter a name')
          .safeParse(typed)
          .error?.issues.map(({ message }) => message),
      ).toEqual(['Enter a name']);
      expect(cleanText(5000).parse(typed)).toBe('');
    },
  );

  test('and a long one keeps those that lead its lines', () => {
    const text = '\u200f\u0639\u0644\u06cc (1)';
    expect(cleanText(5000).parse(text)).toBe(text);
  });
});
