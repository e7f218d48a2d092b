import { type ReactNode, useEffect, useRef, useState } from 'react';
import css from './data-table.module.css';

/** Scrolls when its content is too wide (or, as `className` lays it out, too high), and only then can be reached by keyboard, under its label. */
export function ScrollBox({
  label,
  className = css.scroll,
  maxHeight,
  children,
}: {
  label: string;
  className?: string | undefined;
  /** In pixels. */
  maxHeight?: number | undefined;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current!;
    const look = () =>
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    observer.observe(element.firstElementChild!);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={box}
      className={className}
      style={{ maxHeight }}
      {...(scrolls && { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}
