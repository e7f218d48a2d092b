import { type RefObject, useEffect, useState } from 'react';

const SPARE = 10;

/**
 * Which of `count` equally tall rows to draw, so that ten thousand of them cost as much as fifty. Returns the range and
 * the height in px that stands for the rows above and below it, and that of a row, measured from `[data-row]`.
 */
export function useListWindow(scroller: RefObject<HTMLElement | null>, count: number) {
  const [view, setView] = useState({ top: 0, height: 1200, row: 57 });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const row = element.querySelector('[data-row]')?.getBoundingClientRect().height || 57;
      setView({ top: element.scrollTop, height: element.clientHeight, row });
    };
    look();
    const resize = new ResizeObserver(look);
    resize.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resize.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);

  const start = Math.max(0, Math.floor(view.top / view.row) - SPARE);
  const end = Math.min(count, Math.ceil((view.top + view.height) / view.row) + SPARE);
  return {
    start: Math.min(start, end),
    end,
    above: Math.min(start, end) * view.row,
    below: (count - end) * view.row,
    row: view.row,
  };
}
