import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import css from './empty-state.module.css';
import { Icon, type IconType } from './icon.tsx';

/** What stands where nothing is: the specified text, one helper sentence, one button that the viewer may press. */
export function EmptyState({
  icon,
  title,
  heading: Title = 'p',
  helper,
  action,
}: {
  icon: IconType;
  title: string;
  /** `h1` where nothing else is the heading of the screen. */
  heading?: 'p' | 'h1';
  helper?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={css.empty}>
      <Icon of={icon} size="l" />
      <Title className={css.title}>{title}</Title>
      {helper && <p className={css.helper}>{helper}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}

/** What stands where loading failed, with Retry. */
export function LoadFailed({
  title = 'Could not load records.',
  helper = 'Check your connection, then try again.',
  onRetry,
}: {
  title?: string | undefined;
  helper?: string | undefined;
  onRetry?: (() => void) | undefined;
}) {
  return (
    <div role="alert">
      <EmptyState
        icon={IconAlertTriangle}
        title={title}
        helper={helper}
        action={
          onRetry && (
            <Button icon={IconRefresh} onClick={onRetry}>
              Retry
            </Button>
          )
        }
      />
    </div>
  );
}
