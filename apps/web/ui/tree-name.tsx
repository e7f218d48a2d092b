import type { ReactNode } from 'react';
import css from './tree-name.module.css';
import hidden from './visually-hidden.module.css';

/**
 * The name of an entry of a tree, where several may be called alike. The names above it are read out before it; they are
 * shown too where the tree around it is not, as among search results.
 */
export const TreeName = ({
  above,
  isAlone = false,
  children,
}: {
  /** From the top; none for a root. */
  above: readonly string[];
  isAlone?: boolean;
  children: ReactNode;
}) => (
  <>
    {above.length > 0 && (
      <span className={isAlone ? css.above : hidden.text}>
        {above.map((name, level) => (
          <span key={level}>
            <bdi>{name}</bdi>
            {' › '}
          </span>
        ))}
      </span>
    )}
    {children}
  </>
);
