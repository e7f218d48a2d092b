import type { OutboxMessage } from './outbox.ts';
import { escapeHtml } from './template.ts';

/** The page that lists kept mails; each leads to `/outbox/{id}`. The same records are its JSON form. */
export function outboxHtml(messages: OutboxMessage[]): string {
  if (messages.length === 0) return page('Outbox', '<p>No mail has been sent yet.</p>');
  const rows = messages.map(
    ({ id, to, subject, sent_at }) =>
      `<tr><td><a href="/outbox/${encodeURIComponent(id)}">${escapeHtml(subject)}</a></td>` +
      `<td>${escapeHtml(to)}</td><td><time>${escapeHtml(sent_at)}</time></td></tr>`,
  );
  const head = '<thead align="left"><tr><th>Subject</th><th>To</th><th>Sent</th></tr></thead>';
  return page('Outbox', `<table width="100%" cellpadding="6">${head}<tbody>${rows.join('\n')}</tbody></table>`);
}

/** The page of one kept mail: its text, with web addresses as links. */
export function outboxMessageHtml({ from, to, subject, sent_at, text }: OutboxMessage): string {
  const about = [`From: ${from}`, `To: ${to}`, `Sent: ${sent_at}`].map(escapeHtml).join('<br>');
  return page(
    subject,
    `<p><a href="/outbox">Outbox</a></p><p>${about}</p>
<div style="white-space:pre-wrap;overflow-wrap:anywhere">${withLinks(text)}</div>`,
  );
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => (index % 2 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
}

/** Style is in attributes because the content security policy lets no style sheet of a page in. */
function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="max-width:880px;margin:32px auto;padding:0 16px;font:16px/24px system-ui,sans-serif">
<main><h1 style="font-size:24px;line-height:30px">${escapeHtml(title)}</h1>
${body}</main>
</body>
</html>
`;
}
