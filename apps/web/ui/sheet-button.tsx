import { IconChevronDown, IconChevronUp, IconListCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import css from './sheet-button.module.css';

/**
 * A button of a head that opens a sheet under it, for what has no room beside the page. The focus goes into the sheet; Esc
 * gives it back to the button. It closes when the focus or a press goes elsewhere, such as by one of its links.
 */
export function SheetButton({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const id = useId();
  const leave = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !frame.current?.contains(target)) setOpen(false);
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    setOpen(false);
    opener.current?.focus();
  });
  useEffect(() => {
    if (!isOpen) return;
    const { current } = frame;
    sheet.current?.focus();
    current?.addEventListener('keydown', press);
    document.addEventListener('focusin', leave);
    document.addEventListener('pointerdown', leave);
    return () => {
      current?.removeEventListener('keydown', press);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('pointerdown', leave);
    };
  }, [isOpen]);
  return (
    <div className={css.frame} ref={frame}>
      <Button
        block
        ref={opener}
        icon={IconListCheck}
        iconEnd={isOpen ? IconChevronUp : IconChevronDown}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a section would be a region besides those within
        <div className={css.sheet} id={id} ref={sheet} role="group" aria-label={label} tabIndex={-1}>
          {children}
        </div>
      )}
    </div>
  );
}
