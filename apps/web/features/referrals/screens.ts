import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';

/** The referrals that the external system knows. */
export const referralScreens: RouteObject[] = [
  { path: 'referrals', Component: screen('referrals', async () => (await import('./referrals.tsx')).Referrals) },
];
