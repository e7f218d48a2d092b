import { inlineToMarkdown } from './inline-to-markdown.ts';
import type { Node } from './node.ts';

const indented = (text: string, first: string): string => {
  const rest = ' '.repeat(first.length);
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line && rest + line))
    .join('\n');
};

const isList = ({ type }: Node) => type === 'bulletList' || type === 'orderedList';

/** A list; the second of two neighbours takes other marks, or they would become one. */
const list = ({ type, attrs, content = [] }: Node, isSecond: boolean): string => {
  const start = Number(attrs?.start ?? 1);
  const isTight = content.every((item) =>
    item.content?.slice(1).every((below) => isList(below) && Number(below.attrs?.start ?? 1) === 1),
  );
  const between = isTight ? '\n' : '\n\n';
  return content
    .map((item) => blocks(item.content, between))
    .filter((text) => text !== '')
    .map((text, index) => {
      const mark = type === 'orderedList' ? `${start + index}${isSecond ? ')' : '.'} ` : isSecond ? '* ' : '- ';
      return indented(text, mark);
    })
    .join(between);
};

const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
};

const block = (node: Node, isSecond: boolean): string => {
  const { type, attrs, content = [] } = node;
  switch (type) {
    case 'paragraph':
      return inlineToMarkdown(content);
    case 'heading': {
      const text = inlineToMarkdown(content).replaceAll('\\\n', ' ');
      return text && `${'#'.repeat(Number(attrs?.level ?? 2))} ${text.replace(/(#+)$/, '\\$1')}`;
    }
    case 'bulletList':
    case 'orderedList':
      return list(node, isSecond);
    case 'blockquote':
      return blocks(content)
        .replace(/^(?=.)/gm, '> ')
        .replace(/^$(?=\n)/gm, '>');
    case 'codeBlock':
      return fenced(content.map(({ text = '' }) => text).join(''));
    case 'horizontalRule':
      return '---';
    default:
      return '';
  }
};

const blocks = (nodes: Node[] = [], between = '\n\n'): string => {
  let isSecond = false;
  return nodes
    .map((node, index) => {
      isSecond = isList(node) && nodes[index - 1]?.type === node.type && !isSecond;
      return block(node, isSecond);
    })
    .filter((text) => text !== '')
    .join(between);
};

/** The editor's document as markdown; '' when there is nothing in it. */
export const toMarkdown = (document: Node): string => blocks(document.content);
