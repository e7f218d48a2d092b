import type { ReactNode } from 'react';
import { type Block, blocksOf, type Inline } from './markdown.ts';
import css from './visitors.module.css';

const inline = (part: Inline, key: number): ReactNode => {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'strong':
      return <strong key={key}>{part.inside.map(inline)}</strong>;
    case 'em':
      return <em key={key}>{part.inside.map(inline)}</em>;
    case 'link':
      return (
        <a key={key} href={part.to} target="_blank" rel="noopener noreferrer nofollow">
          {part.inside.map(inline)}
        </a>
      );
    case 'break':
      return <br key={key} />;
  }
};

const block = (part: Block, key: number): ReactNode => {
  if (part.kind !== 'list') {
    const Line = part.kind === 'heading' ? 'h3' : 'p';
    return <Line key={key}>{part.inside.map(inline)}</Line>;
  }
  const List = part.ordered ? 'ol' : 'ul';
  const items = part.items.map((one, index) => ({ id: `${index}`, inside: one.map(inline) }));
  return (
    <List key={key}>
      {items.map(({ id, inside }) => (
        <li key={id}>{inside}</li>
      ))}
    </List>
  );
};

/** A text that staff formatted, to read. */
export const Text = ({ children }: { children: string }) => (
  <div className={css.text}>{blocksOf(children).map(block)}</div>
);
