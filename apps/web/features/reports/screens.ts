import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { places } from '#web/access/places.ts';
import { screensOf } from '#web/screens/screens-of.tsx';

export const qualityAction = async () => (await import('./quality-action.ts')).qualityAction;

/**
 * The list of reports, and the builder, which takes the whole page.
 * @param shown what another feature shows of one report: its page, and the addresses below it
 */
export const reportScreens = (shown: {
  detail: () => Promise<{ Detail: ComponentType }>;
  pages: RouteObject[];
}): RouteObject[] =>
  screensOf(places.reports, {
    list: () => import('./list.tsx'),
    editor: () => import('./builder/builder.tsx'),
    ...shown,
  });
