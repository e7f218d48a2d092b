/** Of which kind the answer to a variable is, as far as logic that speaks of it needs to know; null for unknown ones. */
export type KindOf = (variable: string) => 'tick' | 'other' | null;

const token = /"[^"]*"|'[^']*'|\[[^[\]]*\]|<>|<=|>=|!=|[A-Za-z_][\w-]*|\d+(?:\.\d+)?|\.\d+|\S/g;
const variable = /^\[([a-z][a-z0-9_]*)(?:\(([\w.-]+)\))?\]$/i;

const words: Readonly<Record<string, string>> = {
  '<>': '!=',
  '/': 'div',
  AND: 'and',
  OR: 'or',
  And: 'and',
  Or: 'or',
  true: 'true()',
  TRUE: 'true()',
  false: 'false()',
  FALSE: 'false()',
};

const isEquality = (text: string | undefined) => text === '=' || text === '<>' || text === '!=';
const bare = (text: string | undefined) => text?.replace(/^(["'])(.*)\1$/, '$2');

/** `[a(2)] = '1'`: whether one choice among several is ticked. */
const ofChoice = (name: string, code: string, [operator, literal]: (string | undefined)[]): string | null => {
  const digit = bare(literal);
  if (!isEquality(operator) || (digit !== '0' && digit !== '1')) return null;
  const isTicked = (operator === '=') === (digit === '1');
  return isTicked ? `selected(\${${name}}, '${code}')` : `not(selected(\${${name}}, '${code}'))`;
};

/** `[a] = '1'` where the answer is yes or no. */
const ofTick = (name: string, [operator, literal]: (string | undefined)[]): string | null => {
  const digit = bare(literal);
  if (!isEquality(operator) || (digit !== '0' && digit !== '1')) return null;
  return `\${${name}} ${operator === '=' ? '=' : '!='} ${digit === '1' ? 'true()' : 'false()'}`;
};

/**
 * Branching logic, or a calculation, in the words of XLSForms, by which rules and calculations are read; null where it says
 * what these cannot: other events, powers, choices that are counted with.
 */
export const asXpath = (text: string, kindOf: KindOf): string | null => {
  const tokens = text.match(token) ?? [];
  const written: string[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const one = tokens[index] as string;
    if (one === '^') return null;
    if (!one.startsWith('[')) {
      written.push(Object.hasOwn(words, one) ? (words[one] as string) : one);
      continue;
    }
    const [, name, code] = variable.exec(one) ?? [];
    // Two in a row are an event, or a repeat, and the variable in it.
    if (!name || tokens[index + 1]?.startsWith('[')) return null;
    const next = tokens.slice(index + 1, index + 3);
    const isEmptiness = bare(next[1]) === '';
    const isTick = kindOf(name) === 'tick' && !isEmptiness;
    const compared = code ? ofChoice(name, code, next) : isTick ? ofTick(name, next) : `\${${name}}`;
    if (compared === null) return null;
    written.push(compared);
    if (code || isTick) index += 2;
  }
  return written.join(' ');
};
