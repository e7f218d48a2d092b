import { IconForms } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import { area } from '#web/access/area.ts';
import { NothingOpen } from '#web/screens/master-detail.tsx';

/**
 * What an organization asks; the editor takes the whole page.
 * @param sections child routes of one form's detail: what other features show under the form's own facts
 */
export const formScreens = (sections: RouteObject[]): RouteObject[] => [
  { path: 'forms/new', lazy: async () => ({ Component: (await import('./editor.tsx')).NewForm }) },
  { path: 'forms/:id/edit', lazy: async () => ({ Component: (await import('./editor.tsx')).EditForm }) },
  {
    path: 'forms',
    lazy: async () => ({ Component: (await import('./form-list.tsx')).FormList }),
    children: [
      { index: true, element: <NothingOpen icon={IconForms} one={area.forms.one} /> },
      {
        path: ':id',
        lazy: async () => ({ Component: (await import('./form-detail.tsx')).FormDetail }),
        children: sections,
      },
    ],
  },
];
