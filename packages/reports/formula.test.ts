import { expect, test } from 'vitest';
import { type Formula, kindOfFormula, parseFormula } from './formula.ts';

const written = (formula: Formula): string =>
  'at' in formula
    ? String.fromCharCode(65 + formula.at)
    : `(${written(formula.left)}${formula.sign}${written(formula.right)})`;

test.each([
  ['A+B', '(A+B)'],
  ['A-B-C', '((A-B)-C)'],
  ['A+B*C', '(A+(B*C))'],
  ['A*B/C-D', '(((A*B)/C)-D)'],
  ['A/B/C+D*E', '(((A/B)/C)+(D*E))'],
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
])('R77 with a number A and a date B %s is a %s', (formula, kind) => {
  expect(kindOfFormula(parseFormula(formula), (at) => (at === 0 ? 'number' : 'date'))).toBe(kind);
});
