import { expect, test } from 'vitest';
import { outboxHtml, outboxMessageHtml } from './outbox-page.ts';
import { systemMail } from './template.ts';

const hostile = `</title></p><img src=x onerror="alert(1)">' & more`;

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.org'])('an action to %s is refused', (url) => {
  const action = { label: 'Open', url };
  expect(() => systemMail({ to: 'a@b.org', subject: 'A', paragraphs: [], action, footer: '' })).toThrow(TypeError);
});

test('a system mail says the same in text and in HTML, all of it as text', () => {
  const url = `https://demo.example.org/invitations/abc?a=1&b="x"`;
  const action = { label: hostile, url };
  const { to, subject, text, html } = systemMail({
    to: 'ann@example.org',
    subject: hostile,
    paragraphs: [hostile, 'Second'],
    action,
    footer: hostile,
  });

  expect({ to, subject }).toEqual({ to: 'ann@example.org', subject: hostile });
  expect(text).toBe(`${hostile}\n\nSecond\n\n${hostile}:\n${url}\n\n-- \n${hostile}\n`);
  expect(html).not.toContain('<img');
  expect(html.match(/&#60;img src=x onerror=&#34;alert\(1\)&#34;&#62;&#39; &#38; more/g)).toHaveLength(5);
  expect(html).toContain('href="https://demo.example.org/invitations/abc?a=1&#38;b=&#34;x&#34;"');
});

test('the outbox pages show mails as text, with addresses to follow', () => {
  const message = {
    id: 'reset-1',
    message_id: '<reset-1@localhost>',
    from: 'no-reply@localhost',
    to: hostile,
    subject: hostile,
    sent_at: '2026-11-20T09:30:00.000Z',
    text: `${hostile}\nOpen:\nhttp://demo.localhost:3000/password_resets/t?a=1&b=2\n`,
    html: hostile,
  };
  const list = outboxHtml([message]);
  const shown = outboxMessageHtml(message);

  expect(list).toContain('<a href="/outbox/reset-1">');
  expect(shown).toContain('<a href="http://demo.localhost:3000/password_resets/t?a=1&#38;b=2">');
  for (const page of [list, shown]) expect(page).not.toContain('<img');
  expect(outboxHtml([])).toContain('No emails yet');
});
