import type { RouteObject } from 'react-router';
import { inline, screen } from '#web/parts/lazy.tsx';
import { part } from '#web/ui/part.tsx';

/** The bell. Where it does not come, the rest of the page works, and the next page brings it. */
export const Bell = part(async () => (await import('./bell.tsx')).Bell, { failed: () => null });

/** What one was told last, for My work. */
export const newestNotices = {
  title: 'Notifications',
  Part: inline('Your notifications', async () => (await import('./newest.tsx')).NewestNotices),
};

/** How one wants to be told. */
export const noticeScreens: RouteObject[] = [
  {
    path: 'myprofile/notifications',
    Component: screen('your settings', async () => (await import('./preferences.tsx')).Preferences),
  },
];
