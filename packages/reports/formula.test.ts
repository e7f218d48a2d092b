import { expect, test } from 'vitest';
import {
  type Formula,
  formulaProblem,
  formulaText,
  isLinear,
  keepsUnit,
  kindOfFormula,
  parseFormula,
} from './formula.ts';

const written = (formula: Formula): string =>
  'at' in formula
    ? String.fromCharCode(65 + formula.at)
    : 'number' in formula
      ? String(formula.number)
      : `(${written(formula.left)}${formula.sign}${written(formula.right)})`;

test.each([
  ['A+B', '(A+B)'],
  ['A-B-C', '((A-B)-C)'],
  ['A+B*C', '(A+(B*C))'],
  ['A*B/C-D', '(((A*B)/C)-D)'],
  ['A/B/C+D*E', '(((A/B)/C)+(D*E))'],
  ['A*(B+C)', '(A*(B+C))'],
  ['(A-B)/(C-D)*100', '(((A-B)/(C-D))*100)'],
  ['((A))+0.5', '(A+0.5)'],
  ['A-(B-(C-2))', '(A-(B-(C-2)))'],
])('R77 %s is worked out as %s', (formula, meant) => {
  expect(written(parseFormula(formula))).toBe(meant);
});

test.each([
  ['A+A', 'number'],
  ['B+A', 'date'],
  ['A+B', 'date'],
  ['B-A', 'date'],
  ['B-B', 'number'],
  ['B-B+A', 'number'],
  ['B+B', 'blank'],
  ['A-B', 'blank'],
  ['B*A', 'blank'],
  ['A/B+A', 'blank'],
  ['B+30', 'date'],
  ['(B-B)/7', 'number'],
  ['B*2', 'blank'],
])('R77 with a number A and a date B %s is a %s', (formula, kind) => {
  expect(kindOfFormula(parseFormula(formula), (at) => (at === 0 ? 'number' : 'date'))).toBe(kind);
});

const letters = 'Formula must be in format: A + B or A + B - C';
const misread = 'Formula must be in format: (A + B) * 2';
const parentheses = 'Close each parenthesis that is opened';
test.each([
  ['A+100', null],
  ['(A+B)', null],
  ['A/0.5', null],
  ['A+B)', parentheses],
  ['(A+B', parentheses],
  [')A+B(', misread],
  ['()', misread],
  ['(A)', misread],
  ['A(B)', misread],
  ['2A+B', misread],
  ['A+-B', letters],
  ['A+1e9', misread],
  ['A+.5', misread],
  ['A+1234567890123456', misread],
  ['A*0,5', 'Write decimals with a point, like 0.5'],
  ['1+2', 'Use at least one column by its letter'],
  ['A/0', 'This formula divides by 0'],
  ['A/(B/(2-2))', 'This formula divides by 0'],
  ['A*0', null],
])('of the formula %s it is said: %s', (formula, problem) => {
  expect(formulaProblem(formula)).toBe(problem);
});

test('parentheses can be as deep as a formula is long', () => {
  const deep = `${'('.repeat(99)}A+B${')'.repeat(98)}`;
  expect(formulaProblem(deep)).toBe(parentheses);
  expect(formulaProblem(`${deep})`)).toBeNull();
});

test('a formula is read with its signs set apart', () => {
  expect(formulaText('(A+10.5)*B')).toBe('(A + 10.5) * B');
  expect(formulaText('A  + B')).toBe('A + B');
});

test.each([
  ['A+B', true],
  ['(A-B)/2', true],
  ['100*A', true],
  ['A*(2+1)+B', true],
  ['A+1', false],
  ['A*B', false],
  ['A/B', false],
  ['2/A', false],
])('whether %s can be added up where its columns can: %s', (formula, expected) => {
  expect(isLinear(parseFormula(formula))).toBe(expected);
});

test.each([
  ['A-B', true],
  ['A+5', true],
  ['100-A', true],
  ['(A+B)/2', true],
  ['2*A', true],
  ['A*B', false],
  ['A/B', false],
  ['A+C', false],
  ['C/A', false],
  ['2/A', false],
])('with A and B in percent, whether %s is: %s', (formula, expected) => {
  expect(keepsUnit(parseFormula(formula), (place) => place < 2)).toBe(expected);
});
