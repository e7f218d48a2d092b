/** The text with the characters that HTML reads as markup made plain, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * A system mail in its one layout, as text and as HTML. Everything given is plain text. Throws TypeError when the
 * action's address is not http or https.
 */
export function systemMail({
  to,
  subject,
  paragraphs,
  action,
  footer,
}: {
  to: string;
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  footer: string;
}): { to: string; subject: string; text: string; html: string } {
  if (action && !/^https?:$/.test(new URL(action.url).protocol)) {
    throw new TypeError('The action of a mail leads to an http or https address.');
  }
  const text = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : [])].join('\n\n');
  const html = `${paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('\n')}
${action ? actionHtml(action) : ''}`;
  return { to, ...laidOut({ subject, text, html, footer }) };
}

/**
 * A mail in the one layout.
 * @param html what stands below the subject, ready to be sent: whoever calls this has made it safe
 */
export function laidOut({
  subject,
  text,
  html,
  footer,
}: {
  subject: string;
  text: string;
  html: string;
  footer: string;
}): { subject: string; text: string; html: string } {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#f7f6f3;color:#1f2421;font:16px/24px system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<div style="padding:24px;background:#ffffff;border:1px solid #dad8d1;border-radius:4px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:26px;font-weight:600">${escapeHtml(subject)}</h1>
${html}</div>
<p style="margin:16px 24px;color:#5b625d;font-size:14px;line-height:20px">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`;
  return { subject, text: `${text}\n\n-- \n${footer}\n`, html: page };
}

function actionHtml({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  const button = 'display:inline-block;padding:10px 16px;border-radius:4px;background:#0f6e6c;color:#ffffff';
  return `<p style="margin:24px 0 16px"><a href="${href}" style="${button};text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0;color:#5b625d;font-size:14px;line-height:20px;overflow-wrap:anywhere">Or copy this address into your browser:<br>${href}</p>
`;
}
