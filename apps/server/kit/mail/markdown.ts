import MarkdownIt from 'markdown-it';

// HTML in the text is text. Pictures would tell their server who reads the mail.
const parser = new MarkdownIt('commonmark', { html: false }).disable('image');
parser.validateLink = (address) => /^(https?:\/\/|mailto:)/i.test(address.trim());

type Token = ReturnType<typeof parser.parse>[number];

/** Markdown as HTML that runs, loads and styles nothing: all that markdown knows, and of links those to web and mail. */
export const markdownHtml = (markdown: string): string => parser.render(markdown);

/** Words of one line, with where its links lead beside what they are called. */
const lineOf = (tokens: Token[]): string => {
  const leading: { href: string; from: number }[] = [];
  let line = '';
  for (const token of tokens) {
    if (token.type === 'link_open') leading.push({ href: String(token.attrGet('href')), from: line.length });
    else if (token.type === 'link_close') {
      const { href, from } = leading.pop() ?? { href: '', from: 0 };
      const words = line.slice(from);
      line += words === href || `mailto:${words}` === href ? '' : ` (${href})`;
    } else line += token.type.endsWith('break') ? '\n' : token.content;
  }
  return line;
};

/** Markdown as people read it who see no HTML: without its marks, with the addresses of its links. */
export const markdownText = (markdown: string): string => {
  const blocks: string[] = [];
  const lists: { number: number | null }[] = [];
  let mark = '';
  for (const token of parser.parse(markdown, {})) {
    const { type, content, children } = token;
    if (type === 'bullet_list_open') lists.push({ number: null });
    else if (type === 'ordered_list_open') lists.push({ number: Number(token.attrGet('start') ?? 1) });
    else if (type.endsWith('list_close')) lists.pop();
    else if (type === 'list_item_open') {
      const list = lists.at(-1);
      mark = list?.number == null ? '- ' : `${list.number++}. `;
    } else if (type === 'hr') blocks.push('---');
    else if (type === 'inline' || type === 'fence' || type === 'code_block') {
      const inset = '  '.repeat(Math.max(lists.length - 1, 0));
      blocks.push(`${inset}${mark}${type === 'inline' ? lineOf(children ?? []) : content.trimEnd()}`);
      mark = '';
    }
  }
  return blocks.join('\n\n');
};
