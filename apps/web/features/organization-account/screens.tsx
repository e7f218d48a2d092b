import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** The organization's own screen, inside its shell. */
export const organizationAccountScreens: RouteObject[] = [
  {
    index: true,
    Component: screen('organization', async () => (await import('./my-organization.tsx')).MyOrganization),
  },
];
