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

const shown = { ALLOWED_TAGS: tags, ALLOWED_ATTR: ['href', 'start'], ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false };

/** HTML as elements, without any that is not on our short list, nor any attribute but the addresses of links. */
export const sanitized = (html: string): Node => purify.sanitize(html, { ...shown, RETURN_DOM: true });

/**
 * HTML from the clipboard: as it came, but without what could run, load or be styled. It begins with a comment, as
 * ProseMirror stays with the page's policy when that lets through the first text that is pasted.
 */
export const sanitizedPaste = (html: string): string =>
  `<!---->${purify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'img', 'picture', 'audio', 'video', 'form', 'input', 'button', 'select', 'textarea'],
    FORBID_ATTR: ['style', 'class', 'id', 'name'],
  })}`;

/** Markdown, shown. The only place of the application that sets HTML, and nothing executable comes through it. */
export function Markdown({ children }: { children: string }) {
  const __html = purify.sanitize(htmlOf(children, 1), { ...shown, RETURN_TRUSTED_TYPE: true });
  return <div className={css.markdown} dangerouslySetInnerHTML={{ __html }} />;
}
