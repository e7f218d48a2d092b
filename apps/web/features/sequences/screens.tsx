import { IconListNumbers } from '@tabler/icons-react';
import type { RouteObject } from 'react-router';
import { NothingOpen } from '#web/screens/master-detail.tsx';

/** Client forms that are filled in one after the other. */
export const sequenceScreens: RouteObject[] = [
  {
    path: 'sequences',
    lazy: async () => ({ Component: (await import('./sequence-list.tsx')).SequenceList }),
    children: [
      { index: true, element: <NothingOpen icon={IconListNumbers} one="form sequence" /> },
      { path: 'new', lazy: async () => ({ Component: (await import('./sequence-form.tsx')).NewSequence }) },
      { path: ':id', lazy: async () => ({ Component: (await import('./sequence-detail.tsx')).SequenceDetail }) },
      { path: ':id/edit', lazy: async () => ({ Component: (await import('./sequence-form.tsx')).EditSequence }) },
    ],
  },
];
