import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Expression,
  evaluateEquation,
  nextVariableName,
  parseEquation,
  printEquation,
  variablesOf,
} from './equation.ts';

const read = (text: string): Expression => {
  const parsed = parseEquation(text);
  if ('problem' in parsed) throw new Error(`${text}: ${parsed.problem}`);
  return parsed.expression;
};

const evaluate = (text: string, values: Record<string, number | null> = {}) => evaluateEquation(read(text), values);

describe('parseEquation', () => {
  test.each([
    ['', 'Enter an equation'],
    [' \t\n', 'Enter an equation'],
    ['a *', 'Enter a number or a variable after * at position 3'],
    ['(a + )', 'Enter a number or a variable after + at position 4'],
    ['()', 'Enter a number or a variable after ( at position 1'],
    ['* a', 'Enter a number or a variable before * at position 1'],
    [')', 'Enter a number or a variable before ) at position 1'],
    ['a b', 'Enter + - * / or % before b at position 3'],
    ['ab', 'Enter + - * / or % before b at position 2'],
    ['2a', 'Enter + - * / or % before a at position 2'],
    ['(a (b))', 'Enter + - * / or % before ( at position 4'],
    ['1.2.3', 'Enter + - * / or % before .3 at position 4'],
    ['(a + b', 'Close the ( at position 1 with a )'],
    ['a + b)', 'Remove the ) at position 6, or open it with a ('],
    ['a + B', 'Write B at position 5 as a lowercase letter'],
    ['1.', 'Enter a digit after the . at position 2'],
    ['a ^ 2', 'Remove ^ at position 3: an equation can have numbers, lowercase letters, + - * / % . ( and )'],
    ['a + 😀', 'Remove 😀 at position 5: an equation can have numbers, lowercase letters, + - * / % . ( and )'],
    ['1e5', 'Enter + - * / or % before e at position 2'],
    ['constructor', 'Enter + - * / or % before o at position 2'],
    ['__proto__', 'Remove _ at position 1: an equation can have numbers, lowercase letters, + - * / % . ( and )'],
    ['toString', 'Write S at position 3 as a lowercase letter'],
    ['a'.repeat(501), 'Shorten the equation to 500 characters'],
    ['('.repeat(10_000), 'Shorten the equation to 500 characters'],
    [`${'('.repeat(51)}a${')'.repeat(51)}`, 'Nest at most 50 parentheses and minus signs'],
    [`${'-'.repeat(51)}a`, 'Nest at most 50 parentheses and minus signs'],
    [`${'-('.repeat(26)}a${')'.repeat(26)}`, 'Nest at most 50 parentheses and minus signs'],
    [`a${'+a'.repeat(101)}`, 'Use at most 100 operations'],
    [`--a${'+a'.repeat(99)}`, 'Use at most 100 operations'],
  ])('refuses %j', (text, problem) => {
    expect(parseEquation(text)).toEqual({ problem });
  });

  test.each([
    `${'('.repeat(50)}a${')'.repeat(50)}`,
    `${'-'.repeat(50)}a`,
    `a${'+a'.repeat(100)}`,
    'a'.repeat(500),
    `a${' '.repeat(499)}`,
  ])('takes as much as is allowed: %j', (text) => {
    expect(parseEquation(text)).toHaveProperty('expression');
  });

  test('reads products before sums, and from the left', () => {
    expect(read('a - b * .5 - 2')).toEqual({
      kind: 'operation',
      operator: '-',
      left: {
        kind: 'operation',
        operator: '-',
        left: { kind: 'variable', name: 'a' },
        right: {
          kind: 'operation',
          operator: '*',
          left: { kind: 'variable', name: 'b' },
          right: { kind: 'number', digits: '.5' },
        },
      },
      right: { kind: 'number', digits: '2' },
    });
  });
});

describe('printEquation', () => {
  test.each([
    ['((a))', 'a'],
    ['(a * b) + c', 'a*b+c'],
    ['a * (b + c)', 'a*(b+c)'],
    ['(a - b) - c', 'a-b-c'],
    ['a - (b - c)', 'a-(b-c)'],
    ['a / (b * c)', 'a/(b*c)'],
    ['-(a + b)', '-(a+b)'],
    ['(-a) * b', '-a*b'],
    ['a - (-b)', 'a--b'],
    ['a * -b', 'a*-b'],
    ['1.50 % .5', '1.50%.5'],
  ])('writes %s as %s', (text, printed) => {
    expect(printEquation(read(text))).toBe(printed);
  });
});

describe('variablesOf', () => {
  test('names each variable once, in the order of use', () => {
    expect(variablesOf(read('2 * b + (a - bb) / b - -c'))).toEqual(['b', 'a', 'bb', 'c']);
  });
});

