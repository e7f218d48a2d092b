import { IconEye } from '@tabler/icons-react';
import css from './acting-bar.module.css';
import { Icon } from './icon.tsx';

export type ActingBarProps = { name: string; onStop: () => void };

/** Says for whom somebody acts, and stops it. The Shell shows it in its header. */
export function ActingBar({ name, onStop }: ActingBarProps) {
  return (
    <div className={css.bar} role="status">
      <Icon of={IconEye} size="s" />
      <span>Acting as {name}</span>
      <button type="button" onClick={onStop}>
        Stop
      </button>
    </div>
  );
}

/** The same above a screen that has no Shell; put it before the screen's `main`. */
export function ActingHeader(props: ActingBarProps) {
  return (
    <header className={css.alone} data-print="hide">
      <ActingBar {...props} />
    </header>
  );
}
