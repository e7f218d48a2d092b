import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** The platform team's dashboard: how the installation does, and the tools for it. */
export const maintenanceScreens: RouteObject[] = [
  { path: 'dashboard', Component: screen('dashboard', async () => (await import('./dashboard.tsx')).Dashboard) },
];
