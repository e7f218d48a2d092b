import { IconForms } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import { area } from '#web/access/area.ts';
import type { FormContributions } from '#web/forms/form-contributions.ts';
import { NothingOpen } from '#web/screens/master-detail.tsx';

const loaded = <T,>(loads: (() => Promise<T>)[]): Promise<T[]> => Promise.all(loads.map((load) => load()));

/** What an organization asks, with what other features give to it; the editor takes the whole page. */
export const formScreens = (contributions: FormContributions): RouteObject[] => [
  { path: 'forms/new', lazy: async () => ({ Component: (await import('./editor.tsx')).NewForm }) },
  { path: 'forms/:id/edit', lazy: async () => ({ Component: (await import('./editor.tsx')).EditForm }) },
  {
    path: 'forms',
    lazy: async () => {
      const [{ FormList }, tools] = await Promise.all([import('./form-list.tsx'), loaded(contributions.tools)]);
      return { element: <FormList tools={tools} /> };
    },
    children: [
      { index: true, element: <NothingOpen icon={IconForms} one={area.forms.one} /> },
      {
        path: ':id',
        lazy: async () => {
          const [{ FormDetail }, sections, actions] = await Promise.all([
            import('./form-detail.tsx'),
            loaded(contributions.sections),
            loaded(contributions.actions),
          ]);
          return { element: <FormDetail sections={sections} actions={actions} /> };
        },
      },
    ],
  },
];
