import type { RouteObject } from 'react-router';

/**
 * The screens of people.
 * @param sections child routes of one person's detail: what other features show under the person's own facts
 * @param pages routes beside the detail, within the same list
 */
export const clientScreens = (sections: RouteObject[], pages: RouteObject[]): RouteObject[] => [
  {
    path: 'clients',
    lazy: async () => ({ Component: (await import('./people.tsx')).People }),
    children: [
      { index: true, lazy: async () => ({ Component: (await import('./people.tsx')).NobodyOpen }) },
      { path: 'new', lazy: async () => ({ Component: (await import('./person-form.tsx')).NewPerson }) },
      {
        path: ':id',
        lazy: async () => ({ Component: (await import('./person-detail.tsx')).PersonDetail }),
        children: sections,
      },
      { path: ':id/edit', lazy: async () => ({ Component: (await import('./person-form.tsx')).EditPerson }) },
      ...pages,
    ],
  },
];
