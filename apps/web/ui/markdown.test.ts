import { describe, expect, test } from 'vitest';
import { payloads } from './markdown-payloads.ts';
import { htmlOf, isLink, plainText } from './markdown-text.ts';

const allowed = new Set('p h2 h3 h4 h5 h6 ul ol li strong em code pre blockquote hr br a'.split(' '));

/** What a browser would make of HTML whose text is escaped: its tags, each with its attributes. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<(\/?)([^\s/>]*)([^>]*)>/g)].map(([, , name = '', rest = '']) => ({
    name: name.toLowerCase(),
    attributes: [...rest.matchAll(/([^\s"=/]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => ({ key, value })),
  }));

describe('hostile text', () => {
  test('there is enough of it', () => {
    expect(new Set(payloads).size).toBeGreaterThanOrEqual(60);
  });

  test.each(payloads)('%s', (payload) => {
    for (const { name, attributes } of tagsOf(htmlOf(payload))) {
      expect(allowed).toContain(name);
      for (const { key, value } of attributes) {
        expect(['href', 'title', 'class', 'start']).toContain(key);
        if (key === 'href') expect(isLink(value)).toBe(true);
      }
    }
  });
});

describe('markdown', () => {
  test('links lead to pages and email addresses only', () => {
    for (const address of ['https://a.example', 'HTTP://a.example', 'mailto:a@a.example'])
      expect(isLink(address)).toBe(true);
    for (const address of ['//a.example', '/a', 'javascript:1', 'https:a', 'tel:1'])
      expect(isLink(address)).toBe(false);
    expect(htmlOf('[a](/b) [c](https://c.example)')).toBe('<p>[a](/b) <a href="https://c.example">c</a></p>\n');
  });

  test('headings are shown lower than they are written, and never as the first', () => {
    expect(htmlOf('# a\n## b\n###### c', 1)).toBe('<h2>a</h2>\n<h3>b</h3>\n<h6>c</h6>\n');
    expect(htmlOf('# a\n## b')).toBe('<h2>a</h2>\n<h2>b</h2>\n');
  });

  test('the plain text has no marks, and lines become spaces', () => {
    expect(plainText('# Rooms\n\n- **one** [two](https://a.example)\n- `three`\\\nfour\n\n```\nfive\n```')).toBe(
      'Rooms one two three four five',
    );
    expect(plainText('<b>x</b> &amp; y')).toBe('<b>x</b> & y');
  });
});
