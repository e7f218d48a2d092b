import { Navigate, type RouteObject } from 'react-router';
import { places } from '#web/access/places.ts';
import { screen } from '#web/parts/lazy.tsx';
import { screensOf } from '#web/screens/screens-of.tsx';

/** The screens of the platform team. */
export const organizationScreens: RouteObject[] = [
  { index: true, element: <Navigate to={places.organizations.at} replace /> },
  ...screensOf(places.organizations, {
    list: () => import('./list.tsx'),
    detail: () => import('./detail.tsx'),
    form: () => import('./form.tsx'),
  }),
  { path: 'restores/:id', Component: screen('restore', async () => (await import('./restore.tsx')).RestorePage) },
];
