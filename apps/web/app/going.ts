import { useEffect } from 'react';
import { useLocation } from 'react-router';

const mark = 'data-going';
/** By then the screen has changed, or somebody was asked whether to leave it. */
const longest = 1500;

let going: Element | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const clear = () => {
  clearTimeout(timer);
  going?.removeAttribute(mark);
  going = null;
};

// Marked in the page itself: a slow machine takes a while to draw the next screen, and only then knows what is current.
addEventListener('click', ({ target, button, ctrlKey, metaKey, shiftKey, altKey }) => {
  const link = target instanceof Element ? target.closest('a') : null;
  const isElsewhere = !link || link.target === '_blank' || link.origin !== location.origin;
  if (isElsewhere || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
  clear();
  going = link;
  link.setAttribute(mark, '');
  timer = setTimeout(clear, longest);
});

/** Links that were pressed carry `data-going` until the screen that they lead to is drawn. */
export const useGoing = (): void => {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that another screen is drawn
  useEffect(clear, [key]);
};
