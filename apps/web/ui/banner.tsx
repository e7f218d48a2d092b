import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Action } from './action-menu.tsx';
import css from './banner.module.css';
import { Icon, type IconType } from './icon.tsx';

const ICONS = { warn: IconAlertTriangle, info: IconInfoCircle, error: IconAlertCircle };

/** A state that lasts, under the head of a record: one line, one action, at most two banners. */
export function Banner({
  tone = 'warn',
  icon = ICONS[tone],
  action,
  children,
}: {
  tone?: keyof typeof ICONS;
  icon?: IconType;
  action?: Pick<Action, 'label' | 'to' | 'onClick'>;
  children: ReactNode;
}) {
  return (
    <div className={css.banner} data-tone={tone}>
      <Icon of={icon} />
      <p>{children}</p>
      {action &&
        (action.to ? (
          <Link to={action.to} data-print="hide">
            {action.label}
          </Link>
        ) : (
          <button type="button" onClick={action.onClick}>
            {action.label}
          </button>
        ))}
    </div>
  );
}
