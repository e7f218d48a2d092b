import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Place } from '#web/access/places.ts';
import type { Guarded } from './guarded.tsx';
// With the frame of all lists, which so comes with the first load: most people begin at one.
import { NothingOpen } from './master-detail.tsx';

type Forms = () => Promise<{ New: Guarded; Edit: Guarded }>;

type Screens = {
  list: () => Promise<{ List: ComponentType }>;
  detail: () => Promise<{ Detail: ComponentType }>;
  /** What stands beside the list while nothing is open, where it is more than a hint. */
  start?: () => Promise<{ Start: ComponentType }>;
  /** Child routes of the detail: what other features show under the record's own facts. */
  sections?: RouteObject[];
  /** Routes beside the detail, within the same list. */
  pages?: RouteObject[];
} & (
  | { form: Forms }
  /** A form that takes the whole page, without the list. */
  | { editor: Forms }
);

const formsOf = (forms: Forms, path: string): RouteObject[] => [
  { path: `${path}new`, lazy: async () => ({ Component: (await forms()).New }) },
  { path: `${path}:id/edit`, lazy: async () => ({ Component: (await forms()).Edit }) },
];

/** The addresses of a resource: its list, and beside it a record, or the form of a new or a stored one. */
export const screensOf = (
  { at, ...place }: Place,
  { list, start, detail, sections = [], pages = [], ...forms }: Screens,
): RouteObject[] => {
  const path = at.slice(at.lastIndexOf('/') + 1);
  return [
    ...('editor' in forms ? formsOf(forms.editor, `${path}/`) : []),
    {
      path,
      lazy: async () => ({ Component: (await list()).List }),
      children: [
        start
          ? { index: true, lazy: async () => ({ Component: (await start()).Start }) }
          : { index: true, element: <NothingOpen {...place} /> },
        ...('form' in forms ? formsOf(forms.form, '') : []),
        { path: ':id', lazy: async () => ({ Component: (await detail()).Detail }), children: sections },
        ...pages,
      ],
    },
  ];
};
