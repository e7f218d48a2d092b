import type { RouteObject } from 'react-router';
import { places } from '#web/access/places.ts';
import { screen } from '#web/parts/lazy.tsx';
import { screensOf } from '#web/screens/screens-of.tsx';

const record = ':id/records/:record_id';

/** The internal forms with their records. Filling in a record takes the whole page. */
export const internalFormScreens: RouteObject[] = [
  {
    path: 'internal_form_responses/:id/records/new',
    Component: screen('form', async () => (await import('./fill-record.tsx')).NewRecord),
  },
  {
    path: `internal_form_responses/${record}/edit`,
    Component: screen('record', async () => (await import('./fill-record.tsx')).EditRecord),
  },
  ...screensOf(places.internal_forms, {
    list: () => import('./list.tsx'),
    detail: () => import('./records.tsx'),
    pages: [
      { path: record, Component: screen('record', async () => (await import('./record.tsx')).Record) },
      { path: `${record}/download`, Component: screen('file', async () => (await import('./download.tsx')).Download) },
    ],
  }),
];
