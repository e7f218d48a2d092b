/** An expression of an XLSForm: the part of XPath that forms use, with `${name}` for the answer to a question. */
export type Xpath =
  | { kind: 'number'; digits: string }
  | { kind: 'text'; text: string }
  | { kind: 'reference'; name: string }
  /** The answer that a constraint is about, written as a dot. */
  | { kind: 'self' }
  | { kind: 'negative'; operand: Xpath }
  | { kind: 'call'; name: string; parameters: Xpath[] }
  | { kind: 'operation'; operator: XpathOperator; left: Xpath; right: Xpath };

const strengths = {
  or: 1,
  and: 2,
  '=': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  div: 6,
  mod: 6,
} as const;
export type XpathOperator = keyof typeof strengths;

const isOperator = (text: string): text is XpathOperator => Object.hasOwn(strengths, text);

const maxCharacters = 2000;
const maxDepth = 50;

const tokenPattern =
  /\$\{[^{}]*\}|"[^"]*"|'[^']*'|\d+(?:\.\d+)?|\.\d+|!=|<=|>=|[-=<>+*(),.]|[A-Za-z_][\w:-]*(?:\.[\w:-]+)*/y;

/** The names in `${}` that a text mentions, whether or not it can be read. */
export const referencesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$\{([^{}#]*)\}/g)].map(([, name]) => name!.trim()).filter(Boolean)),
];

/** Reads an expression of at most 2,000 characters, nested at most 50 deep; null when it is none that is known here. */
export const parseXpath = (text: string): Xpath | null => {
  if (text.length > maxCharacters) return null;
  const tokens = tokensOf(text);
  return tokens && readTokens(tokens);
};

/** Word processors turn straight quotes into curly ones. */
export const straight = (text: string) => text.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/[\u201c\u201d]/g, '"');

const tokensOf = (written: string): string[] | null => {
  const text = straight(written);
  const tokens: string[] = [];
  for (let index = 0; index < text.length; ) {
    tokenPattern.lastIndex = index;
    const token = tokenPattern.exec(text)?.[0];
    if (token) tokens.push(token);
    else if (!/\s/.test(text.charAt(index))) return null;
    index += token?.length ?? 1;
  }
  return tokens;
};

/** Each reader gives null at what it does not know, and so does all that holds it. */
const readTokens = (tokens: string[]): Xpath | null => {
  let next = 0;

  const readParameters = (depth: number): Xpath[] | null => {
    const parameters: Xpath[] = [];
    while (tokens[next] !== ')') {
      if (parameters.length > 0 && tokens[next++] !== ',') return null;
      const parameter = readOperations(1, depth);
      if (!parameter) return null;
      parameters.push(parameter);
    }
    next += 1;
    return parameters;
  };

  const readOperand = (depth: number): Xpath | null => {
    const token = tokens[next++];
    if (token === undefined || depth > maxDepth) return null;
    if (token === '-') {
      const operand = readOperand(depth + 1);
      return operand && { kind: 'negative', operand };
    }
    if (token === '(') {
      const inner = readOperations(1, depth + 1);
      return tokens[next++] === ')' ? inner : null;
    }
    if (token === '.') return { kind: 'self' };
    if (token.startsWith('${')) return { kind: 'reference', name: token.slice(2, -1).trim() };
    if (/^["']/.test(token)) return { kind: 'text', text: token.slice(1, -1) };
    if (/^[.\d]/.test(token)) return { kind: 'number', digits: token };
    if (!/^[A-Za-z_]/.test(token) || tokens[next++] !== '(') return null;
    const parameters = readParameters(depth + 1);
    return parameters && { kind: 'call', name: token, parameters };
  };

  /** Reads on while operators bind at least as strongly as `weakest`. */
  const readOperations = (weakest: number, depth: number): Xpath | null => {
    let left = readOperand(depth);
    for (;;) {
      const operator = tokens[next] ?? '';
      if (!left || !isOperator(operator) || strengths[operator] < weakest) return left;
      next += 1;
      const right = readOperations(strengths[operator] + 1, depth);
      left = right && { kind: 'operation', operator, left, right };
    }
  };

  const expression = readOperations(1, 0);
  return next === tokens.length ? expression : null;
};

/** A text as XPath writes it; null when it holds both kinds of quotes. */
export const quoted = (text: string): string | null => {
  if (!text.includes("'")) return `'${text}'`;
  return text.includes('"') ? null : `"${text}"`;
};
