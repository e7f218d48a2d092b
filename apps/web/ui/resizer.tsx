import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useState } from 'react';
import css from './resizer.module.css';

/**
 * The grip on the inline end of something with a width: drag it, or focus it and use the arrow keys (16 px a press).
 * Its parent must be positioned. `onChange` is told every width between `min` and `max` on the way.
 */
export function Resizer({
  label,
  width,
  min,
  max,
  onChange,
}: {
  label: string;
  /** The width now; a function when it must be measured. */
  width: number | (() => number);
  min: number;
  max: number;
  onChange: (width: number) => void;
}) {
  const now = () => (typeof width === 'number' ? width : width());
  const [shown, setShown] = useState(min);
  useLayoutEffect(() => setShown(Math.max(min, now())));
  const change = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next))));

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    const grip = event.currentTarget;
    const start = event.clientX;
    const from = now();
    const direction = getComputedStyle(grip).direction === 'rtl' ? -1 : 1;
    const follow = (move: globalThis.PointerEvent) => change(from + direction * (move.clientX - start));
    grip.setPointerCapture(event.pointerId);
    grip.addEventListener('pointermove', follow);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', follow), { once: true });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    change(now() + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved; this separator is a widget with a value
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={shown}
      tabIndex={0}
      className={css.resizer}
      data-print="hide"
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
