import { expect, test } from 'vitest';
import { markdownHtml, markdownText } from './markdown.ts';

test.each([
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n'],
  ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>\n'],
  ['![x](https://example.org/pixel.png)', '<p>!<a href="https://example.org/pixel.png">x</a></p>\n'],
  ['<https://example.org/a_b>', '<p><a href="https://example.org/a_b">https://example.org/a_b</a></p>\n'],
  ['\\<b\\>two\\*', '<p>&lt;b&gt;two*</p>\n'],
])('%s is nothing but text and links', (markdown, html) => {
  expect(markdownHtml(markdown)).toBe(html);
});

test('text reads without the marks, with the addresses of links', () => {
  expect(
    markdownText(
      '## Head\n\nSee **this** [page](https://example.org) or <https://example.org/b>\\\nnow\n\n- one\n- two\n\n3. three\n4. four\n\n---\n\n    code',
    ),
  ).toBe(
    'Head\n\nSee this page (https://example.org) or https://example.org/b\nnow\n\n- one\n\n- two\n\n3. three\n\n4. four\n\n---\n\ncode',
  );
});
