import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { htmlOf, plainText } from '../markdown-text.ts';
import type { Node } from './node.ts';
import { toMarkdown } from './to-markdown.ts';

const text = (words: string, ...marks: string[]): Node => ({
  type: 'text',
  text: words,
  marks: marks.map((type) => (type === 'link' ? { type, attrs: { href: 'https://example.org/a_(b)' } } : { type })),
});
const paragraph = (...content: Node[]): Node => ({ type: 'paragraph', content });
const list = (type: string, ...items: Node[][]): Node => ({
  type,
  content: items.map((content) => ({ type: 'listItem', content })),
});
const markdown = (...content: Node[]) => toMarkdown({ type: 'doc', content });

describe('text', () => {
  test('what would be formatting is escaped', () => {
    for (const words of ['# no heading', '1. no list', '- none', '> none', '*a* _b_ `c`', '<b>x</b> &lt;', '[a](b)'])
      expect(plainText(markdown(paragraph(text(words))))).toBe(words);
    expect(htmlOf(markdown(paragraph(text('<img src=x>'))))).toBe('<p>&lt;img src=x&gt;</p>\n');
  });

  test('spaces stand outside of marks', () => {
    expect(markdown(paragraph(text('one'), text(' two ', 'bold'), text('three')))).toBe('one **two** three');
  });

  test('a mark in the middle of a word is kept', () => {
    expect(htmlOf(markdown(paragraph(text('in'), text('form', 'italic'), text('al'))))).toBe(
      '<p>in<em>form</em>al</p>\n',
    );
  });

  test('a link keeps its address', () => {
    expect(htmlOf(markdown(paragraph(text('list', 'link'))))).toContain('<a href="https://example.org/a_(b)">list</a>');
  });
});

describe('blocks', () => {
  test('nothing is nothing', () => {
    expect(markdown(paragraph(), list('bulletList', [paragraph()]), { type: 'blockquote', content: [] })).toBe('');
  });

  test('lists in lists, and two lists beside each other', () => {
    const inner = list('orderedList', [paragraph(text('b'))]);
    const written = markdown(
      list('bulletList', [paragraph(text('a')), inner]),
      list('bulletList', [paragraph(text('c'))], [paragraph(text('d')), paragraph(text('e'))]),
    );
    expect(written).toBe('- a\n  1. b\n\n* c\n\n* d\n\n  e');
    expect(htmlOf(written).match(/<[uo]l>/g)).toHaveLength(3);
  });

  test('headings, quotations, code and lines', () => {
    expect(
      markdown(
        { type: 'heading', attrs: { level: 3 }, content: [text('C#')] },
        { type: 'blockquote', content: [paragraph(text('a')), paragraph(text('b'))] },
        { type: 'codeBlock', content: [text('```\n x')] },
        { type: 'horizontalRule' },
        paragraph(text('a'), { type: 'hardBreak' }, text('- b')),
      ),
    ).toBe('### C\\#\n\n> a\n>\n> b\n\n````\n```\n x\n````\n\n---\n\na\\\n\\- b');
  });
});

/** Every letter that is read back, with the marks on it. */
const lettersOf = (source: string): string[] => {
  const on = new Set<string>();
  const names: Record<string, string> = { strong: 'bold', em: 'italic', link: 'link', code: 'code' };
  const tokens = new MarkdownIt('commonmark', { html: false }).parseInline(source, {})[0]?.children ?? [];
  return tokens.flatMap(({ type, content }) => {
    const [, name = '', way] = /^(\w+)_(open|close)$/.exec(type) ?? [];
    if (way === 'open') on.add(names[name]!);
    if (way === 'close') on.delete(names[name]!);
    const marks = type === 'code_inline' ? [...on, 'code'] : [...on];
    return [...content].filter((sign) => sign.trim()).map((sign) => `${sign} ${marks.sort().join(' ')}`);
  });
};

test('whatever is written and marked is read back as it was', () => {
  const sign = fc.constantFrom(...'ab1 *_`[]()<>&;#-+=.!~\\"é“'.split(''));
  const marks = fc.constantFrom<string[]>(
    [],
    [],
    ['bold'],
    ['italic'],
    ['bold', 'italic'],
    ['link'],
    ['link', 'bold'],
    ['code'],
  );
  const run = fc.tuple(fc.array(sign, { minLength: 1, maxLength: 4 }), marks);
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 5 }), (runs) => {
      // The editor joins neighbours with the same marks, and puts nothing else on code.
      const nodes = runs.reduce<Node[]>((found, [signs, on]) => {
        const next = text(signs.join(''), ...on);
        const before = found.at(-1);
        if (before && JSON.stringify(before.marks) === JSON.stringify(next.marks)) before.text += next.text!;
        else found.push(next);
        return found;
      }, []);
      const expected = nodes.flatMap(({ text: words = '', marks: on = [] }) =>
        [...words]
          .filter((one) => one.trim())
          .map(
            (one) =>
              `${one} ${on
                .map(({ type }) => type)
                .sort()
                .join(' ')}`,
          ),
      );
      expect(lettersOf(markdown(paragraph(...nodes)))).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});
