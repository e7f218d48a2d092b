import type { OutboxMessage } from './outbox.ts';
import { escapeHtml } from './template.ts';

/** The page that lists kept mails; each leads to `/outbox/{id}`. The same records are its JSON form. */
export function outboxHtml(messages: OutboxMessage[]): string {
  if (messages.length === 0) return page('Outbox', '<p>No emails yet</p>');
  const rows = messages.map(
    ({ id, to, subject, sent_at }) =>
      `<tr><td><a href="/outbox/${encodeURIComponent(id)}">${escapeHtml(subject)}</a></td>` +
      `<td>${escapeHtml(to)}</td><td><time>${escapeHtml(sent_at)}</time></td></tr>`,
  );
  const head = '<thead><tr><th>Subject</th><th>To</th><th>Sent</th></tr></thead>';
  return page('Outbox', `<table>${head}<tbody>${rows.join('\n')}</tbody></table>`);
}

/** The page of one kept mail: its text, with web addresses as links. */
export function outboxMessageHtml({ from, to, subject, sent_at, text }: OutboxMessage): string {
  const about = [`From: ${from}`, `To: ${to}`, `Sent: ${sent_at}`].map(escapeHtml).join('<br>');
  return page(
    subject,
    `<p><a href="/outbox">Outbox</a></p><p>${about}</p>
<div class="text">${withLinks(text)}</div>`,
  );
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => (index % 2 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
}

/** Sent with a nonce, which a policy lets in: `http/page.ts` puts it in place. */
const style = `body { max-width: 880px; margin: 32px auto; padding: 0 16px; font: 16px/24px system-ui, sans-serif }
h1 { font-size: 24px; line-height: 30px }
table { width: 100%; border-collapse: collapse }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid #ccc; text-align: start; vertical-align: top }
.text { white-space: pre-wrap; overflow-wrap: anywhere }`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style nonce="__NONCE__">${style}</style></head>
<body>
<main><h1>${escapeHtml(title)}</h1>
${body}</main>
</body>
</html>
`;
}
