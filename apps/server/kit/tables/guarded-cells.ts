const specials = /[\\\]^-]/g;

/** A text in quotation marks up to the end of its cell. */
const textBefore = (separator: string): RegExp => {
  const ends = `${separator.replace(specials, '\\$&')}\\r\\n`;
  return new RegExp(`"([^"${ends}]*(?:""[^"${ends}]*)*)"(?=[${ends}]|$)`, 'y');
};

/** Up to the last line break in it; a cell that is guarded has none. */
const wholeLines = (text: string): number => Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;

/**
 * Text of a CSV file in which cells such as ="0123" are written as others with quotation marks are, "=""0123""", so that
 * each reader takes them. A cell that is anything more or less stays as it is.
 * @param longest so many characters are waited for until a line ends: past it, no row can be read anyway
 */
export async function* withGuardsQuoted(
  text: AsyncIterable<string>,
  { separator, longest }: { separator: string; longest: number },
): AsyncGenerator<string> {
  const guarded = textBefore(separator);
  let isQuoted = false;
  const isGuard = (lines: string, at: number) =>
    !isQuoted && lines[at - 1] === '=' && (at === 1 || `${separator}\r\n`.includes(lines.charAt(at - 2)));
  const quoted = (lines: string): string => {
    const parts: string[] = [];
    let written = 0;
    for (let at = lines.indexOf('"'); at >= 0; at = lines.indexOf('"', at)) {
      guarded.lastIndex = at;
      const inner = isGuard(lines, at) ? guarded.exec(lines)?.[1] : undefined;
      if (inner === undefined) {
        isQuoted = !isQuoted;
        at += 1;
        continue;
      }
      // What stands in it is doubled once more: as a cell of quotation marks it is read without one of the two.
      parts.push(lines.slice(written, at - 1), `"=""${inner.replaceAll('"', '""')}"""`);
      at = guarded.lastIndex;
      written = at;
    }
    return parts.length === 0 ? lines : parts.join('') + lines.slice(written);
  };
  let rest = '';
  for await (const chunk of text) {
    const end = rest.length + chunk.length > longest ? chunk.length : wholeLines(chunk);
    if (end > 0) yield quoted(rest + chunk.slice(0, end));
    rest = end > 0 ? chunk.slice(end) : rest + chunk;
  }
  if (rest !== '') yield quoted(rest);
}
