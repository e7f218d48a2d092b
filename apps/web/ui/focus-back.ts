import { useLayoutEffect } from 'react';

/** Where the focus goes back to: what was pressed, or the button of the menu that it was chosen from. */
const openerOf = (pressed: Element | null): HTMLElement | null => {
  const menu = pressed?.closest('[role="menu"]');
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return pressed instanceof HTMLElement && pressed !== document.body ? pressed : null;
};

/** A dialog may come a while after what opened it has gone, such as the entry of a menu. */
let last: HTMLElement | null = null;
if (typeof document !== 'undefined') {
  addEventListener('focusin', ({ target }) => {
    last = openerOf(target as Element) ?? last;
  });
  // Not every browser gives the focus to a button that is pressed.
  addEventListener('pointerdown', ({ target }) => {
    const pressed = target instanceof Element ? target.closest('button, a, input, textarea, [role="menuitem"]') : null;
    last = openerOf(pressed) ?? last;
  });
}

/** Gives the focus back to what opened a dialog once it is closed or gone, unless something else has taken it. */
export const useFocusBack = (opened: boolean): void => {
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = openerOf(document.activeElement) ?? last;
    return () => {
      const left = document.activeElement;
      setTimeout(() => {
        const now = document.activeElement;
        if ((now === null || now === document.body || now === left) && opener?.isConnected)
          opener.focus({ preventScroll: true });
      }, 20);
    };
  }, [opened]);
};

const fields = 'input:not([type="hidden"]), textarea, select, [contenteditable="true"]';

/** The first control of an element that takes what is typed or chosen, if it has one. */
export const firstField = (element: Element): HTMLElement | undefined =>
  [...element.querySelectorAll<HTMLElement>(fields)].find(
    (field) =>
      !field.matches(':disabled, [readonly], [tabindex="-1"], [aria-hidden="true"]') &&
      field.checkVisibility({ visibilityProperty: true }),
  );
