import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * The behaviour of a panel that lies over its neighbours while it is open: the focus goes into it and comes back to what
 * opened it; Esc closes it, and so does a press or the focus elsewhere in its parent. What is opened from it, such as a dialog,
 * leaves it as it is.
 * @param onClose is not called when it is closed from outside, such as by another address
 * @returns refs for the panel and for the button that opens it
 */
export function useDrawer<P extends HTMLElement>(
  isOpen: boolean,
  onClose: () => void,
): { panel: RefObject<P | null>; opener: RefObject<HTMLButtonElement | null> } {
  const { pathname } = useLocation();
  const panel = useRef<P>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const openedAt = useRef<string | null>(null);
  const close = useEffectEvent(onClose);

  // Before the heads of records look where the focus is.
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isInside = panel.current?.contains(activeElement) || activeElement === document.body;
    if (isOpen && openedAt.current === null)
      panel.current?.querySelector<HTMLElement>('input[type="search"], button')?.focus();
    if (!isOpen && openedAt.current !== null && isInside) {
      if (openedAt.current === pathname) opener.current?.focus();
      else if (activeElement instanceof HTMLElement) activeElement.blur();
    }
    openedAt.current = isOpen ? pathname : null;
  }, [isOpen, pathname]);

  useEffect(() => {
    const frame = panel.current?.parentElement;
    if (!isOpen || !frame) return;
    const isWithin = ({ target }: Event) =>
      target instanceof Node && (panel.current?.contains(target) || opener.current?.contains(target));
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && isWithin(event)) close();
    };
    const leave = (event: Event) => {
      if (!isWithin(event)) close();
    };
    frame.addEventListener('keydown', press);
    frame.addEventListener('focusin', leave);
    frame.addEventListener('click', leave);
    return () => {
      frame.removeEventListener('keydown', press);
      frame.removeEventListener('focusin', leave);
      frame.removeEventListener('click', leave);
    };
  }, [isOpen]);

  return { panel, opener };
}