describe('evaluateEquation', () => {
  test.each<[string, Record<string, number | null>]>([
    ['a + 1', {}],
    ['a + 1', { a: null }],
    ['0 * a', { a: null }],
    ['a + 1', { A: 1 }],
    ['a', { a: Number.NaN }],
    ['a', { a: Number.POSITIVE_INFINITY }],
    ['a / 0', { a: 1 }],
    ['0 / 0', {}],
    ['1 / (a - a)', { a: 3 }],
    ['5 % 0', {}],
    ['0.5 % 0', {}],
    ['a * a', { a: 1e200 }],
    ['1 / (a * a)', { a: 1e200 }],
    ['9'.repeat(400), {}],
  ])('%s with %o is blank', (text, values) => {
    expect(evaluate(text, values)).toBeNull();
  });

  test.each<[string, Record<string, number>, number]>([
    ['12', {}, 12],
    ['1.5 + .5', {}, 2],
    ['2 + 3 * 4', {}, 14],
    ['(2 + 3) * 4', {}, 20],
    ['10 - 4 - 3', {}, 3],
    ['100 / 10 / 5', {}, 2],
    ['7 % 3 * 2', {}, 2],
    ['-7 % 3', {}, -1],
    ['0.3 % 0.1', {}, 0],
    ['7.5 % 2', {}, 1.5],
    ['9007199254740991 % 2', {}, 1],
    ['-a * -b', { a: 2, b: 3 }, 6],
    ['--a', { a: 2 }, 2],
    ['a * 12 + aa', { a: 2, aa: 5 }, 29],
    ['-a', { a: 0 }, 0],
  ])('%s with %o is %d', (text, values, result) => {
    expect(evaluate(text, values)).toBeCloseTo(result, 12);
  });

  test('zero has no sign', () => {
    expect(Object.is(evaluate('-a', { a: 0 }), 0)).toBe(true);
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('finds nothing under %s', (name) => {
    expect(evaluateEquation({ kind: 'variable', name }, {})).toBeNull();
  });
});

describe('nextVariableName', () => {
  const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
  const doubled = alphabet.map((letter) => letter + letter);
  test.each([
    [[], 'a'],
    [['a', 'b'], 'c'],
    [['b'], 'a'],
    [alphabet, 'aa'],
    [[...alphabet, 'aa'], 'bb'],
    [[...alphabet, ...doubled], 'aaa'],
  ])('after %j comes %s', (taken, name) => {
    expect(nextVariableName(taken)).toBe(name);
  });
});

describe('for any equation', () => {
  const number = fc.oneof(
    fc.nat({ max: 999 }).map(String),
    fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: 99 })).map(([whole, part]) => `${whole}.${part}`),
    fc.nat({ max: 99 }).map((part) => `.${part}`),
  );
  const name = fc
    .tuple(fc.constantFrom(...'abcxyz'), fc.integer({ min: 1, max: 3 }))
    .map(([letter, length]) => letter.repeat(length));
  const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 5 },
      number.map((digits): Expression => ({ kind: 'number', digits })),
      name.map((name): Expression => ({ kind: 'variable', name })),
      tie('expression').map((operand): Expression => ({ kind: 'negative', operand })),
      fc.record({
        kind: fc.constant('operation' as const),
        operator: fc.constantFrom('+', '-', '*', '/', '%'),
        left: tie('expression'),
        right: tie('expression'),
      }),
    ),
  }));
  const values = fc.dictionary(name, fc.oneof(fc.double(), fc.integer(), fc.constant(null)));

  test('what is printed is read as the same again', () => {
    fc.assert(
      fc.property(expression, (expression) => {
        expect(parseEquation(printEquation(expression))).toEqual({ expression });
      }),
      { numRuns: 2000 },
    );
  });

  test('no parentheses can be left out of what is printed', () => {
    fc.assert(
      fc.property(expression, (expression) => {
        const printed = printEquation(expression);
        for (const opening of printed.matchAll(/\(/g)) {
          const closing = closingOf(printed, opening.index);
          const without =
            printed.slice(0, opening.index) + printed.slice(opening.index + 1, closing) + printed.slice(closing + 1);
          expect(parseEquation(without)).not.toEqual({ expression });
        }
      }),
      { numRuns: 500 },
    );
  });

  test('the result is a number or blank', () => {
    fc.assert(
      fc.property(expression, values, (expression, values) => {
        const result = evaluateEquation(expression, values);
        expect(result === null || Number.isFinite(result)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

const closingOf = (text: string, opening: number) => {
  let depth = 0;
  for (let i = opening; ; i += 1) {
    if (text[i] === '(') depth += 1;
    if (text[i] === ')') depth -= 1;
    if (depth === 0) return i;
  }
};

describe('for any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600, size: 'max' }),
    fc.string({ unit: fc.constantFrom(...'aabz19.+-*/%() '), maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'ab2+-*/%()'), maxLength: 600, size: 'max' }),
    fc.string({ unit: fc.constantFrom('constructor', '__proto__', 'toString', '+', '(', ')', ' ') }),
    fc.string({ unit: fc.constantFrom('(', '-', 'a', '-('), minLength: 40, maxLength: 600, size: 'max' }),
  );

  const work = (text: string) => {
    const parsed = parseEquation(text);
    if ('problem' in parsed) return /^[A-Z].{10,}$/su.test(parsed.problem);
    const again = parseEquation(printEquation(parsed.expression));
    const result = evaluateEquation(parsed.expression, { a: 1, b: 0 });
    return 'expression' in again && (result === null || Number.isFinite(result));
  };

  test('100,000 of them are read or refused in words', () => {
    fc.assert(fc.property(text, work), { numRuns: 100_000 });
  });
});
