import type { ReactNode } from 'react';
import css from './worded-editor.module.css';

/** The inside of a dialog that edits something told in a sentence: the sentence, what it is made of, and a place beside to try it. */
export const WordedEditor = ({
  sentence,
  beside,
  children,
}: {
  sentence: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}) => (
  <div className={css.editor} data-beside={beside ? true : undefined}>
    <p className={css.sentence}>{sentence}</p>
    <div className={css.parts}>{children}</div>
    {beside && <div className={css.beside}>{beside}</div>}
  </div>
);
