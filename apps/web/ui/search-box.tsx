import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { Input } from './input.tsx';

/**
 * A search box that reports what was typed `delay` ms after the last key, once. A new `value` from outside (Back, Clear
 * filters) replaces what is typed.
 */
export function SearchBox({
  label,
  value,
  placeholder,
  delay = 250,
  onSearch,
}: {
  label: string;
  value: string;
  placeholder?: string;
  delay?: number;
  onSearch: (query: string) => void;
}) {
  const [typed, setTyped] = useState({ text: value, for: value });
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
  return (
    <Input
      type="search"
      aria-label={label}
      icon={IconSearch}
      placeholder={placeholder}
      value={typed.text}
      onChange={(event) => report(event.currentTarget.value, delay)}
      onKeyDown={(event) => event.key === 'Enter' && report(event.currentTarget.value, 0)}
      end={
        typed.text ? (
          <IconButton size="small" label="Clear search" icon={IconX} onClick={() => report('', 0)} />
        ) : (
          <kbd aria-hidden data-keyboard>
            /
          </kbd>
        )
      }
    />
  );
}
