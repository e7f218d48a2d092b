import { IconAlertTriangle, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button } from './button.tsx';
import css from './empty-state.module.css';
import { Icon, type IconType } from './icon.tsx';
import { useSay } from './say.ts';
import { useOnline } from './use-online.ts';
import words from './words.module.css';

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
      <Title className={words.head}>{title}</Title>
      {helper && <p className={css.helper}>{helper}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}

/** What stands where loading failed, with Retry; it is tried again by itself when the network is back. */
export function LoadFailed({
  title = 'Could not load records.',
  helper,
  onRetry,
}: {
  title?: string | undefined;
  helper?: string | undefined;
  onRetry?: (() => void) | undefined;
}) {
  const say = useSay();
  const isOnline = useOnline();
  const again = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    const retry = () => again();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, []);
  return (
    <div role="alert">
      <EmptyState
        icon={isOnline ? IconAlertTriangle : IconWifiOff}
        title={title}
        helper={helper ?? say(isOnline ? 'Try again in a moment.' : 'You are offline. Connect again, then try again.')}
        action={
          onRetry && (
            <Button icon={IconRefresh} onClick={onRetry}>
              {say('Retry')}
            </Button>
          )
        }
      />
    </div>
  );
}
