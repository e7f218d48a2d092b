import { isDate, isNumeric, type ResultType } from './columns.ts';

/** A formula as a tree: the place of a column, or two sides of a sign. */
export type Formula = { at: number } | { sign: Sign; left: Formula; right: Formula };
export type Sign = '+' | '-' | '*' | '/';

/** What a formula works with, and comes to: numbers, days, or nothing at all, as when two days are added. */
export type FormulaKind = 'number' | 'date' | 'blank';

const shape = /^[A-Z](?:[-+*/][A-Z])+$/;

/** What to say of a formula that cannot be read; null when it can. It comes without spaces. */
export const formulaProblem = (formula: string | null): string | null => {
  if (!formula) return 'Formula is required';
  return shape.test(formula) ? null : 'Formula must be in format: A + B or A + B - C';
};

/** The place of the column that a letter names. */
export const placeOf = (letter: string): number => letter.charCodeAt(0) - 65;

/** The letter of a column by its place; null beyond Z. */
export const letterAt = (place: number): string | null => (place < 26 ? String.fromCharCode(65 + place) : null);

/** The letters of a formula, each once. */
export const lettersOf = (formula: string): string[] => [...new Set(formula.match(/[A-Z]/g) ?? [])];

/** Reads a formula that `formulaProblem` finds nothing wrong with: from the left, `*` and `/` before `+` and `-`. */
export const parseFormula = (formula: string): Formula => {
  const [first = '', ...signed] = formula.split(/(?=[-+*/])/);
  const terms: { sign: Sign; value: Formula }[] = [{ sign: '+', value: { at: placeOf(first) } }];
  for (const part of signed) {
    const sign = part.charAt(0) as Sign;
    const right: Formula = { at: placeOf(part.charAt(1)) };
    const last = terms.at(-1)!;
    if (sign === '+' || sign === '-') terms.push({ sign, value: right });
    else last.value = { sign, left: last.value, right };
  }
  return terms.map(({ value }) => value).reduce((left, right, index) => ({ sign: terms[index]!.sign, left, right }));
};

const sums: Record<string, FormulaKind> = {
  'number + number': 'number',
  'number - number': 'number',
  'number * number': 'number',
  'number / number': 'number',
  'date + number': 'date',
  'number + date': 'date',
  'date - number': 'date',
  'date - date': 'number',
};

/** What a formula comes to, by what its columns hold. */
export const kindOfFormula = (formula: Formula, kindAt: (place: number) => FormulaKind): FormulaKind => {
  if ('at' in formula) return kindAt(formula.at);
  const [left, right] = [kindOfFormula(formula.left, kindAt), kindOfFormula(formula.right, kindAt)];
  return sums[`${left} ${formula.sign} ${right}`] ?? 'blank';
};

/** What a column is to formulas; null when they cannot use it. */
export const formulaKindOf = (result: ResultType): FormulaKind | null =>
  isNumeric(result) ? 'number' : isDate(result) ? 'date' : null;
