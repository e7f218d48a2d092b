import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isFigures } from './figures.ts';
import { Highlight } from './highlight.tsx';
import css from './list-pane.module.css';
import hidden from './visually-hidden.module.css';

export type ListItem = {
  id: number | string;
  to: string;
  title: string;
  /** The second line: one fact that decides. */
  fact?: string;
  /** StatusBadges. */
  badges?: ReactNode;
  current?: boolean;
  /** How far down a tree it stands; rows of trees are of one line. */
  depth?: number;
};

/** A row of a list pane: a link. */
export function ListRow({ item, query }: { item: ListItem; query?: string }) {
  return (
    <Link
      className={css.item}
      to={item.to}
      aria-current={item.current ? 'true' : undefined}
      data-depth={item.depth}
      style={item.depth ? { paddingInlineStart: `calc(var(--space-4) + ${1.25 * item.depth}rem)` } : undefined}
    >
      {item.depth ? <Marks depth={item.depth} /> : null}
      <span className={css.name}>
        <bdi>
          <Highlight text={item.title} query={query} />
        </bdi>
      </span>
      {item.fact && (
        <span className={css.fact} data-figures={isFigures(item.fact)}>
          {item.fact}
        </span>
      )}
      {item.badges && <span className={css.badges}>{item.badges}</span>}
    </Link>
  );
}

/** A line for each level above a row of a tree. */
const Marks = ({ depth }: { depth: number }) => (
  <>
    <span className={css.marks} aria-hidden>
      {Array.from({ length: depth }, (_, level) => (
        <i key={level} />
      ))}
    </span>
    <span className={hidden.text}>{`Level ${depth + 1}: `}</span>
  </>
);
