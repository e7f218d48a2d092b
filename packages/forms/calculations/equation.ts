import { withoutNoise } from './round.ts';

/** A number keeps its digits as they were written, so that it is printed as it was read. */
export type Expression =
  | { kind: 'number'; digits: string }
  | { kind: 'variable'; name: string }
  | { kind: 'negative'; operand: Expression }
  | { kind: 'operation'; operator: Operator; left: Expression; right: Expression };

type Operator = '+' | '-' | '*' | '/' | '%';

const strengths: Record<Operator, number> = { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2 };
const isOperator = (text: string): text is Operator => Object.hasOwn(strengths, text);

const maxCharacters = 500;
const maxDepth = 50;
const maxOperations = 100;

/**
 * Reads an equation: numbers, variables (a to z, then aa, bb …), + - * / % (the remainder) and parentheses. What
 * cannot be read gives a sentence that tells people what to mend, and at which character, counted from 1.
 */
export const parseEquation = (text: string): { expression: Expression } | { problem: string } => {
  if (text.length > maxCharacters) return { problem: `Shorten the equation to ${maxCharacters} characters` };
  try {
    return { expression: readTokens(tokensOf(text)) };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message };
    throw error;
  }
};

class Problem extends Error {}

type Token = { text: string; position: number };

const tokenPattern = /\d+(?:\.\d+)?|\.\d+|([a-z])\1*|[-+*/%()]/y;

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  for (let index = 0; index < text.length; ) {
    tokenPattern.lastIndex = index;
    const token = tokenPattern.exec(text)?.[0];
    if (token) tokens.push({ text: token, position: index + 1 });
    else if (!/\s/.test(text.charAt(index))) throw new Problem(unreadable(text, index));
    index += token?.length ?? 1;
  }
  return tokens;
};

const unreadable = (text: string, index: number) => {
  const character = String.fromCodePoint(text.codePointAt(index)!);
  const position = `at position ${index + 1}`;
  if (character === '.') return `Enter a digit after the . ${position}`;
  if (/[A-Z]/.test(character)) return `Write ${character} ${position} as a lowercase letter`;
  return `Remove ${character} ${position}: an equation can have numbers, lowercase letters, + - * / % . ( and )`;
};

const readTokens = (tokens: Token[]): Expression => {
  let next = 0;
  let operations = 0;

  const countOperation = () => {
    operations += 1;
    if (operations > maxOperations) throw new Problem(`Use at most ${maxOperations} operations`);
  };

  const readOperand = (depth: number): Expression => {
    const token = tokens[next];
    const before = tokens[next - 1];
    const isOperand = token && (token.text === '-' || token.text === '(' || /[\d.a-z]/.test(token.text));
    if (!isOperand) throw new Problem(missingOperand(before, token));
    if (depth > maxDepth) throw new Problem(`Nest at most ${maxDepth} parentheses and minus signs`);
    next += 1;
    if (token.text === '-') {
      countOperation();
      return { kind: 'negative', operand: readOperand(depth + 1) };
    }
    if (token.text === '(') {
      const inner = readOperations(1, depth + 1);
      const closing = tokens[next];
      if (closing && closing.text !== ')') throw new Problem(missingOperator(closing));
      if (!closing) throw new Problem(`Close the ( at position ${token.position} with a )`);
      next += 1;
      return inner;
    }
    return /[a-z]/.test(token.text) ? { kind: 'variable', name: token.text } : { kind: 'number', digits: token.text };
  };

  /** Reads on while operators bind at least as strongly as `weakest`. */
  const readOperations = (weakest: number, depth: number): Expression => {
    let left = readOperand(depth);
    for (;;) {
      const operator = tokens[next]?.text ?? '';
      if (!isOperator(operator) || strengths[operator] < weakest) return left;
      next += 1;
      countOperation();
      left = { kind: 'operation', operator, left, right: readOperations(strengths[operator] + 1, depth) };
    }
  };

  const expression = readOperations(1, 0);
  const rest = tokens[next];
  if (rest?.text === ')') throw new Problem(`Remove the ) at position ${rest.position}, or open it with a (`);
  if (rest) throw new Problem(missingOperator(rest));
  return expression;
};

const missingOperand = (before: Token | undefined, token: Token | undefined) => {
  if (before) return `Enter a number or a variable after ${before.text} at position ${before.position}`;
  return token
    ? `Enter a number or a variable before ${token.text} at position ${token.position}`
    : 'Enter an equation';
};

const missingOperator = ({ text, position }: Token) => `Enter + - * / or % before ${text} at position ${position}`;

/** The equation of an expression, with no more parentheses than it needs: `parseEquation` reads the same again. */
export const printEquation = (expression: Expression): string => print(expression, 1);

const print = (expression: Expression, weakest: number): string => {
  switch (expression.kind) {
    case 'number':
      return expression.digits;
    case 'variable':
      return expression.name;
    case 'negative':
      return `-${print(expression.operand, 3)}`;
    case 'operation': {
      const { operator, left, right } = expression;
      const strength = strengths[operator];
      const text = print(left, strength) + operator + print(right, strength + 1);
      return strength < weakest ? `(${text})` : text;
    }
  }
};

/** The names of the variables of an expression, each once, in the order in which it uses them. */
export const variablesOf = (expression: Expression): string[] => {
  switch (expression.kind) {
    case 'number':
      return [];
    case 'variable':
      return [expression.name];
    case 'negative':
      return variablesOf(expression.operand);
    case 'operation':
      return [...new Set([...variablesOf(expression.left), ...variablesOf(expression.right)])];
  }
};

/**
 * What an expression comes to. Null when a variable has no value, when something is divided by zero, and when a step
 * grows beyond what a number can hold.
 */
export const evaluateEquation = (expression: Expression, values: Record<string, number | null>): number | null => {
  const result = evaluate(expression, values);
  return result === null ? null : result + 0;
};

const evaluate = (expression: Expression, values: Record<string, number | null>): number | null => {
  switch (expression.kind) {
    case 'number':
      return finite(Number(expression.digits));
    case 'variable':
      return Object.hasOwn(values, expression.name) ? finite(values[expression.name] ?? Number.NaN) : null;
    case 'negative': {
      const operand = evaluate(expression.operand, values);
      return operand === null ? null : -operand;
    }
    case 'operation': {
      const left = evaluate(expression.left, values);
      const right = evaluate(expression.right, values);
      return left === null || right === null ? null : finite(operate[expression.operator](left, right));
    }
  }
};

const finite = (value: number) => (Number.isFinite(value) ? value : null);

const operate: Record<Operator, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => {
    // 0.3 % 0.1 is 0: its quotient must not be a hair below 3.
    const isWhole = Number.isInteger(left) && Number.isInteger(right);
    return isWhole ? left % right : left - right * Math.trunc(withoutNoise(left / right));
  },
};

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** The first name that is not taken: a to z, then aa to zz, and so on. */
export const nextVariableName = (taken: readonly string[]): string => {
  for (let length = 1; ; length += 1) {
    const free = letters.map((letter) => letter.repeat(length)).find((name) => !taken.includes(name));
    if (free) return free;
  }
};
