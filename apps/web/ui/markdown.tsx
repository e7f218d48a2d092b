import DOMPurify from 'dompurify';
import css from './markdown.module.css';
import { htmlOf, isLink } from './markdown-text.ts';

const tags = 'p h2 h3 h4 h5 h6 ul ol li strong em code pre blockquote hr br a'.split(' ');

const purify = DOMPurify(window);
purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return;
  if (!isLink(element.getAttribute('href') ?? '')) element.removeAttribute('href');
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** HTML without anything that is not on our short list of elements, nor any attribute but the addresses of links. */
export const sanitized = (html: string): string =>
  purify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href', 'start'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });

/** HTML from the clipboard: as it came, but without what could run, load or be styled. */
export const sanitizedPaste = (html: string): string =>
  purify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'img', 'picture', 'audio', 'video', 'form', 'input', 'button', 'select', 'textarea'],
    FORBID_ATTR: ['style', 'class', 'id', 'name'],
  });

/** Markdown, shown. The only place of the application that sets HTML, and nothing executable comes through it. */
export function Markdown({ children }: { children: string }) {
  return <div className={css.markdown} dangerouslySetInnerHTML={{ __html: sanitized(htmlOf(children, 1)) }} />;
}
