import { describe, expect, test } from 'vitest';
import { blocksOf } from './markdown.ts';

const text = (value: string) => ({ kind: 'text', text: value });

describe('the texts of a public form', () => {
  test('make no HTML and lead to no script', () => {
    expect(blocksOf('<img src=x onerror=alert(1)> [x](javascript:alert(1))')).toEqual([
      {
        kind: 'paragraph',
        inside: [text('<img src=x onerror=alert(1)> '), text('[x](javascript:alert(1)'), text(')')],
      },
    ]);
  });

  test('have paragraphs, headings, lists, bold, italic, links and escapes', () => {
    expect(
      blocksOf(
        '## Before you *begin*\n\nBring **two** things:\n- a card\n- [this](https://example.org)\n\n1\\. no list',
      ),
    ).toEqual([
      { kind: 'heading', inside: [text('Before you '), { kind: 'em', inside: [text('begin')] }] },
      {
        kind: 'paragraph',
        inside: [text('Bring '), { kind: 'strong', inside: [text('two')] }, text(' things:')],
      },
      {
        kind: 'list',
        ordered: false,
        items: [[text('a card')], [{ kind: 'link', to: 'https://example.org', inside: [text('this')] }]],
      },
      { kind: 'paragraph', inside: [text('1'), text('.'), text(' no list')] },
    ]);
  });

  test('take many marks that are none', () => {
    expect(blocksOf('*a'.repeat(20_001))).toHaveLength(1);
    expect(blocksOf('[a]('.repeat(20_000))).toEqual([{ kind: 'paragraph', inside: [text('[a]('.repeat(20_000))] }]);
  });
});
