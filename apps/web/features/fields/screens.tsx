import { IconClipboardList } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import { area } from '#web/access/area.ts';
import { NothingOpen } from '#web/screens/master-detail.tsx';

/** The questions that forms are made of. */
export const fieldScreens: RouteObject[] = [
  {
    path: 'fields',
    lazy: async () => ({ Component: (await import('./field-list.tsx')).FieldList }),
    children: [
      { index: true, element: <NothingOpen icon={IconClipboardList} one={area.fields.one} /> },
      { path: 'new', lazy: async () => ({ Component: (await import('./field-form.tsx')).NewField }) },
      { path: ':id', lazy: async () => ({ Component: (await import('./field-detail.tsx')).FieldDetail }) },
      { path: ':id/edit', lazy: async () => ({ Component: (await import('./field-form.tsx')).EditField }) },
    ],
  },
];
