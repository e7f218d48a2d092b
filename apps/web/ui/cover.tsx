import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import css from './cover.module.css';

const covered = 'data-covered';

// Listens before anything else does: no key that is pressed on the cover reaches what lies under it, and none lifts it.
addEventListener(
  'keydown',
  (event) => {
    if (!document.documentElement.hasAttribute(covered)) return;
    event.stopImmediatePropagation();
    if (event.key === 'Escape') event.preventDefault();
  },
  { capture: true },
);

/**
 * A card over everything, dialogs included. What lies under it stays as it is, and can be neither seen, heard nor
 * reached; the title of the page is the cover's. The focus begins at `data-autofocus`, and goes back to where it was.
 */
export function Cover({ title, brand, children }: { title: string; brand?: ReactNode; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    const before = document.title;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    document.documentElement.setAttribute(covered, '');
    document.title = title;
    return () => {
      document.documentElement.removeAttribute(covered);
      document.title = before;
      shown?.close();
    };
  }, [title]);
  return createPortal(
    <dialog
      ref={dialog}
      className={css.cover}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <div className={css.card}>
        {brand}
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
