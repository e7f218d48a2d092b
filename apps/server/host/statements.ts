/** A statement of a file of SQL, and the line that it begins on, from 1. */
export type Statement = { sql: string; line: number };

/** What may hold a semicolon that ends nothing: comments, strings, names in quotes, and bodies between dollars. */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\b[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|;/g;

/**
 * The statements of a file, one by one: some databases take no more than one at a time. Comments go with the statement
 * behind them.
 */
export const statementsOf = (file: string): Statement[] => {
  const found: Statement[] = [];
  const add = (from: number, to: number) => {
    const text = file.slice(from, to);
    // Without its comments, to see whether anything is left.
    const isEmpty = text.replace(tokens, (token) => (/^(--|\/\*)/.test(token) ? '' : token)).trim() === '';
    if (isEmpty) return;
    const start = from + (text.length - text.trimStart().length);
    found.push({ sql: text.trim(), line: file.slice(0, start).split('\n').length });
  };
  let from = 0;
  for (const { 0: token, index } of file.matchAll(tokens)) {
    if (token !== ';') continue;
    add(from, index);
    from = index + 1;
  }
  add(from, file.length);
  return found;
};
