import type { RouteObject } from 'react-router';
import { places } from '#web/access/places.ts';
import { type Preloadable, screensOf } from '#web/screens/screens-of.tsx';

/**
 * The screens of people.
 * @param parts what other features show on the page of a person, to be loaded with it
 * @param pages routes beside the detail, within the same list
 */
export const clientScreens = (parts: Preloadable[], pages: RouteObject[]): RouteObject[] =>
  screensOf(places.clients, {
    list: () => import('./list.tsx'),
    start: () => import('./start.tsx'),
    detail: () => import('./detail.tsx'),
    form: () => import('./form.tsx'),
    parts,
    pages,
  });
