import { Navigate, type RouteObject } from 'react-router';
import { places } from '#web/access/places.ts';
import { screensOf } from '#web/screens/screens-of.tsx';

/** The screens of the platform team. */
export const organizationScreens: RouteObject[] = [
  { index: true, element: <Navigate to={places.organizations.at} replace /> },
  ...screensOf(places.organizations, {
    list: () => import('./list.tsx'),
    detail: () => import('./detail.tsx'),
    form: () => import('./form.tsx'),
  }),
];
