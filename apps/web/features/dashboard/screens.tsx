import type { RouteObject } from 'react-router';
import { screen } from '#web/parts/lazy.tsx';
import type { WorkPart } from './work-part.ts';

const Dashboard = screen('dashboard', async () => (await import('./dashboard.tsx')).Dashboard);

/**
 * The dashboard, and the same to be arranged, which it loads besides.
 * @param work what other features show under My work
 */
export const dashboardScreens = (work: readonly WorkPart[]): RouteObject[] =>
  ['dashboard', 'dashboard/edit'].map((path) => ({ path, element: <Dashboard work={work} /> }));
