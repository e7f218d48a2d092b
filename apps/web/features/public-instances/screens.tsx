import type { RouteObject } from 'react-router';
import { places } from '#web/access/places.ts';
import { screen } from '#web/parts/lazy.tsx';
import { ListWaiting, NothingOpen } from '#web/screens/nothing-open.tsx';

const { many } = places.public_forms;

/** Filling in takes the whole page. */
export const publicInstancePages: RouteObject[] = [
  {
    path: 'public_responses/:id/responses/:response_id/edit',
    Component: screen('response', async () => (await import('./edit-instance.tsx')).EditInstance),
  },
];

/** The public forms, and beside them what was answered. */
export const publicInstanceScreens: RouteObject[] = [
  {
    path: 'public_responses',
    Component: screen(many, async () => (await import('./list.tsx')).List, <ListWaiting many={many} />),
    children: [
      { index: true, element: <NothingOpen {...places.public_forms} /> },
      { path: ':id', Component: screen('public form', async () => (await import('./form-page.tsx')).FormPage) },
      {
        path: ':id/responses/:response_id',
        Component: screen('response', async () => (await import('./instance-page.tsx')).InstancePage),
      },
    ],
  },
];
