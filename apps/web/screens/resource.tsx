import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { z } from 'zod';
import type { RouteSpec } from '#contract/kit/route.ts';
import type { RecordType } from '#contract/resources/records.ts';
import { nounIn, type Place } from '#web/access/places.ts';
import type { Guarded } from './guarded.tsx';
// With the frame of all lists, which so comes with the first load: most people begin at one.
import { NothingOpen } from './master-detail.tsx';

export type Stored = { id: number; lock_version: number };

type Answering<A> = RouteSpec & { response: z.ZodType<A> };
type Taking<B> = RouteSpec & { body: z.ZodType<unknown, B> };

/** The routes that the screens of a resource call; those that may be missing are things that cannot be done with it. */
type ResourceRoutes<T, L, C, U> = {
  page: Answering<{ data: L[] }>;
  show: Answering<T>;
  create: Taking<C> & Answering<NoInfer<T>>;
  update: Taking<U> & Answering<NoInfer<T>>;
  remove?: RouteSpec;
  clone?: Answering<NoInfer<T>>;
};

type Names<T> = {
  /** Under which history and grants know it; without one it has neither. */
  type?: RecordType;
  nameOf: (record: T) => string;
  /** Its name as lists sort it, where that is another one. */
  listNameOf?: (record: T) => string;
  /** What is said while one is loaded, where it is not "Loading sequence". */
  loading?: string;
};

/** A record of a resource, a row of its list, and what creating and changing one takes. */
export type Resource<T extends Stored, L = unknown, C = unknown, U = unknown> = Place &
  Names<T> & { noun: string; loading: string; listNameOf: (record: T) => string; routes: ResourceRoutes<T, L, C, U> };

/** All that a feature says about its resource: list, detail, form and whatever leads to them read it here. */
export const resourceOf = <T extends Stored, L, C, U>(
  place: Place,
  routes: ResourceRoutes<T, L, C, U>,
  names: Names<T>,
): Resource<T, L, C, U> => ({
  ...place,
  noun: nounIn(place),
  loading: `Loading ${nounIn(place)}`,
  listNameOf: names.nameOf,
  ...names,
  routes,
});

type Forms = () => Promise<{ New: Guarded; Edit: Guarded }>;

type Screens = {
  list: () => Promise<{ List: ComponentType }>;
  detail: () => Promise<{ Detail: ComponentType }>;
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
  { list, detail, sections = [], pages = [], ...forms }: Screens,
): RouteObject[] => {
  const path = at.slice(at.lastIndexOf('/') + 1);
  return [
    ...('editor' in forms ? formsOf(forms.editor, `${path}/`) : []),
    {
      path,
      lazy: async () => ({ Component: (await list()).List }),
      children: [
        { index: true, element: <NothingOpen {...place} /> },
        ...('form' in forms ? formsOf(forms.form, '') : []),
        { path: ':id', lazy: async () => ({ Component: (await detail()).Detail }), children: sections },
        ...pages,
      ],
    },
  ];
};
