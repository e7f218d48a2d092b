import type { ReactNode } from 'react';
import css from './note.module.css';

/** A sentence beside what matters: muted, in a paragraph of its own. */
export function Note({ children }: { children: ReactNode }) {
  return <p className={css.note}>{children}</p>;
}
