import type { ReactNode } from 'react';
import css from './editor-page.module.css';

/**
 * A screen that takes the whole page: a head, what is worked on with its preview beside it, and a foot that stays in view.
 * Below 1100 px the preview stands under the work, and all of it is scrolled together.
 */
export function EditorPage({
  head,
  preview,
  foot,
  panes,
  children,
}: {
  head: ReactNode;
  preview: ReactNode;
  foot: ReactNode;
  /** A class that says how wide the two are, by `--panes`. */
  panes?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={`${css.editor} ${panes ?? ''}`}>
      <div className={css.body}>
        <div className={css.head}>{head}</div>
        <div className={css.panes}>
          <div className={css.work}>{children}</div>
          {preview}
        </div>
      </div>
      {foot}
    </div>
  );
}
