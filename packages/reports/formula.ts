import { isDate, isNumeric, type ResultType } from './columns.ts';

/** A formula as a tree: the place of a column, a number, or two sides of a sign. */
export type Formula = { at: number } | { number: number } | { sign: Sign; left: Formula; right: Formula };
export type Sign = '+' | '-' | '*' | '/';

/** What a formula works with, and comes to: numbers, days, or nothing at all, as when two days are added. */
export type FormulaKind = 'number' | 'date' | 'blank';

const unreadable = 'Formula must be in format: A + B or A + B - C';
const misread = 'Formula must be in format: (A + B) * 2';

/** What formulas consist of. */
const parts = /\d{1,15}(?:\.\d{1,15})?|[A-Z]|[-+*/()]/g;

/** Reads terms from the left, `*` and `/` before `+` and `-`, what is in parentheses first; undefined when it can't be read. */
const read = (formula: string): Formula | undefined => {
  const left = formula.match(parts) ?? [];
  if (left.join('') !== formula) return undefined;
  const side = (signs: string, next: () => Formula | undefined): Formula | undefined => {
    let tree = next();
    while (tree && left[0] && signs.includes(left[0])) {
      const sign = left.shift() as Sign;
      const right = next();
      tree = right && { sign, left: tree, right };
    }
    return tree;
  };
  const sum = (): Formula | undefined => side('+-', () => side('*/', operand));
  const operand = (): Formula | undefined => {
    const part = left.shift() ?? '';
    if (/^[A-Z]/.test(part)) return { at: placeOf(part) };
    if (/^\d/.test(part)) return { number: Number(part) };
    if (part !== '(') return undefined;
    const inside = sum();
    return left.shift() === ')' ? inside : undefined;
  };
  const tree = sum();
  return left.length === 0 ? tree : undefined;
};

/** What a formula without columns comes to; null where it has some. */
const constantOf = (formula: Formula): number | null => {
  if ('at' in formula) return null;
  if ('number' in formula) return formula.number;
  const [left, right] = [constantOf(formula.left), constantOf(formula.right)];
  if (left === null || right === null) return null;
  const results: Record<Sign, number> = { '+': left + right, '-': left - right, '*': left * right, '/': left / right };
  return results[formula.sign];
};

const dividesByZero = (formula: Formula): boolean =>
  'sign' in formula &&
  ((formula.sign === '/' && constantOf(formula.right) === 0) ||
    dividesByZero(formula.left) ||
    dividesByZero(formula.right));

const countOf = (sign: string, formula: string) => formula.split(sign).length - 1;

/** What to say of a formula that cannot be read, or never comes to anything; null when it can. It comes without spaces. */
export const formulaProblem = (formula: string | null): string | null => {
  if (!formula) return 'Formula is required';
  if (/\d,\d/.test(formula)) return 'Write decimals with a point, like 0.5';
  if (countOf('(', formula) !== countOf(')', formula)) return 'Close each parenthesis that is opened';
  const tree = read(formula);
  if (!tree || !('sign' in tree)) return /[\d().]/.test(formula) ? misread : unreadable;
  if (placesIn(tree).length === 0) return 'Use at least one column by its letter';
  return dividesByZero(tree) ? 'This formula divides by 0' : null;
};

/** The place of the column that a letter names. */
export const placeOf = (letter: string): number => letter.charCodeAt(0) - 65;

/** The letter of a column by its place; null beyond Z. */
export const letterAt = (place: number): string | null => (place < 26 ? String.fromCharCode(65 + place) : null);

/** The letters of a formula, each once. */
export const lettersOf = (formula: string): string[] => [...new Set(formula.match(/[A-Z]/g) ?? [])];

/** A formula as it is stored. */
export const withoutSpaces = (formula: string): string => formula.replaceAll(/\s/g, '');

/** A formula as people read it, its signs set apart. */
export const formulaText = (formula: string): string => withoutSpaces(formula).replaceAll(/[-+*/]/g, ' $& ');

/** Reads a formula. Throws when `formulaProblem` finds something wrong with it. */
export const parseFormula = (formula: string): Formula => {
  const tree = read(formula);
  if (!tree) throw new Error(`No formula: ${formula}`);
  return tree;
};

/** The places of the columns that a formula works with, each as often as it is named. */
export const placesIn = (formula: Formula): number[] => {
  if ('at' in formula) return [formula.at];
  return 'number' in formula ? [] : [...placesIn(formula.left), ...placesIn(formula.right)];
};

/** A formula with something else in place of its columns. */
export const withColumnsAs = (formula: Formula, of: (place: number) => Formula): Formula => {
  if ('at' in formula) return of(formula.at);
  if ('number' in formula) return formula;
  return { ...formula, left: withColumnsAs(formula.left, of), right: withColumnsAs(formula.right, of) };
};

/** Whether results of a formula can be added up where its columns can: it only adds, subtracts and scales them. */
export const isLinear = (formula: Formula): boolean => {
  if ('at' in formula) return true;
  if ('number' in formula) return false;
  const { sign, left, right } = formula;
  if (sign === '+' || sign === '-') return isLinear(left) && isLinear(right);
  if (constantOf(right) !== null) return isLinear(left);
  return sign === '*' && constantOf(left) !== null && isLinear(right);
};

/**
 * Whether results of a formula have the unit that some of its columns have, such as percent: it adds, subtracts or scales
 * these alone. Numbers have no unit of their own.
 */
export const keepsUnit = (formula: Formula, hasUnit: (place: number) => boolean): boolean => {
  if ('at' in formula) return hasUnit(formula.at);
  if ('number' in formula) return false;
  const { sign, left, right } = formula;
  if (constantOf(right) !== null) return keepsUnit(left, hasUnit);
  if (constantOf(left) !== null) return sign !== '/' && keepsUnit(right, hasUnit);
  return (sign === '+' || sign === '-') && keepsUnit(left, hasUnit) && keepsUnit(right, hasUnit);
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
  if ('number' in formula) return 'number';
  const [left, right] = [kindOfFormula(formula.left, kindAt), kindOfFormula(formula.right, kindAt)];
  return sums[`${left} ${formula.sign} ${right}`] ?? 'blank';
};

/** What a column is to formulas; null when they cannot use it. */
export const formulaKindOf = (result: ResultType): FormulaKind | null =>
  isNumeric(result) ? 'number' : isDate(result) ? 'date' : null;
