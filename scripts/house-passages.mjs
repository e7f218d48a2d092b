// Passages that look alike: six lines that are the same but for names, texts and numbers. Blank lines, comments, imports
// and lines of punctuation alone are passed over.

const long = 6;
/** Of so many different shapes at least: a list of like lines is no copy of another list. */
const kinds = 4;
/** A passage that stands in more places than this is how the language is written. */
const common = 8;

const keywords = new Set(
  (
    'async await break case catch class const continue default else export extends false finally for from function if ' +
    'import in instanceof let new null of return static switch this throw true try type typeof undefined while'
  ).split(' '),
);

const shapeOf = (line) =>
  line
    .trim()
    .replace(/'[^']*'|"[^"]*"|`[^`]*`/g, '"')
    .replace(/[A-Za-z_$][\w$]*/g, (word) => (keywords.has(word) ? word : 'x'))
    .replace(/\d+/g, '0')
    .replace(/\s+/g, ' ');

/** A text without its comments and imports, with as many lines as before. */
const codeOf = (text) =>
  text.replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*$|import\b[^;]*;)/gm, (part) => part.replace(/[^\n]/g, ''));

const shapesOf = ({ text }) =>
  codeOf(text)
    .split('\n')
    .flatMap((line, index) => (/[A-Za-z0-9]/.test(line) ? [{ shape: shapeOf(line), line: index + 1 }] : []));

/** The first passage that each two files share, or one file with itself: `file:line ~ file:line`. */
export const repeatedPassages = (files) => {
  const passages = new Map();
  for (const file of files) {
    const shapes = shapesOf(file);
    for (let from = 0; from + long <= shapes.length; from++) {
      const passage = shapes.slice(from, from + long).map(({ shape }) => shape);
      if (new Set(passage).size < kinds) continue;
      const key = passage.join('\n');
      passages.set(key, [...(passages.get(key) ?? []), { name: file.name, line: shapes[from].line }]);
    }
  }
  const pairs = new Map();
  for (const places of passages.values()) {
    if (places.length > common) continue;
    for (const [index, one] of places.entries()) {
      for (const other of places.slice(index + 1)) {
        const pair = `${one.name} ${other.name}`;
        const overlaps = one.name === other.name && other.line - one.line < long;
        if (!overlaps && !pairs.has(pair)) pairs.set(pair, `${one.name}:${one.line} ~ ${other.name}:${other.line}`);
      }
    }
  }
  return [...pairs.values()];
};
