import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { Input } from './input.tsx';

/**
 * A search box that reports what was typed `delay` ms after the last key, once. A new `value` from outside (Back, Clear
 * filters) replaces what is typed. Enter and the arrow down report at once, and then lead on to what was found; Escape
 * clears.
 */
export function SearchBox({
  label,
  value,
  placeholder,
  delay = 250,
  onSearch,
  onLeadOn,
  onEscape,
}: {
  label: string;
  value: string;
  placeholder?: string;
  delay?: number;
  onSearch: (query: string) => void;
  /** Enter, or the arrow down, was pressed over this text. */
  onLeadOn?: (query: string, by: 'Enter' | 'ArrowDown') => void;
  /** Escape cleared this text. */
  onEscape?: (query: string) => void;
}) {
  const [typed, setTyped] = useState({ text: value, for: value });
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (typed.for !== value) setTyped({ text: value, for: value });
  const report = (text: string, wait: number) => {
    setTyped({ text, for: value });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setTyped({ text, for: text });
      onSearch(text);
    }, wait);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value;
    // These keys choose a character where several keys make one.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      report(text, 0);
      onLeadOn?.(text, event.key);
    } else if (event.key === 'Escape' && text) {
      event.preventDefault();
      report('', 0);
      onEscape?.(text);
    }
  };
  const clear = () => {
    report('', 0);
    box.current?.focus();
  };
  return (
    <Input
      ref={box}
      type="search"
      aria-label={label}
      icon={IconSearch}
      placeholder={placeholder}
      value={typed.text}
      onChange={(event) => report(event.currentTarget.value, delay)}
      onKeyDown={onKeyDown}
      end={
        typed.text ? (
          <IconButton size="small" label="Clear search" icon={IconX} onClick={clear} />
        ) : (
          <kbd aria-hidden data-keyboard>
            /
          </kbd>
        )
      }
    />
  );
}
