import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harmless, joined, parted, restored } from './cell.ts';

describe('a cell of text', () => {
  test('every sign that folds to the beginning of a formula gets an apostrophe too', () => {
    for (let code = 0; code < 0x11_0000; code++) {
      const sign = String.fromCodePoint(code);
      if (code >= 0xd8_00 && code < 0xe0_00) continue;
      const isWorkedOut = /^[=+\-@\t\r]/.test(sign.normalize('NFKC'));
      const text = `${sign}1+1`;
      if (isWorkedOut !== (harmless(text) !== text) && sign !== "'")
        expect.fail(`${code.toString(16)}: ${harmless(text)}`);
      if (isWorkedOut && restored(harmless(text)) !== text) expect.fail(`${code.toString(16)} is not restored`);
    }
  });

  test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx'])('%j is written with an apostrophe', (text) => {
    expect(harmless(text)).toBe(`'${text}`);
    expect(restored(`'${text}`)).toBe(text);
  });

  test.each(["O'Neil", "'tis", "''", ''])('%j is written as it is', (text) => {
    expect(harmless(text)).toBe(text);
    expect(restored(text)).toBe(text);
  });

  test('comes back as it was, also when it looks like one that was written', () => {
    expect(harmless("'=x")).toBe("''=x");
    const odd = fc.string({ unit: fc.constantFrom("'", '=', '-', '\t', 'a', ' ') });
    fc.assert(fc.property(odd, (text) => restored(harmless(text)) === text));
  });
});

describe('several values in a cell', () => {
  test('stand between bars, and a bar within one is told apart', () => {
    expect(joined(['food', 'rent'])).toBe('food|rent');
    expect(joined(['a|b', 'c'])).toBe('a\\|b|c');
    expect(parted('a\\|b|c')).toEqual(['a|b', 'c']);
    expect(parted('')).toEqual([]);
    expect(parted('C:\\')).toEqual(['C:\\']);
  });

  test('come back as they were', () => {
    const value = fc.string({ unit: fc.constantFrom('|', '\\', 'a'), minLength: 1 });
    fc.assert(
      fc.property(fc.array(value), (values) => {
        expect(parted(joined(values))).toEqual(values);
      }),
    );
  });

  test('are read at once also of what somebody made to take long', () => {
    expect(parted(`${'\\'.repeat(200_000)}x|${'\\'.repeat(200_001)}|`)).toHaveLength(2);
  });
});
