import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** What is done in the background, in an organization. */
export const jobScreens: RouteObject[] = [
  {
    path: 'jobs',
    Component: screen('background work', async () => (await import('./organization-jobs.tsx')).OrganizationJobs),
  },
];

/** And on the platform. */
export const platformJobScreens: RouteObject[] = [
  { path: 'jobs', Component: screen('jobs', async () => (await import('./platform-jobs.tsx')).PlatformJobs) },
];
