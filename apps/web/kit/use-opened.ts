import { useRef, useState } from 'react';

/** Where the focus goes back to: the button that was pressed, or the button of the menu that it was chosen from. */
const openerOf = (pressed: Element | null): HTMLElement | null => {
  const menu = pressed?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : (pressed as HTMLElement | null);
};

/** Which of several dialogs is open. Closing it gives the focus back to what opened it. */
export const useOpened = <Which extends string>() => {
  const [opened, setOpened] = useState<Which | null>(null);
  const opener = useRef<HTMLElement>(null);
  const open = (which: Which) => {
    opener.current = openerOf(document.activeElement);
    setOpened(which);
  };
  const close = () => {
    setOpened(null);
    // Once the dialog is gone, which keeps the focus inside.
    setTimeout(() => opener.current?.focus());
  };
  return { opened, open, close };
};
