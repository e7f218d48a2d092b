import { IconForms } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import { area } from '#web/access/area.ts';
import type { FormSlots } from '#web/forms/form-slots.ts';
import { NothingOpen } from '#web/screens/master-detail.tsx';

const loaded = <T,>(loads: (() => Promise<T>)[]): Promise<T[]> => Promise.all(loads.map((load) => load()));

/** What an organization asks, with what other features give to it; the editor takes the whole page. */
export const formScreens = (slots: FormSlots): RouteObject[] => [
  { path: 'forms/new', lazy: async () => ({ Component: (await import('./editor.tsx')).NewForm }) },
  { path: 'forms/:id/edit', lazy: async () => ({ Component: (await import('./editor.tsx')).EditForm }) },
  {
    path: 'forms',
    lazy: async () => {
      const [{ FormList }, tools] = await Promise.all([import('./form-list.tsx'), loaded(slots.tools)]);
      return { element: <FormList tools={tools} /> };
    },
    children: [
      { index: true, element: <NothingOpen icon={IconForms} one={area.forms.one} /> },
      {
        path: ':id',
        lazy: async () => {
          const [{ FormDetail }, sections, actions] = await Promise.all([
            import('./form-detail.tsx'),
            loaded(slots.sections),
            loaded(slots.actions),
          ]);
          return { element: <FormDetail sections={sections} actions={actions} /> };
        },
      },
    ],
  },
];
