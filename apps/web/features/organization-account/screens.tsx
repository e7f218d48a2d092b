import type { RouteObject } from 'react-router';

/** The organization's own screen, inside its shell. */
export const organizationAccountScreens: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./my-organization.tsx')).MyOrganization }) },
];
