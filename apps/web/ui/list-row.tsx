import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isFigures } from './figures.ts';
import { Highlight } from './highlight.tsx';
import css from './list-pane.module.css';
import { TreeName } from './tree-name.tsx';

export type ListItem = {
  id: number | string;
  to: string;
  title: string;
  /** The second line: one fact that decides. */
  fact?: string;
  /** StatusBadges. */
  badges?: ReactNode;
  current?: boolean;
  /** The names above it in a tree, from the top; rows of trees are of one line. */
  above?: readonly string[];
};

/** A row of a list pane: a link. */
export function ListRow({ item, query }: { item: ListItem; query?: string }) {
  // Among search results the tree around it is not shown.
  const isAlone = Boolean(query);
  const depth = isAlone ? 0 : item.above?.length;
  return (
    <Link
      className={css.item}
      to={item.to}
      aria-current={item.current ? 'true' : undefined}
      data-depth={depth}
      style={depth ? { paddingInlineStart: `calc(var(--space-4) + ${1.25 * depth}rem)` } : undefined}
    >
      {depth ? <Marks depth={depth} /> : null}
      <span className={css.name}>
        <TreeName above={item.above ?? []} isAlone={isAlone}>
          <bdi>
            <Highlight text={item.title} query={query} />
          </bdi>
        </TreeName>
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
  <span className={css.marks} aria-hidden>
    {Array.from({ length: depth }, (_, level) => (
      <i key={level} />
    ))}
  </span>
);
