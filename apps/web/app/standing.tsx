import { IconRefresh, IconWifi, IconWifiOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { loadAnew, useOutdated } from '#web/parts/outdated.ts';
import { Banner } from '#web/ui/banner.tsx';
import { useOnline } from '#web/ui/use-online.ts';

const toldFor = 5000;

/** What lasts and concerns all of the page: that there is no network, or that the server has a newer application. */
export const useStanding = (): ReactNode => {
  const isOnline = useOnline();
  const isBack = useIsBack(isOnline);
  const isOutdated = useOutdated();
  const { key } = useLocation();
  const loadedAt = useRef(key);
  useEffect(() => {
    if (isOutdated && key !== loadedAt.current) loadAnew();
  }, [isOutdated, key]);
  if (!isOnline)
    return (
      <Banner icon={IconWifiOff}>
        You are offline. Your changes stay on this page. Save them when you’re back online.
      </Banner>
    );
  if (isOutdated)
    return (
      <Banner tone="info" icon={IconRefresh} action={{ label: 'Reload page', onClick: () => location.reload() }}>
        Hearth was updated. Save your work, then reload the page.
      </Banner>
    );
  return (
    isBack && (
      <Banner tone="info" icon={IconWifi}>
        You are back online.
      </Banner>
    )
  );
};

/** Whether the network came back a moment ago. */
const useIsBack = (isOnline: boolean): boolean => {
  const [isBack, setBack] = useState(false);
  const wasOffline = useRef(false);
  useEffect(() => {
    if (!isOnline) wasOffline.current = true;
    if (!isOnline || !wasOffline.current) return setBack(false);
    setBack(true);
    const timer = setTimeout(() => setBack(false), toldFor);
    return () => clearTimeout(timer);
  }, [isOnline]);
  return isBack;
};
