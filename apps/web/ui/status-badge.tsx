import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHourglass, IconInfoCircle } from '@tabler/icons-react';
import { Icon, type IconType } from './icon.tsx';
import css from './status-badge.module.css';

export type Tone = 'neutral' | 'ok' | 'warn' | 'error' | 'info' | 'pending';

const ICONS: Partial<Record<Tone, IconType>> = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  error: IconCircleX,
  info: IconInfoCircle,
  pending: IconHourglass,
};

/** A state: an icon and a word in the tone's colors. Each tone has its icon; `neutral` has none unless one is given. */
export function StatusBadge({
  tone = 'neutral',
  icon = ICONS[tone],
  children,
}: {
  tone?: Tone;
  icon?: IconType;
  children: string;
}) {
  return (
    <span className={css.badge} data-tone={tone}>
      {icon && <Icon of={icon} size="xs" />}
      {children}
    </span>
  );
}
