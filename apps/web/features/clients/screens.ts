import type { RouteObject } from 'react-router';
import { places } from '#web/access/places.ts';
import { screensOf } from '#web/screens/screens-of.tsx';

/**
 * The screens of people.
 * @param sections child routes of one person's detail: what other features show under the person's own facts
 * @param pages routes beside the detail, within the same list
 */
export const clientScreens = (sections: RouteObject[], pages: RouteObject[]): RouteObject[] =>
  screensOf(places.clients, {
    list: () => import('./list.tsx'),
    start: () => import('./start.tsx'),
    detail: () => import('./detail.tsx'),
    form: () => import('./form.tsx'),
    sections,
    pages,
  });
