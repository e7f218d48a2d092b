import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import css from './filter-chip.module.css';
import { Icon } from './icon.tsx';

/** A filter that is on or off. With `opens`, it opens a choice instead (put it in a Menu.Target), and `pressed` tells that one is made. */
export function FilterChip({
  pressed,
  opens,
  children,
  ...rest
}: ComponentProps<'button'> & { pressed: boolean; opens?: boolean }) {
  return (
    <button type="button" {...rest} className={css.chip} aria-pressed={pressed} data-print="hide">
      {pressed && <Icon of={IconCheck} size="xs" />}
      {children}
      {opens && <Icon of={IconChevronDown} size="xs" />}
    </button>
  );
}
