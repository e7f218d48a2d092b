/** What stands in a line of a text: plain, or marked. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em'; inside: Inline[] }
  | { kind: 'link'; to: string; inside: Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'heading' | 'paragraph'; inside: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] };

/** What a link may lead to; anything else is shown as the text that it is. */
const isLink = (address: string): boolean => /^(https?:\/\/|mailto:)/i.test(address);

const marks =
  /\\([!-/:-@[-`{-~])|\*\*(.+?)\*\*|__(.+?)__|\*(.+?)\*|\b_(.+?)_\b|\[([^\]]+)\]\(<?([^)\s>]{1,2000})>?\)|<((?:https?:\/\/|mailto:)[^>\s]+)>| {2,}\n|\\\n/g;

/** What a mark stands for. */
const marked = ([all, escaped, star, line, oneStar, oneLine, label, address = '', bare]: RegExpMatchArray): Inline => {
  const strong = star ?? line;
  const em = oneStar ?? oneLine;
  if (escaped) return { kind: 'text', text: escaped };
  if (strong) return { kind: 'strong', inside: inlines(strong) };
  if (em) return { kind: 'em', inside: inlines(em) };
  if (bare) return { kind: 'link', to: bare, inside: [{ kind: 'text', text: bare }] };
  if (label)
    return isLink(address) ? { kind: 'link', to: address, inside: inlines(label) } : { kind: 'text', text: all };
  return { kind: 'break' };
};

const plain = (text: string): Inline[] => (text ? [{ kind: 'text', text: text.replace(/\n/g, ' ') }] : []);

/** The marks of a line. What is no mark is text, also HTML. */
const inlines = (text: string): Inline[] => {
  const parts: Inline[] = [];
  let end = 0;
  for (const found of text.matchAll(marks)) {
    parts.push(...plain(text.slice(end, found.index)), marked(found));
    end = found.index + found[0].length;
  }
  return [...parts, ...plain(text.slice(end))];
};

const item = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;

const blockOf = (part: string): Block[] => {
  const lines = part.split('\n');
  const [first = ''] = lines;
  const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(first);
  if (heading) {
    const rest = lines.slice(1).join('\n');
    return [{ kind: 'heading', inside: inlines(heading[1] ?? '') }, ...(rest.trim() ? blockOf(rest) : [])];
  }
  const begun = lines.findIndex((one) => item.test(one));
  if (begun > 0) return [...blockOf(lines.slice(0, begun).join('\n')), ...blockOf(lines.slice(begun).join('\n'))];
  if (begun < 0) return [{ kind: 'paragraph', inside: inlines(part) }];
  const items: string[] = [];
  for (const one of lines) {
    const found = item.exec(one);
    if (found) items.push(found[2] ?? '');
    else items.push(`${items.pop()}\n${one.trim()}`);
  }
  return [{ kind: 'list', ordered: item.exec(first)?.[1] !== undefined, items: items.map(inlines) }];
};

/**
 * The part of markdown that the editor of staff writes: paragraphs, headings, lists, bold, italic and links. It is small
 * to load, and makes no HTML: everything that is no such mark is text.
 */
export const blocksOf = (markdown: string): Block[] =>
  markdown
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .flatMap((part) => blockOf(part.trim()));
