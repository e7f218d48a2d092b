import { useEffect, useState } from 'react';
import { formatAgo, formatDateTime } from './dates.ts';

/** "3 h ago", with the exact time on hover; the exact time itself once a week has passed. No time is "Never". */
export function RelativeTime({ at, timeZone }: { at: string | null; timeZone?: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  if (!at) return 'Never';
  const exact = formatDateTime(at, timeZone);
  return (
    <time dateTime={at} title={exact}>
      {formatAgo(at, now) ?? exact}
    </time>
  );
}
