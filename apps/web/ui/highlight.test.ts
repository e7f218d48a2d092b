import { describe, expect, it } from 'vitest';
import { foldTyped, matches } from './highlight.tsx';

const marked = (text: string, query: string) =>
  matches(text, query)
    .map((part) => (part.match ? `[${part.text}]` : part.text))
    .join('');

describe('matches', () => {
  it.each([
    ['Rivera, Ana M.', 'xyz', 'Rivera, Ana M.'],
    ['Rivera, Ana M.', '', 'Rivera, Ana M.'],
    ['Rivera, Ana M.', 'riv', '[Riv]era, Ana M.'],
    ['Rivera, Ana M.', 'ana riv', '[Riv]era, [Ana] M.'],
    ['Lucía', 'lucia', '[Lucía]'],
    ['Lucia', 'lucía', '[Lucia]'],
    ['Banana', 'ana', 'B[anana]'],
    ['a.b', '.', 'a[.]b'],
    ['N’Diaye-O’Connor, Zahra', 'ndiaye zah', '[N’Diaye]-O’Connor, [Zah]ra'],
    ["N'Diaye", 'n’diaye', "[N'Diaye]"],
    ['Rivera', '-', 'Rivera'],
    ['𝒜na', 'na', '𝒜[na]'],
  ])('%s searched for %s is %s', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });
});

it('foldTyped writes quotation marks as a keyboard types them', () => {
  expect(foldTyped('Others can’t find “Café”')).toBe('others can\'t find "cafe"');
});
