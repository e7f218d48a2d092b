import MarkdownIt from 'markdown-it';

/** What a link may lead to; anything else is shown as the text that it is. */
export const isLink = (address: string): boolean => /^(https?:\/\/|mailto:)/i.test(address);

// HTML in the text is text. Pictures would tell their server who reads the message.
const parser = new MarkdownIt('commonmark', { html: false }).disable('image');
parser.validateLink = (address) => isLink(address.trim());

/**
 * Markdown as HTML, not yet fit to be shown: `sanitized` in markdown.tsx makes it so.
 * @param shift how many levels lower headings are shown than they are written; they are never of the first level
 */
export const htmlOf = (markdown: string, shift = 0): string => {
  const environment = {};
  const tokens = parser.parse(markdown, environment);
  for (const token of tokens)
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(Math.max(Number(token.tag.slice(1)) + shift, 2), 6)}`;
  return parser.renderer.render(tokens, parser.options, environment);
};

/** What is read of markdown, on one line and without its marks: for previews. */
export const plainText = (markdown: string): string =>
  parser
    .parse(markdown, {})
    .flatMap(({ type, content, children }) => {
      if (type === 'inline')
        return children?.map((child) => (child.type.endsWith('break') ? ' ' : child.content)).join('') ?? [];
      return type === 'fence' || type === 'code_block' ? content : [];
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
