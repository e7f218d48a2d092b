import type { ReactNode } from 'react';
import css from './name-button.module.css';

/** The name of something in a list, which opens it: the whole of its positioned parent is pressed. Without `onOpen`, words. */
export const NameButton = ({ onOpen, children }: { onOpen?: (() => void) | undefined; children: ReactNode }) =>
  onOpen ? (
    <button type="button" className={css.name} data-print="keep" onClick={onOpen}>
      {children}
    </button>
  ) : (
    <span className={css.name}>{children}</span>
  );
