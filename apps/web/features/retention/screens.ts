import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** What the organization keeps, and for how long. */
export const retentionScreens: RouteObject[] = [
  { path: 'retention', Component: screen('retention', async () => (await import('./list.tsx')).Rules) },
  { path: 'retention/:id', Component: screen('retention rule', async () => (await import('./detail.tsx')).Detail) },
];
