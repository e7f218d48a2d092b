import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Place } from '#web/access/places.ts';
import { screen } from '#web/parts/lazy.tsx';
import type { GuardedScreen } from './guarded.tsx';
// With the frame of all lists, which so comes with the first load: most people begin at one.
import { ListWaiting, NothingOpen } from './nothing-open.tsx';

export type Preloadable = { preload: () => Promise<void> };

type Forms = () => Promise<{ New: GuardedScreen; Edit: GuardedScreen }>;

type Screens = {
  list: () => Promise<{ List: ComponentType }>;
  detail: () => Promise<{ Detail: ComponentType }>;
  /** What stands beside the list while nothing is open, where it is more than a hint. */
  start?: () => Promise<{ Start: ComponentType }>;
  /** What other features show on the detail: loaded with it. */
  parts?: Preloadable[];
  /** Routes beside the detail, within the same list. */
  pages?: RouteObject[];
} & (
  | { form: Forms; editor?: never }
  /** A form that takes the whole page, without the list. */
  | { editor: Forms; form?: never }
  /** No records are made here. */
  | { form?: never; editor?: never }
);

const formsOf = (forms: Forms, path: string, one: string): RouteObject[] => [
  { path: `${path}new`, Component: screen(one, async () => (await forms()).New) },
  { path: `${path}:id/edit`, Component: screen(one, async () => (await forms()).Edit) },
];

/** The addresses of a resource: its list, and beside it a record, or the form of a new or a stored one. */
export const screensOf = (
  { at, ...place }: Place,
  { list, start, detail, parts = [], pages = [], ...forms }: Screens,
): RouteObject[] => {
  const path = at.slice(at.lastIndexOf('/') + 1);
  return [
    ...(forms.editor ? formsOf(forms.editor, `${path}/`, place.one) : []),
    {
      path,
      Component: screen(place.many, async () => (await list()).List, <ListWaiting many={place.many} />),
      children: [
        start
          ? { index: true, Component: screen(place.many, async () => (await start()).Start) }
          : { index: true, element: <NothingOpen {...place} /> },
        ...(forms.form ? formsOf(forms.form, '', place.one) : []),
        { path: ':id', Component: screen(place.one, async () => (await detail()).Detail), handle: { parts } },
        ...pages,
      ],
    },
  ];
};
