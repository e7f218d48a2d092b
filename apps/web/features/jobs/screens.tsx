import type { RouteObject } from 'react-router';

/** What is done in the background, in an organization. */
export const jobScreens: RouteObject[] = [
  { path: 'jobs', lazy: async () => ({ Component: (await import('./organization-jobs.tsx')).OrganizationJobs }) },
];

/** And on the platform. */
export const platformJobScreens: RouteObject[] = [
  { path: 'jobs', lazy: async () => ({ Component: (await import('./platform-jobs.tsx')).PlatformJobs }) },
];
