import type { RouteObject } from 'react-router';
import { definitionPlaces } from '#web/access/area.ts';
import { screensOf } from '#web/screens/resource.tsx';

/**
 * What an organization asks; the editor takes the whole page.
 * @param sections child routes of one form's detail: what other features show under the form's own facts
 */
export const formScreens = (sections: RouteObject[]): RouteObject[] =>
  screensOf(definitionPlaces.forms, {
    list: () => import('./form-list.tsx'),
    detail: () => import('./form-detail.tsx'),
    editor: () => import('./editor.tsx'),
    sections,
  });
