import type { Node } from './node.ts';

type Mark = { type: string; href: string };
/** A piece of text and the marks on it, the outermost first. */
type Piece = { text: string; marks: Mark[] };
/** What is written: escaped text, or the signs that open and close marks. */
type MarkdownPart = { text: string } | { signs: string[]; opens: boolean };

/** Marks nest in this order, whatever the order in which they were put on. */
const order = ['link', 'bold', 'italic', 'code'];

const isBlank = (sign: string | undefined) => sign === undefined || /\s/.test(sign);
const isSign = (sign: string) => /[\p{P}\p{S}]/u.test(sign);
const first = (text: string) => [...text][0];
const last = (text: string) => [...text].at(-1);
const isSame = (a: Mark | undefined, b: Mark | undefined) => a?.type === b?.type && a?.href === b?.href;
const shared = (a: Mark[], b: Mark[]): Mark[] => {
  const end = a.findIndex((mark, index) => !isSame(mark, b[index]));
  return end < 0 ? a : a.slice(0, end);
};

const marksOf = ({ marks = [] }: Node): Mark[] =>
  marks
    .filter(({ type }) => order.includes(type))
    .map(({ type, attrs }) => ({ type, href: type === 'link' ? String(attrs?.href ?? '') : '' }))
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));

/** Pieces whose marks neither begin nor end with a space, where markdown would not see them. */
const piecesOf = (nodes: Node[]): Piece[] => {
  const pieces = nodes.flatMap((node): Piece[] => {
    if (node.type === 'hardBreak') return [{ text: '\n', marks: [] }];
    const marks = marksOf(node);
    const text = (node.text ?? '').replace(/[\t\r\n]+/g, ' ');
    if (marks.some(({ type }) => type === 'code')) return [{ text, marks }];
    const [, before = '', middle = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
    return [before, middle, after].map((part) => ({ text: part, marks }));
  });
  const filled = pieces.filter(({ text }) => text !== '');
  const isSpace = ({ text }: Piece) => text !== '\n' && text.trim() === '';
  return filled.map((piece, index) => {
    if (!isSpace(piece)) return piece;
    const before = filled.slice(0, index).findLast((one) => !isSpace(one));
    const after = filled.slice(index + 1).find((one) => !isSpace(one));
    return {
      ...piece,
      marks: before && after ? shared(before.marks, after.marks).filter(({ type }) => type !== 'code') : [],
    };
  });
};

/** Text as markdown reads it back: signs that would mean something are escaped. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<~]/g, '\\$&').replace(/&(?=#|\w+;)/g, '\\&');

const code = (text: string): string => {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$|^ .*[^ ].* $/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
};

const address = (href: string): string =>
  /[\s()<>\\]/.test(href) ? `<${href.replace(/\s/g, '%20').replace(/[<>\\]/g, '\\$&')}>` : href;

const opening = ({ type }: Mark) => (type === 'link' ? '[' : type === 'bold' ? '**' : '_');
const closing = ({ type, href }: Mark) => (type === 'link' ? `](${address(href)})` : opening({ type, href }));

/** Lays the signs of marks between the pieces. */
const written = (pieces: Piece[]): MarkdownPart[] => {
  const out: MarkdownPart[] = [];
  let open: Mark[] = [];
  const change = (to: Mark[]) => {
    const kept = shared(open, to).length;
    const closed = open.slice(kept).reverse();
    const opened = to.slice(kept);
    if (closed.length) out.push({ signs: closed.map(closing), opens: false });
    if (opened.length) out.push({ signs: opened.map(opening), opens: true });
    open = to;
  };
  for (const { text, marks } of pieces) {
    const isCode = marks.at(-1)?.type === 'code';
    change(isCode ? marks.slice(0, -1) : marks);
    out.push({ text: isCode ? code(text) : text === '\n' ? '\\\n' : escaped(text) });
  }
  change([]);
  return out;
};

const entity = (sign: string) => `&#${sign.codePointAt(0)};`;

/**
 * Markdown sees `**` and `_` only where what stands on their two sides differs enough. Where it does not, the letter
 * outside is written by its number.
 */
const separated = (parts: MarkdownPart[]): MarkdownPart[] => {
  const out = [...parts];
  for (const [index, part] of out.entries()) {
    if ('text' in part) continue;
    const outermost = part.opens ? part.signs[0] : part.signs.at(-1);
    if (outermost !== '**' && outermost !== '_') continue;
    const outerAt = part.opens ? index - 1 : index + 1;
    const outer = out[outerAt];
    const inner = out[part.opens ? index + 1 : index - 1];
    if (!outer || !('text' in outer)) continue;
    const sign = part.opens ? last(outer.text) : first(outer.text);
    if (sign === undefined || isBlank(sign) || isSign(sign)) continue;
    const innerSign = inner && 'text' in inner ? (part.opens ? first(inner.text) : last(inner.text)) : undefined;
    const isClear = outermost === '**' && part.signs.length === 1 && innerSign !== undefined && !isSign(innerSign);
    if (isClear) continue;
    out[outerAt] = {
      text: part.opens
        ? outer.text.slice(0, -sign.length) + entity(sign)
        : entity(sign) + outer.text.slice(sign.length),
    };
  }
  return out.some((part, index) => part !== parts[index]) ? separated(out) : out;
};

/** One line could begin a heading, a list or a quotation where none is meant. */
const plainStart = (line: string): string =>
  line
    .replace(/^\s*/, '')
    .replace(/^([#>+=-])/, '\\$1')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2');

/** The text of a paragraph or heading as markdown. */
export const inlineToMarkdown = (nodes: Node[] = []): string => {
  const parts = separated(written(piecesOf(nodes)));
  const text = parts
    .map((part, index) => {
      if ('signs' in part) return part.signs.join('');
      const next = parts[index + 1];
      // Before a link it would make a picture of it.
      return next && 'signs' in next && next.opens && next.signs[0] === '['
        ? part.text.replace(/!$/, '\\!')
        : part.text;
    })
    .join('');
  return text
    .replace(/(\s*\\\n\s*)+$/, '')
    .split('\\\n')
    .map((line) => plainStart(line).trimEnd())
    .join('\\\n')
    .trim();
};
